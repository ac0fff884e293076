// The policy engine: finds the class of a finished call by the policy, and the actions that follow.
import type { Instant } from '../domain/index.js';
import { CALL_GROUPS, type CallGroup, type ReasonCodeKind } from '../domain/venue/index.js';
import {
  type CallOutcome,
  type CallScope,
  type PolicyInput,
  type PolicyAction,
  describe,
  describeSerious,
  describeStep,
  NO_SCOPE,
  toPolicyInput,
  toCause,
  toKey,
  toOrderName,
  toUnknownCause,
  type Verdict,
} from './verdict.js';
import { StepCounters } from './counters.js';
import { findReasonKey, isOpenKey } from './match.js';
import { classifyCall, findCallRule, findReason, findStatusRule, isSerious } from './lookup.js';
import {
  findReject,
  type Policy,
  type Rule,
  type StatusRule,
  type EscalationStep,
} from './policy.js';
import type { ActionSpec, OutcomeClass, RejectCode, StepCondition } from './vocabulary.js';

export interface EnginePorts {
  /** Runs `action` when session time reaches `dueAt`. */
  at(dueAt: Instant, action: () => void): { cancel(): void };
  /** Carries out the actions of a delayed step. */
  applyActions(actions: readonly PolicyAction[]): void;
}

export interface EngineSetup {
  readonly policy: Policy;
  readonly login: 'token' | 'hmac';
  /** Counters of the steps survive restarts; false when absent. */
  readonly keepsCounts?: boolean;
  /** Serious texts of the venue's profile, in addition to the policy's. */
  readonly seriousWords?: readonly string[];
}

const NOTHING: readonly PolicyAction[] = [];

function toQuiet(found: OutcomeClass): Verdict {
  return { class: found, rule: '', reject: '', again: false, actions: NOTHING };
}

/** True for a step that waits for a time, not for a condition. */
function isLook({ when, after }: EscalationStep): boolean {
  return when === undefined && after > 0;
}

/** Marks a status that needs the full evaluation. */
const LOUD = toQuiet('unknown');

export class PolicyEngine {
  readonly policy: Policy;
  readonly #login: EngineSetup['login'];
  readonly #ports: EnginePorts;
  readonly counters: StepCounters;
  /** Pending delayed steps, by step and cause: at most one per state. */
  readonly #looks = new Set<string>();
  /** Verdicts by group and status, filled as they occur. */
  readonly #quick = Object.fromEntries(
    CALL_GROUPS.map((group): [CallGroup, Verdict[]] => [group, []]),
  ) as Readonly<Record<CallGroup, Verdict[]>>;

  constructor({ policy, login, keepsCounts, seriousWords = [] }: EngineSetup, ports: EnginePorts) {
    const texts = seriousWords.map((word) => word.toLowerCase());
    this.policy = { ...policy, seriousTexts: [...policy.seriousTexts, ...texts] };
    this.#login = login;
    this.counters = new StepCounters(keepsCounts === true ? policy.version : undefined);
    this.#ports = ports;
  }

  /**
   * Evaluates a finished call. A delayed step applies if `stands` still returns true then; `since`
   * is when that state began, for a state that can recur.
   */
  answer(
    at: Instant,
    facts: CallOutcome,
    scope: CallScope = NO_SCOPE,
    stands: () => boolean = () => false,
    since?: Instant,
  ): Verdict {
    const { policy } = this;
    const rule = findCallRule(policy, this.#login, facts);
    const reason = rule.class === 'by-reason' ? findReason(policy, facts) : undefined;
    const one: PolicyInput = {
      at,
      scope,
      cause: rule.control === 'RC54' ? 'login' : toCause(facts.group, scope),
      reason: describe(reason ?? rule, facts),
      stands,
      since,
    };
    const actions = [...this.#evaluate(rule, one), ...(reason ? this.#evaluate(reason, one) : [])];
    const text = `${facts.code} ${facts.message}`;
    if (isSerious(policy, text)) {
      actions.push(...this.#evaluate(policy.serious, { ...one, reason: describeSerious(text) }));
    }
    const reject = findReject((reason ?? rule).actions);
    const again = 'again' in rule && rule.again;
    const found = classifyCall(policy, this.#login, facts);
    return { class: found, rule: (reason ?? rule).name, reject, again, actions };
  }

  /** True when the rule of this call has a delayed step. */
  waits(facts: CallOutcome): boolean {
    return findCallRule(this.policy, this.#login, facts).steps.some(isLook);
  }

  /** Re-arms the delayed steps of a call that ended in a previous run. */
  resume(at: Instant, facts: CallOutcome, scope: CallScope, stands: () => boolean): void {
    const rule = findCallRule(this.policy, this.#login, facts);
    const cause = toCause(facts.group, scope);
    const one: PolicyInput = { at, scope, cause, reason: describe(rule, facts), stands };
    for (const step of rule.steps.filter(isLook)) this.#later(step, rule.control, one);
  }

  /** Verdict on a response without text whose rule has no actions; allocates no object. */
  quick(group: CallGroup, status: number): Verdict | undefined {
    const cells = this.#quick[group];
    let cell = cells[status];
    if (cell === undefined) {
      const facts = { group, status, code: '', message: '' };
      const rule = status < 100 ? undefined : findCallRule(this.policy, this.#login, facts);
      const isQuiet = rule?.isQuiet === true && rule.class !== 'by-reason';
      cell = isQuiet ? toQuiet(rule.class) : LOUD;
      cells[status] = cell;
    }
    return cell === LOUD ? undefined : cell;
  }

  /** Evaluates a text that came with a status: a serious one halts, an empty one does nothing. */
  checkErrorText(at: Instant, text: string, scope: CallScope = NO_SCOPE): readonly PolicyAction[] {
    if (text === '' || !isSerious(this.policy, text)) return NOTHING;
    return this.#evaluate(this.policy.serious, toPolicyInput(at, scope, describeSerious(text)));
  }

  /** The rule for a status of an order. */
  findStatus(word: string): StatusRule {
    return findStatusRule(this.policy, word);
  }

  /** Actions of a status when an order first has it; the caller schedules the steps of `after`. */
  status(at: Instant, rule: StatusRule, word: string, scope: CallScope): readonly PolicyAction[] {
    if (rule.actions.length === 0) return NOTHING;
    return this.#toActions(
      rule.actions,
      rule.control,
      toPolicyInput(at, scope, `order status ${word}`),
    );
  }

  /** Actions of a status step that is due by its time or its condition. */
  statusStep(
    at: Instant,
    rule: StatusRule,
    step: EscalationStep,
    scope: CallScope,
    text = '',
  ): readonly PolicyAction[] {
    const words = text === '' ? '' : `: ${text.slice(0, 100)}`;
    const one = toPolicyInput(at, scope, `${describeStep(rule, step)}${words}`);
    if (!this.counters.hit(step, toOrderName(scope), at)) return NOTHING;
    return this.#toActions(step.actions, rule.control, one);
  }

  /** Actions of the status steps that a condition triggers at once. */
  statusWhen(
    at: Instant,
    rule: StatusRule,
    when: StepCondition,
    scope: CallScope,
    text: string,
  ): readonly PolicyAction[] {
    const steps = rule.steps.filter((step) => step.when === when && step.after === 0);
    return steps.flatMap((step) => this.statusStep(at, rule, step, scope, text));
  }

  /** Evaluates the reason of a `REJECTED` or `FAILED` order by the same table as a 400. */
  reason(
    at: Instant,
    code: string,
    kind: ReasonCodeKind,
    message: string,
    scope: CallScope,
  ): {
    readonly reject: RejectCode | '';
    readonly actions: readonly PolicyAction[];
    readonly name: string;
  } {
    const facts = { group: 'place', status: 0, code, codeKind: kind, message } as const;
    const rule = findReason(this.policy, facts);
    const one = toPolicyInput(at, scope, describe(rule, facts));
    // The rule `none` is for a 400 without a code; here the status itself states the rejection.
    const actions = kind === 'none' ? NOTHING : this.#evaluate(rule, one);
    return { reject: findReject(rule.actions), actions, name: rule.name };
  }

  /** True when a reason has a rule of its own. */
  listsReason(code: string, kind: ReasonCodeKind): boolean {
    return kind !== 'none' && !isOpenKey(findReasonKey(this.policy.reasons, code, kind));
  }

  /** Evaluates an event of a quote request when it first occurs. */
  rfsEvent(at: Instant, word: string, scope: CallScope, stands: () => boolean) {
    const { rfsEvents } = this.policy;
    const rule = rfsEvents.get(word) ?? rfsEvents.get('unknown');
    // unreached: K1 sees to it at load
    if (rule === undefined) throw new RangeError('K1 was not checked');
    const one = { ...toPolicyInput(at, scope, `quote request event ${word}`), stands };
    const reject = findReject(rule.actions);
    return { state: rule.state, rule: rule.name, reject, actions: this.#evaluate(rule, one) };
  }

  /** RC39: counts one rejection by the venue. `ruleName` is the rule of its code. */
  rejected(at: Instant, ruleName: string, scope: CallScope): readonly PolicyAction[] {
    const hasOwn = this.#hasOwnSteps(ruleName);
    return this.policy.bursts.flatMap((step) => {
      if (step.same && hasOwn) return [];
      const key = step.same ? `${toKey(step.per, scope)}|${ruleName}` : toKey(step.per, scope);
      if (!this.counters.hit(step, key, at)) return [];
      const alike = step.same ? ` with ${ruleName}` : '';
      const reason = `the venue rejected ${String(step.count)} orders${alike}`;
      return this.#toActions(step.actions, 'RC39', toPolicyInput(at, scope, reason));
    });
  }

  /**
   * RC53: an outcome has become unknown. `counts` are the orders of unknown outcome in the symbol
   * and in all, this one included; `stands` returns whether this one still is. If the order becomes
   * unknown again, that is a new case.
   */
  unknown(
    at: Instant,
    counts: { readonly symbol: number; readonly all: number },
    scope: CallScope,
    stands: () => boolean,
  ): readonly PolicyAction[] {
    return this.policy.unknowns.flatMap((step) => {
      const count = step.per === 'all' ? counts.all : counts.symbol;
      const many = `${String(count)} orders of unknown outcome`;
      const cause = toUnknownCause(step, scope.symbol);
      const one = { ...toPolicyInput(at, scope, many), cause };
      if (step.after > 0) {
        const reason = `the outcome of ${scope.coId} stays unknown`;
        this.#later(step, 'RC53', { ...one, reason, stands, since: at });
        return [];
      }
      return count < step.count ? [] : this.#toActions(step.actions, 'RC53', one);
    });
  }

  /** Causes of pauses whose number of unknown outcomes is no longer reached. */
  listKnown(counts: { readonly symbol: number; readonly all: number }, symbol: string) {
    return this.policy.unknowns.flatMap((step) => {
      const count = step.per === 'all' ? counts.all : counts.symbol;
      return step.count > 0 && count < step.count ? [toUnknownCause(step, symbol)] : [];
    });
  }

  #hasOwnSteps(ruleName: string): boolean {
    const { reasons, rfsEvents } = this.policy;
    const rules: readonly Rule[] = [...reasons.values(), ...rfsEvents.values()];
    return rules.some(({ name, steps }) => name === ruleName && steps.length > 0);
  }

  #evaluate(rule: Rule, one: PolicyInput): readonly PolicyAction[] {
    if (rule.isQuiet) return NOTHING;
    const actions = [...this.#toActions(rule.actions, rule.control, one)];
    for (const step of rule.steps) {
      if (step.when !== undefined) continue;
      if (step.after > 0) this.#later(step, rule.control, one);
      else if (this.counters.hit(step, toKey(step.per, one.scope), one.at)) {
        const reason = `${one.reason}, ${String(step.count)} times`;
        actions.push(...this.#toActions(step.actions, rule.control, { ...one, reason }));
      }
    }
    return actions;
  }

  #later(step: EscalationStep, control: string, one: PolicyInput): void {
    const dueAt = one.at + step.after;
    const name = `${step.id}|${one.cause}|${toOrderName(one.scope)}|${String(one.since)}`;
    if (this.#looks.has(name)) return;
    this.#looks.add(name);
    this.#ports.at(dueAt, () => {
      this.#looks.delete(name);
      if (!one.stands()) return;
      if (!this.counters.hit(step, toKey(step.per, one.scope), dueAt)) return;
      this.#ports.applyActions(this.#toActions(step.actions, control, { ...one, at: dueAt }));
    });
  }

  #toActions(
    actions: readonly ActionSpec[],
    control: string,
    one: PolicyInput,
  ): readonly PolicyAction[] {
    const { scope, reason, cause } = one;
    return actions.flatMap((action) => {
      if (action.do === 'cancel' && this.policy.freezes && control === 'RC52') return [];
      return action.do === 'reject' ? [] : [{ action, control, reason, cause, scope }];
    });
  }
}
