// Judges what happened by the policy: the class of a call, and what is to be done about it.
import { CALL_GROUPS, type CallGroup, type ReasonCodeKind, type Instant } from '../domain/index.js';
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
  /** Does what a later step asks for. */
  applyActions(deeds: readonly PolicyAction[]): void;
}

export interface EngineSetup {
  readonly policy: Policy;
  readonly login: 'token' | 'hmac';
  /** What its steps have counted outlives the run; false when absent. */
  readonly keepsCounts?: boolean;
  /** Serious texts of the venue's profile, besides the policy's. */
  readonly seriousWords?: readonly string[];
}

const NOTHING: readonly PolicyAction[] = [];

function toQuiet(found: OutcomeClass): Verdict {
  return { class: found, rule: '', reject: '', again: false, actions: NOTHING };
}

/** A step that waits for its time, not for a condition. */
function isLook({ when, after }: EscalationStep): boolean {
  return when === undefined && after > 0;
}

/** Stands for what has to be judged in full. */
const LOUD = toQuiet('unknown');

export class PolicyEngine {
  readonly policy: Policy;
  readonly #login: EngineSetup['login'];
  readonly #ports: EnginePorts;
  readonly counters: StepCounters;
  /** Looks that are due later, by step and cause: one at a time for each state. */
  readonly #looks = new Set<string>();
  /** By group and status, as they come. */
  readonly #quick = Object.fromEntries(
    CALL_GROUPS.map((group): [CallGroup, Verdict[]] => [group, []]),
  ) as Readonly<Record<CallGroup, Verdict[]>>;

  constructor({ policy, login, keepsCounts, seriousWords = [] }: EngineSetup, ports: EnginePorts) {
    const words = seriousWords.map((word) => word.toLowerCase());
    this.policy = { ...policy, seriousTexts: [...policy.seriousTexts, ...words] };
    this.#login = login;
    this.counters = new StepCounters(keepsCounts === true ? policy.version : undefined);
    this.#ports = ports;
  }

  /**
   * Judges the end of a call. Steps that wait are taken where `stands` says so later; `since` is
   * when that state began, where it may begin anew.
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
    const actions = [...this.#judge(rule, one), ...(reason ? this.#judge(reason, one) : [])];
    const text = `${facts.code} ${facts.message}`;
    if (isSerious(policy, text)) {
      actions.push(...this.#judge(policy.serious, { ...one, reason: describeSerious(text) }));
    }
    const reject = findReject((reason ?? rule).actions);
    const again = 'again' in rule && rule.again;
    const found = classifyCall(policy, this.#login, facts);
    return { class: found, rule: (reason ?? rule).name, reject, again, actions };
  }

  /** Whether the end of a call is looked at again after a time. */
  waits(facts: CallOutcome): boolean {
    return findCallRule(this.policy, this.#login, facts).steps.some(isLook);
  }

  /** Looks again at a call that ended in a run before, as that one would have. */
  resume(at: Instant, facts: CallOutcome, scope: CallScope, stands: () => boolean): void {
    const rule = findCallRule(this.policy, this.#login, facts);
    const cause = toCause(facts.group, scope);
    const one: PolicyInput = { at, scope, cause, reason: describe(rule, facts), stands };
    for (const step of rule.steps.filter(isLook)) this.#later(step, rule.control, one);
  }

  /** The verdict on an answer without words, when its rule does nothing; no object is made. */
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

  /** The class alone: nothing is counted, nothing done. */
  classify(facts: CallOutcome): OutcomeClass {
    return classifyCall(this.policy, this.#login, facts);
  }

  /** Judges a text of the venue beside a status: a serious one halts; empty does nothing. */
  checkErrorText(at: Instant, text: string, scope: CallScope = NO_SCOPE): readonly PolicyAction[] {
    if (text === '' || !isSerious(this.policy, text)) return NOTHING;
    return this.#judge(this.policy.serious, toPolicyInput(at, scope, describeSerious(text)));
  }

  /** The rule of an order's status word. */
  findStatus(word: string): StatusRule {
    return findStatusRule(this.policy, word);
  }

  /** What a status word does when it first comes; steps of `after` are the caller's to ask for. */
  status(at: Instant, rule: StatusRule, word: string, scope: CallScope): readonly PolicyAction[] {
    if (rule.actions.length === 0) return NOTHING;
    return this.#toDeeds(
      rule.actions,
      rule.control,
      toPolicyInput(at, scope, `order status ${word}`),
    );
  }

  /** A step of a status rule that is reached: after its time, or by its condition. */
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
    return this.#toDeeds(step.actions, rule.control, one);
  }

  /** Steps of a status that a condition asks for at once. */
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

  /** A reason code of an order that ended `REJECTED` or `FAILED`, by the same table as a 400's. */
  reason(
    at: Instant,
    code: string,
    kind: ReasonCodeKind,
    message: string,
    scope: CallScope,
  ): {
    readonly reject: RejectCode | '';
    readonly deeds: readonly PolicyAction[];
    readonly name: string;
  } {
    const facts = { group: 'place', status: 0, code, codeKind: kind, message } as const;
    const rule = findReason(this.policy, facts);
    const one = toPolicyInput(at, scope, describe(rule, facts));
    // `none` is about a 400 that says nothing; a status says that the order is rejected.
    const deeds = kind === 'none' ? NOTHING : this.#judge(rule, one);
    return { reject: findReject(rule.actions), deeds, name: rule.name };
  }

  /** Whether a reason has a rule of its own. */
  listsReason(code: string, kind: ReasonCodeKind): boolean {
    return kind !== 'none' && !isOpenKey(findReasonKey(this.policy.reasons, code, kind));
  }

  /** An event of a request for quotes when it first comes. */
  rfsEvent(at: Instant, word: string, scope: CallScope, stands: () => boolean) {
    const { rfsEvents } = this.policy;
    const rule = rfsEvents.get(word) ?? rfsEvents.get('unknown');
    // unreached: K1 sees to it at load
    if (rule === undefined) throw new RangeError('K1 was not checked');
    const one = { ...toPolicyInput(at, scope, `request event ${word}`), stands };
    const reject = findReject(rule.actions);
    return { state: rule.state, rule: rule.name, reject, deeds: this.#judge(rule, one) };
  }

  /** One rejection by the venue, at once or by status: RC39. `rule` is that of its code. */
  rejected(at: Instant, ruleName: string, scope: CallScope): readonly PolicyAction[] {
    const hasOwn = this.#hasOwnSteps(ruleName);
    return this.policy.bursts.flatMap((step) => {
      if (step.same && hasOwn) return [];
      const key = step.same ? `${toKey(step.per, scope)}|${ruleName}` : toKey(step.per, scope);
      if (!this.counters.hit(step, key, at)) return [];
      const alike = step.same ? ` with ${ruleName}` : '';
      const reason = `the venue rejected ${String(step.count)} orders${alike}`;
      return this.#toDeeds(step.actions, 'RC39', toPolicyInput(at, scope, reason));
    });
  }

  /**
   * An outcome has become unknown: RC53. `counts` are the unknown orders of the symbol and of all
   * with this one; `stands` tells whether this one still is. A later one of its order is another.
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
      return count < step.count ? [] : this.#toDeeds(step.actions, 'RC53', one);
    });
  }

  /** Conditions of unknown outcomes that are gone: causes of pauses to resolve. */
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

  #judge(rule: Rule, one: PolicyInput): readonly PolicyAction[] {
    if (rule.isQuiet) return NOTHING;
    const deeds = [...this.#toDeeds(rule.actions, rule.control, one)];
    for (const step of rule.steps) {
      if (step.when !== undefined) continue;
      if (step.after > 0) this.#later(step, rule.control, one);
      else if (this.counters.hit(step, toKey(step.per, one.scope), one.at)) {
        const reason = `${one.reason}, ${String(step.count)} times`;
        deeds.push(...this.#toDeeds(step.actions, rule.control, { ...one, reason }));
      }
    }
    return deeds;
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
      this.#ports.applyActions(this.#toDeeds(step.actions, control, { ...one, at: dueAt }));
    });
  }

  #toDeeds(
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
