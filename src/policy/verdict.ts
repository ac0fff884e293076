// Inputs and results of the policy engine: call outcomes, scopes, actions, and their texts.
import type { Instant } from '../domain/index.js';
import type { CallGroup, ReasonCodeKind, TransportOutcome } from '../domain/venue/index.js';
import type { Rule, StatusRule, EscalationStep } from './policy.js';
import type { ActionSpec, PauseScope, OutcomeClass, RejectCode } from './vocabulary.js';

/** Scope of a policy decision; a field is empty when the call has no such thing. */
export interface CallScope {
  readonly strategy: string;
  readonly symbol: string;
  /** `Limit/IOC`. */
  readonly type: string;
  readonly coId: string;
  /** The venue's id of a duplicate under the coId. */
  readonly orderId?: string;
}

/** Name of an order; a duplicate has a name of its own. */
export function toOrderName({ coId, orderId }: CallScope): string {
  return orderId === undefined ? coId : `${coId} ${orderId}`;
}

export const NO_SCOPE: CallScope = { strategy: '', symbol: '', type: '', coId: '' };

/** The outcome of a call. */
export interface CallOutcome {
  readonly group: CallGroup;
  /** HTTP status; 0 when no response came. */
  readonly status: number;
  readonly transport?: TransportOutcome | undefined;
  readonly codeKind?: ReasonCodeKind | undefined;
  readonly code: string;
  readonly message: string;
  /** This coId was sent before. */
  readonly resent?: boolean | undefined;
  /** The call was a resend of STP messages. */
  readonly isResend?: boolean | undefined;
}

/** One action, with its scope and cause. */
export interface PolicyAction {
  readonly action: ActionSpec;
  /** Control id. */
  readonly control: string;
  /** What happened, as a text for operators: rule and text of the venue. */
  readonly reason: string;
  /** Name of the condition of a pause `until: resolved`. */
  readonly cause: string;
  readonly scope: CallScope;
}

export interface Verdict {
  readonly class: OutcomeClass;
  /** Name of the rule that decided; empty when it has no actions. */
  readonly rule: string;
  /** Reject code for the strategy; empty without one. */
  readonly reject: RejectCode | '';
  /** The same bytes may be sent once more, after the refresh. */
  readonly again: boolean;
  readonly actions: readonly PolicyAction[];
}

/** Facts of one evaluation that its actions and steps need. */
export interface PolicyInput {
  readonly at: Instant;
  readonly scope: CallScope;
  readonly cause: string;
  readonly reason: string;
  /** True while the evaluated state lasts, for steps of `after`. */
  readonly stands: () => boolean;
  /** When that state began, for a state that can recur. */
  readonly since?: Instant | undefined;
}

export function toPolicyInput(at: Instant, scope: CallScope, reason: string): PolicyInput {
  const cause = scope.coId === '' ? reason : `order ${scope.coId}`;
  return { at, scope, cause, reason, stands: () => false };
}

/** Cause of a pause: one for all login calls, one per read, one per order for writes. */
export function toCause(group: CallGroup, { coId, symbol }: CallScope): string {
  if (group === 'login' || group === 'renew') return 'login';
  if (group === 'place' || group === 'cancel' || group === 'accept') return `order ${coId}`;
  return `${group} ${coId === '' ? symbol : coId}`;
}

export function toUnknownCause(step: EscalationStep, symbol: string): string {
  return step.per === 'all' ? step.id : `${step.id} ${symbol}`;
}

/** Value that a step counts by; a scope that the call does not have widens to all. */
export function toKey(per: PauseScope, scope: CallScope): string {
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

/** Calls that change nothing at the venue. */
const READS: ReadonlySet<CallGroup> = new Set(['login', 'renew', 'data', 'find', 'stp']);

/** Text of what happened, with the rule that decided. */
export function describe(
  rule: Rule & { readonly class?: string },
  { group, status, transport, code, message }: CallOutcome,
): string {
  const text = message.slice(0, 100);
  return `${describeEnd()}${text === '' ? '' : `: ${text}`} (policy ${rule.name})`;

  function describeEnd(): string {
    const isOpen = status > 0 && rule.class === 'unknown';
    if (isOpen && !READS.has(group) && (transport === undefined || status >= 500)) {
      const suffix = code === '' ? '' : ` with ${code}`;
      return `the venue answered HTTP ${String(status)} on ${group}${suffix}, outcome unknown`;
    }
    if (code !== '' && group === 'desk') return `the venue answered ${code} on a back-office call`;
    if (code !== '') return `the venue rejected an order with ${code}`;
    if (transport !== undefined && status < 500)
      return `a call of ${group} ended with ${transport}`;
    return status === 0
      ? 'an order ended'
      : `the venue answered HTTP ${String(status)} on ${group}`;
  }
}

/** The same for a text that reports a serious error. */
export function describeSerious(text: string): string {
  return `the venue reports a serious error: ${text.trim().slice(0, 100)}`;
}

export function describeStep(rule: StatusRule, { after, when }: EscalationStep): string {
  const since = after === 0 ? '' : ` for ${String(after / 1_000_000)} s`;
  return `order status ${rule.word}${since}${when === undefined ? '' : ` (${when})`}`;
}
