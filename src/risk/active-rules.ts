// The risk rules that are on, in their order: checks an order against them and counts the refusals
// that escalate to a halt.
import type { AlertLevel } from '../domain/events/index.js';
import type { Instant } from '../domain/index.js';
import { RollingCount } from '../determinism/index.js';
import type { Exposure } from './ledger/exposure.js';
import { PassedTermsCache } from './gate/passed-terms-cache.js';
import type { Limits } from './limits.js';
import type { Overrides } from './overrides.js';
import {
  type Candidate,
  type CapUnit,
  type Escalation,
  type KeptExecutions,
  type RiskRule,
  type RuleBreach,
  type RuleCheck,
  type RuleSetup,
  STAGES,
  toOwn,
} from './rule.js';
import { ObservedLimits } from './observed.js';
import { RULES } from './rules/index.js';

/** A refused intent; its symbol may not be part of the session. */
export type Refused = Pick<Candidate, 'strategy' | 'at'> & {
  readonly symbol: { readonly instrument: { readonly symbol: string } };
};

/** A refused intent in a symbol of the session. */
export type RefusedIntent = Pick<Candidate, 'at' | 'intentId' | 'strategy' | 'symbol'>;

interface ActiveRule {
  readonly id: string;
  readonly stage: number;
  readonly check: NonNullable<RuleCheck['check']>;
  readonly isFixed: boolean;
  readonly within: number | undefined;
  readonly capIn: CapUnit | undefined;
  readonly isAlert: boolean;
  readonly isObserved: boolean;
  readonly params: unknown;
}

/** Inexact sizes and prices go no further than the shape stage, whatever rule is off. */
const SHAPE = STAGES.indexOf('shape');
const NONE: readonly RuleBreach[] = [];

export class ActiveRules {
  /** All active rules, with their hooks. */
  readonly all: readonly RuleCheck[];
  /** What rules that only observe would have done. */
  readonly observed = new ObservedLimits();
  /** Rules that check orders, by stage. */
  readonly #checks: readonly ActiveRule[];
  /** Rules that only observe the orders that passed. */
  readonly #observing: readonly ActiveRule[];
  readonly #observingMoving: readonly ActiveRule[];
  /** Rules that also check known terms while exposure is below `#within` (account currency). */
  readonly #moving: readonly ActiveRule[];
  readonly #within: number;
  readonly #known = new PassedTermsCache();
  /** Rules that count decisions. */
  readonly #seen: readonly {
    readonly id: string;
    readonly see: NonNullable<RuleCheck['onDecision']>;
  }[];
  readonly #rules: ReadonlyMap<string, RiskRule>;
  readonly #exposure: Exposure;
  readonly #overrides: Overrides;
  /** Refusals by rule and strategy. */
  readonly #refusals = new Map<string, RollingCount>();

  constructor(limits: Limits, setup: RuleSetup, overrides: Overrides) {
    this.#exposure = setup.exposure;
    this.#overrides = overrides;
    const registered: readonly RiskRule[] = RULES;
    const active = registered
      .map((rule) => ({ rule, params: findParams(rule, limits, setup.isLive) }))
      .filter(({ params }) => params !== 'off')
      .map(({ rule, params }) => {
        const isObserved = limits.isResearch === true && rule.research === 'observed';
        const made = isObserved ? this.#observe(rule, params, setup) : rule.create(params, setup);
        return { rule, params, made, isObserved };
      });
    this.#rules = new Map(active.map(({ rule }) => [rule.id, rule]));
    this.all = active.map(({ made }) => made);
    this.#seen = active.flatMap(({ rule: { id }, made: { onDecision: see } }) => {
      return see === undefined ? [] : [{ id, see }];
    });
    const checks = active
      .flatMap(({ isObserved, made, params, rule }): readonly ActiveRule[] => {
        const { capIn, class: kind, id, stage } = rule;
        const { check, dependsOnTermsOnly = false, passesBelow } = made;
        if (check === undefined) return [];
        const whole = { stage: STAGES.indexOf(stage), isAlert: kind === 'A', isObserved, params };
        return [{ id, check, isFixed: dependsOnTermsOnly, within: passesBelow, capIn, ...whole }];
      })
      .sort((a, b) => a.stage - b.stage);
    const isMoving = ({ isFixed, within }: ActiveRule) => !isFixed && within === undefined;
    this.#within = Math.min(...checks.map(({ within = Infinity }) => within));
    this.#checks = checks.filter(({ isObserved }) => !isObserved);
    this.#moving = this.#checks.filter(isMoving);
    this.#observing = checks.filter(({ isObserved }) => isObserved);
    this.#observingMoving = this.#observing.filter(isMoving);
  }

  /** Creates a rule that only notes what it would have done. */
  #observe(rule: RiskRule, params: unknown, setup: RuleSetup): RuleCheck {
    const act = this.observed.observe(setup.act, rule.id, params);
    // A rate that an observed rule distrusts is still trusted: distrust leads to refusals.
    return {
      ...rule.create(params, { ...setup, act, isObserved: true }),
      distrustsRate: () => false,
    };
  }

  /** The settings behind the known terms changed: each symbol's next order is checked in full. */
  forgetTerms(): void {
    this.#known.clear();
  }

  /** Breaches of the first stage with a hard breach, and soft breaches before it. */
  check(candidate: Candidate, only?: ReadonlySet<string>, notes = true): readonly RuleBreach[] {
    this.#exposure.beginLook();
    try {
      return this.#check(candidate, only, notes);
    } finally {
      this.#exposure.endLook();
    }
  }

  /** Breaches of the named rules, observed rules included; nothing is noted or counted. */
  dryRunWithObserved(candidate: Candidate, only: ReadonlySet<string>): readonly RuleBreach[] {
    const broken = this.check(candidate, only, false);
    if (broken.length > 0) return broken;
    return this.#observing.flatMap(({ check, id }) => {
      const breach = only.has(id) ? check(candidate) : undefined;
      return breach === undefined ? [] : [toOwn({ rule: id, ...breach })];
    });
  }

  /** Notes each observed limit that would have refused a passed order, each on its own. */
  #note(candidate: Candidate, rules: readonly ActiveRule[], only?: ReadonlySet<string>): boolean {
    let isBroken = false;
    for (const { check, id, isAlert, params } of rules) {
      if (only?.has(id) === false) continue;
      const breach = check(candidate);
      if (breach === undefined) continue;
      isBroken = true;
      if (breach.isAlertOnly === true && !isAlert) continue;
      const { at, strategy, symbol } = candidate;
      const scope = { strategy, symbol: symbol.instrument.symbol };
      const { message, needs } = breach;
      this.observed.note(id, params, { at, scope, message, needs });
    }
    return isBroken;
  }

  #check(
    candidate: Candidate,
    only: ReadonlySet<string> | undefined,
    notes: boolean,
  ): readonly RuleBreach[] {
    const exact = !Number.isNaN(candidate.units) && !Number.isNaN(candidate.priceTicks);
    let broken: RuleBreach[] | undefined;
    let end = exact || only !== undefined ? Infinity : SHAPE;
    const isUsual =
      only === undefined &&
      this.#known.has(candidate) &&
      this.#exposure.isClearlyBelow(candidate, this.#within);
    for (const { id, stage, check, capIn } of isUsual ? this.#moving : this.#checks) {
      if (stage > end) break;
      if (only?.has(id) === false) continue;
      const found = check(candidate);
      if (found === undefined) continue;
      const evaluated = this.#overrides.evaluate(candidate, id, capIn, toOwn(found));
      const breach = toOwn({ rule: id, ...evaluated });
      (broken ??= []).push(breach);
      if (breach.isAlertOnly === undefined) end = stage;
    }
    if (broken !== undefined && broken.some(({ isAlertOnly }) => isAlertOnly === undefined))
      return broken;
    if (!exact && only === undefined) return [...(broken ?? []), findInexact(candidate)];
    const observing = isUsual ? this.#observingMoving : this.#observing;
    const isObserved = notes && observing.length > 0 && this.#note(candidate, observing, only);
    if (broken === undefined && only === undefined && !isUsual && !isObserved) {
      this.#known.add(candidate);
    }
    return broken ?? NONE;
  }

  /** Executions that the rules have counted, to be kept over a restart. */
  listExecutions(at: Instant): readonly KeptExecutions[] {
    return this.all.flatMap(({ executions }) => executions?.list(at) ?? []);
  }

  /** Continues the counts of the previous run. */
  restoreExecutions(kept: readonly KeptExecutions[]): void {
    for (const { executions } of this.all) executions?.restore(kept);
  }

  has(id: string): boolean {
    return this.#rules.has(id);
  }

  /** Notifies all counting rules, or those of `only`, of a decision. */
  seen(candidate: Candidate, isSent: boolean, only?: ReadonlySet<string>): void {
    for (const { id, see } of this.#seen) if (only?.has(id) !== false) see(candidate, isSent);
  }

  refusalAlert(id: string): AlertLevel | undefined {
    return this.#rules.get(id)?.refusalAlert;
  }

  /** Scope of the halt that a refusal of this rule now leads to, if any. */
  escalate(id: string, strategy: string, at: Instant): Escalation['scope'] | undefined {
    const escalation = this.#rules.get(id)?.escalation;
    if (escalation === undefined) return undefined;
    const { refusals, within, scope } = escalation;
    if (refusals === 1) return scope;
    const key = `${id}|${strategy}`;
    let window = this.#refusals.get(key);
    if (window === undefined) {
      window = new RollingCount(within, refusals - 1);
      this.#refusals.set(key, window);
    }
    if (window.isFull(at)) return scope;
    window.add(at);
    return undefined;
  }
}

/** A live-only rule that is not stated has its defaults in live and is off elsewhere. */
function findParams({ id, liveOnly, params }: RiskRule, limits: Limits, isLive: boolean): unknown {
  const stated = limits.rules[id];
  return stated ?? (liveOnly === true && isLive ? params.parse({}) : 'off');
}

/** RC08 applies even when it is off: an inexact size or price goes no further. */
function findInexact({ units, size, price }: Candidate): RuleBreach {
  const value = Number.isNaN(units) ? `size ${String(size)}` : `price ${String(price)}`;
  const message = `expected a size and a price that fit the instrument, found ${value}`;
  return toOwn({ rule: 'RC08', limit: 'exact', value, message });
}
