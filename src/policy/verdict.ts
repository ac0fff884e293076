// What the engine judges and what comes of it: facts, scopes, deeds, and their words.
import type { CallGroup, ReasonCodeKind, Instant, TransportOutcome } from '../domain/index.js';
import type { Rule, StatusRule, EscalationStep } from './policy.js';
import type { ActionSpec, PauseScope, OutcomeClass, RejectCode } from './vocabulary.js';

/** What a judgement is about; empty where the call has no such thing. */
export interface CallScope {
  readonly strategy: string;
  readonly symbol: string;
  /** `Limit/IOC`. */
  readonly type: string;
  readonly coId: string;
  /** The venue's id of a second order that it made under the coId. */
  readonly orderId?: string;
}

/** Of two orders under one coId the second has its own name. */
export function toOrderName({ coId, orderId }: CallScope): string {
  return orderId === undefined ? coId : `${coId} ${orderId}`;
}

export const NO_SCOPE: CallScope = { strategy: '', symbol: '', type: '', coId: '' };

/** How a call ended. */
export interface CallOutcome {
  readonly group: CallGroup;
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  readonly transport?: TransportOutcome | undefined;
  readonly codeKind?: ReasonCodeKind | undefined;
  readonly code: string;
  readonly message: string;
  /** This coId was sent before. */
  readonly resent?: boolean | undefined;
  /** A resend of STP messages. */
  readonly isResend?: boolean | undefined;
}

/** One thing to do, and on whose behalf. */
export interface PolicyAction {
  readonly action: ActionSpec;
  /** Control id. */
  readonly control: string;
  /** What happened, for people: rule and words of the venue. */
  readonly reason: string;
  /** Names the condition of a pause `until: resolved`. */
  readonly cause: string;
  readonly scope: CallScope;
}

export interface Verdict {
  readonly class: OutcomeClass;
  /** Names the rule that decided; empty when it does nothing. */
  readonly rule: string;
  /** What the strategy is told of a rejection; empty when it says nothing. */
  readonly reject: RejectCode | '';
  /** The same bytes may be sent once more, after the refresh. */
  readonly again: boolean;
  readonly actions: readonly PolicyAction[];
}

/** Hits of one judgement, and who asks. */
export interface PolicyInput {
  readonly at: Instant;
  readonly scope: CallScope;
  readonly cause: string;
  readonly reason: string;
  /** Whether the state that was judged still stands, for steps of `after`. */
  readonly stands: () => boolean;
  /** When that state began, where it may end and begin anew. */
  readonly since?: Instant | undefined;
}

export function toPolicyInput(at: Instant, scope: CallScope, reason: string): PolicyInput {
  const cause = scope.coId === '' ? reason : `order ${scope.coId}`;
  return { at, scope, cause, reason, stands: () => false };
}

/** Calls of a login stand for one condition; a read for itself; a write for its order. */
export function toCause(group: CallGroup, { coId, symbol }: CallScope): string {
  if (group === 'login' || group === 'renew') return 'login';
  if (group === 'place' || group === 'cancel' || group === 'accept') return `order ${coId}`;
  return `${group} ${coId === '' ? symbol : coId}`;
}

export function toUnknownCause(step: EscalationStep, symbol: string): string {
  return step.per === 'all' ? step.id : `${step.id} ${symbol}`;
}

/** The value that a step counts by; a scope that the call does not have widens to all. */
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

/** What happened, for people, and the rule that speaks of it. */
export function describe(
  rule: Rule & { readonly class?: string },
  { group, status, transport, code, message }: CallOutcome,
): string {
  const words = message.slice(0, 100);
  return `${describeEnd()}${words === '' ? '' : `: ${words}`} (policy ${rule.name})`;

  function describeEnd(): string {
    const isOpen = status > 0 && rule.class === 'unknown';
    if (isOpen && !READS.has(group) && (transport === undefined || status >= 500)) {
      const told = code === '' ? '' : ` with ${code}`;
      return `the venue answered HTTP ${String(status)} on ${group}${told}, outcome unknown`;
    }
    if (code !== '' && group === 'desk') return `the venue answered ${code} on a desk call`;
    if (code !== '') return `the venue rejected an order with ${code}`;
    if (transport !== undefined && status < 500)
      return `a call of ${group} ended with ${transport}`;
    return status === 0
      ? 'an order ended'
      : `the venue answered HTTP ${String(status)} on ${group}`;
  }
}

/** The same for a text that tells of a serious error. */
export function describeSerious(text: string): string {
  return `the venue reports a serious error: ${text.trim().slice(0, 100)}`;
}

export function describeStep(rule: StatusRule, { after, when }: EscalationStep): string {
  const since = after === 0 ? '' : ` for ${String(after / 1_000_000)} s`;
  return `order status ${rule.word}${since}${when === undefined ? '' : ` (${when})`}`;
}
