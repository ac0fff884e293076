// Judges what happened by the policy: the class of a call, and what is to be done about it.
import type { CallGroup, CodeKind, Instant, TransportOutcome } from '../../domain/index.js';
import { StepCounters } from './counters.js';
import { findHttpRule, findReason, findTransportRule, isSerious } from './lookup.js';
import { findReject, type Policy, type Rule, type StatusRule, type Step } from './policy.js';
import type { Action, PauseScope, PolicyClass, RejectCode, StepCondition } from './words.js';

/** What a judgement is about; empty where the call has no such thing. */
export interface CallScope {
  readonly strategy: string;
  readonly symbol: string;
  /** `Limit/IOC`. */
  readonly type: string;
  readonly coId: string;
}

export const NO_SCOPE: CallScope = { strategy: '', symbol: '', type: '', coId: '' };

/** How a call ended. */
export interface CallFacts {
  readonly group: CallGroup;
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  readonly transport?: TransportOutcome | undefined;
  readonly codeKind?: CodeKind | undefined;
  readonly code: string;
  readonly message: string;
  /** This coId was sent before. */
  readonly resent?: boolean | undefined;
  /** A resend of STP messages. */
  readonly isResend?: boolean | undefined;
}

/** One thing to do, and on whose behalf. */
export interface Deed {
  readonly action: Action;
  /** Control id. */
  readonly control: string;
  /** What happened, for people: rule and words of the venue. */
  readonly reason: string;
  /** Names the condition of a pause `until: resolved`. */
  readonly cause: string;
  readonly scope: CallScope;
}

export interface Verdict {
  readonly class: PolicyClass;
  /** What the strategy is told of a rejection; empty when it says nothing. */
  readonly reject: RejectCode | '';
  /** The same bytes may be sent once more, after the refresh. */
  readonly again: boolean;
  readonly deeds: readonly Deed[];
}

export interface EnginePorts {
  /** Runs `action` when session time reaches `dueAt`. */
  at(dueAt: Instant, action: () => void): { cancel(): void };
  /** Does what a later step asks for. */
  obey(deeds: readonly Deed[]): void;
}

export interface EngineSetup {
  readonly policy: Policy;
  readonly login: 'token' | 'hmac';
}

const NOTHING: readonly Deed[] = [];
/** Nothing to do, one object per class: what goes well makes no garbage. */
const QUIET = new Map<PolicyClass, Verdict>();

function toQuiet(found: PolicyClass): Verdict {
  const known = QUIET.get(found);
  if (known !== undefined) return known;
  const verdict = { class: found, reject: '', again: false, deeds: NOTHING } as const;
  QUIET.set(found, verdict);
  return verdict;
}

/** Hits of one judgement, and who asks. */
interface Case {
  readonly at: Instant;
  readonly scope: CallScope;
  readonly cause: string;
  readonly reason: string;
  readonly code: string;
  /** Whether the state that was judged still stands, for steps of `after`. */
  readonly stands: () => boolean;
}

export class PolicyEngine {
  readonly policy: Policy;
  readonly #login: EngineSetup['login'];
  readonly #ports: EnginePorts;
  readonly #counters = new StepCounters();

  constructor({ policy, login }: EngineSetup, ports: EnginePorts) {
    this.policy = policy;
    this.#login = login;
    this.#ports = ports;
  }

  /**
   * Judges the end of a call. `stands` tells later whether its state still stands; without it, steps
   * that wait are not taken.
   */
  answer(
    at: Instant,
    facts: CallFacts,
    scope: CallScope = NO_SCOPE,
    stands: () => boolean = () => false,
  ): Verdict {
    const { policy } = this;
    const context = { login: this.#login, isResend: facts.isResend === true };
    const isTransport = facts.transport !== undefined && facts.status < 500;
    const rule = isTransport
      ? findTransportRule(policy, facts.group, facts.transport, context)
      : findHttpRule(policy, facts.group, facts.status, context);
    const isGood = rule.class === 'accepted' || rule.class === 'data' || rule.class === 'empty';
    const text = facts.message === '' && facts.code === '';
    if (rule.isQuiet && (isGood || text) && text && rule.class !== 'by-reason') {
      return toQuiet(rule.class);
    }
    const reason = rule.class === 'by-reason' ? findReason(policy, facts) : undefined;
    const found = reason?.class ?? (rule.class === 'by-reason' ? 'unknown' : rule.class);
    const one: Case = {
      at,
      scope,
      cause: toCause(facts.group, scope),
      reason: describe(reason ?? rule, facts),
      code: reason?.name ?? '',
      stands,
    };
    const deeds = [...this.#judge(rule, one), ...(reason ? this.#judge(reason, one) : [])];
    if (isSerious(policy, `${facts.code} ${facts.message}`)) {
      deeds.push(...this.#judge(policy.serious, one));
    }
    const reject = findReject((reason ?? rule).actions);
    const again = 'again' in rule && rule.again;
    return { class: found, reject, again, deeds };
  }

  /** The class alone: nothing is counted, nothing done. */
  classify(facts: CallFacts): PolicyClass {
    return classifyCall(this.policy, this.#login, facts);
  }

  /**
   * Judges a text of the venue that stands beside a status: a serious one halts; empty does nothing.
   */
  text(at: Instant, text: string, scope: CallScope = NO_SCOPE): readonly Deed[] {
    if (text === '' || !isSerious(this.policy, text)) return NOTHING;
    const reason = `the venue reports a serious error: ${text.slice(0, 100)}`;
    return this.#judge(this.policy.serious, toCase(at, scope, reason));
  }

  /** The rule of an order's status word. */
  findStatus(word: string): StatusRule {
    return this.policy.statuses.get(word) ?? this.policy.unknownStatus;
  }

  /** What a status word does when it first comes; steps of `after` are the caller's to ask for. */
  status(at: Instant, rule: StatusRule, word: string, scope: CallScope): readonly Deed[] {
    if (rule.actions.length === 0) return NOTHING;
    return this.#toDeeds(rule.actions, rule.control, toCase(at, scope, `order status ${word}`));
  }

  /** A step of a status rule that is reached: after its time, or by its condition. */
  statusStep(at: Instant, rule: StatusRule, step: Step, scope: CallScope): readonly Deed[] {
    const one = toCase(at, scope, describeStep(rule, step));
    if (!this.#counters.hit(step, scope.coId, at)) return NOTHING;
    return this.#toDeeds(step.actions, rule.control, one);
  }

  /** Steps of a status that a condition asks for at once. */
  statusWhen(
    at: Instant,
    rule: StatusRule,
    when: StepCondition,
    scope: CallScope,
  ): readonly Deed[] {
    const steps = rule.steps.filter((step) => step.when === when && step.after === 0);
    return steps.flatMap((step) => this.statusStep(at, rule, step, scope));
  }

  /** A reason code of an order that ended `REJECTED` or `FAILED`, by the same table as a 400's. */
  reason(
    at: Instant,
    code: string,
    kind: CodeKind,
    message: string,
    scope: CallScope,
  ): { readonly reject: RejectCode | ''; readonly deeds: readonly Deed[]; readonly key: string } {
    const facts = { group: 'place', status: 0, code, codeKind: kind, message } as const;
    const rule = findReason(this.policy, facts);
    const one = { ...toCase(at, scope, describe(rule, facts)), code: rule.name };
    return { reject: findReject(rule.actions), deeds: this.#judge(rule, one), key: rule.name };
  }

  /** An event of a request for quotes when it first comes. */
  rfsEvent(at: Instant, word: string, scope: CallScope, stands: () => boolean) {
    const { rfsEvents } = this.policy;
    const rule = rfsEvents.get(word) ?? rfsEvents.get('unknown');
    if (rule === undefined) throw new RangeError('K1 was not checked');
    const one = { ...toCase(at, scope, `request event ${word}`), stands };
    return { state: rule.state, deeds: this.#judge(rule, one) };
  }

  /** One rejection by the venue, at once or by status: RC39. `rule` is that of its code. */
  rejected(at: Instant, ruleName: string, scope: CallScope): readonly Deed[] {
    const hasOwn = this.#hasOwnSteps(ruleName);
    return this.policy.bursts.flatMap((step) => {
      if (step.same && hasOwn) return [];
      const key = step.same ? `${toKey(step.per, scope)}|${ruleName}` : toKey(step.per, scope);
      if (!this.#counters.hit(step, key, at)) return [];
      const alike = step.same ? ` with ${ruleName}` : '';
      const reason = `the venue rejected ${String(step.count)} orders${alike}`;
      return this.#toDeeds(step.actions, 'RC39', toCase(at, scope, reason));
    });
  }

  /**
   * An outcome has become unknown: RC53. `counts` are the unknown orders of the symbol and of all
   * with this one; `stands` tells whether this one still is.
   */
  unknown(
    at: Instant,
    counts: { readonly symbol: number; readonly all: number },
    scope: CallScope,
    stands: () => boolean,
  ): readonly Deed[] {
    return this.policy.unknowns.flatMap((step) => {
      const count = step.per === 'all' ? counts.all : counts.symbol;
      const reason = `${String(count)} orders of unknown outcome`;
      const cause = toUnknownCause(step, scope.symbol);
      const one = { ...toCase(at, scope, reason), cause };
      if (step.after > 0) {
        const late = { ...one, reason: `the outcome of ${scope.coId} stays unknown` };
        this.#later(step, 'RC53', { ...late, stands });
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
    for (const rule of this.policy.reasons.values()) {
      if (rule.name === ruleName) return rule.steps.length > 0;
    }
    return false;
  }

  #judge(rule: Rule, one: Case): readonly Deed[] {
    if (rule.isQuiet) return NOTHING;
    const deeds = [...this.#toDeeds(rule.actions, rule.control, one)];
    for (const step of rule.steps) {
      if (step.when !== undefined) continue;
      if (step.after > 0) this.#later(step, rule.control, one);
      else if (this.#counters.hit(step, toKey(step.per, one.scope), one.at)) {
        const reason = `${one.reason}, ${String(step.count)} times`;
        deeds.push(...this.#toDeeds(step.actions, rule.control, { ...one, reason }));
      }
    }
    return deeds;
  }

  #later(step: Step, control: string, one: Case): void {
    const dueAt = one.at + step.after;
    this.#ports.at(dueAt, () => {
      if (!one.stands()) return;
      if (!this.#counters.hit(step, toKey(step.per, one.scope), dueAt)) return;
      this.#ports.obey(this.#toDeeds(step.actions, control, { ...one, at: dueAt }));
    });
  }

  #toDeeds(actions: readonly Action[], control: string, one: Case): readonly Deed[] {
    const { scope, reason, cause } = one;
    return actions.flatMap((action) => {
      if (action.do === 'cancel' && this.policy.freezes && control === 'RC52') return [];
      return action.do === 'reject' ? [] : [{ action, control, reason, cause, scope }];
    });
  }
}

/** The class of a call by a policy, without counting it. */
export function classifyCall(
  policy: Policy,
  login: EngineSetup['login'],
  facts: CallFacts,
): PolicyClass {
  const context = { login, isResend: facts.isResend === true };
  const { transport, status, group } = facts;
  if (transport !== undefined && status < 500) {
    return findTransportRule(policy, group, transport, context).class;
  }
  const found = findHttpRule(policy, group, status, context).class;
  return found === 'by-reason' ? findReason(policy, facts).class : found;
}

function toCase(at: Instant, scope: CallScope, reason: string): Case {
  const cause = scope.coId === '' ? reason : `order ${scope.coId}`;
  return { at, scope, cause, reason, code: '', stands: () => false };
}

/** Calls of a login stand for one condition; a read for itself; a write for its order. */
function toCause(group: CallGroup, { coId, symbol }: CallScope): string {
  if (group === 'login' || group === 'renew') return 'login';
  if (group === 'place' || group === 'cancel') return `order ${coId}`;
  return `${group} ${coId === '' ? symbol : coId}`;
}

function toUnknownCause(step: Step, symbol: string): string {
  return step.per === 'all' ? step.id : `${step.id} ${symbol}`;
}

/** The value that a step counts by; a scope that the call does not have widens to all. */
function toKey(per: PauseScope, scope: CallScope): string {
  switch (per) {
    case 'symbol':
      return scope.symbol;
    case 'type':
      return scope.type;
    case 'strategy':
      return scope.strategy;
    case 'all':
      return '';
  }
}

function describe(rule: Rule, { group, status, transport, code, message }: CallFacts): string {
  const found = transport ?? (status === 0 ? '' : `HTTP ${String(status)}`);
  const call = found === '' ? '' : `${found} on ${group}`;
  const words = [call, code, message.slice(0, 100)].filter((word) => word !== '');
  return `${rule.name}: ${words.join(': ')}`;
}

function describeStep(rule: StatusRule, { after, when }: Step): string {
  const since = after === 0 ? '' : ` for ${String(after / 1_000_000)} s`;
  return `order status ${rule.word}${since}${when === undefined ? '' : ` (${when})`}`;
}
