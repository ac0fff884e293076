// Terms of a policy file: groups of calls, classes, actions, scopes and conditions.
import type { Micros } from '../domain/index.js';
import { TERMINAL_STATUSES } from '../domain/orders/index.js';
import { CALL_GROUPS, type CallGroup, REASON_CODES, REASON_PREFIX } from '../domain/venue/index.js';

/** Names that stand for several groups of calls. */
export const GROUP_SETS = {
  auth: ['login', 'renew'],
  read: ['data', 'find', 'stp'],
  write: ['place', 'cancel', 'rfs', 'accept', 'desk'],
  any: CALL_GROUPS,
} as const satisfies Readonly<Record<string, readonly CallGroup[]>>;
export const CALL_GROUP_NAMES = [...CALL_GROUPS, 'auth', 'read', 'write', 'any'] as const;
export type CallGroupName = (typeof CALL_GROUP_NAMES)[number];

/** Classes of a call: the first three for reads, the others for writes. */
export const OUTCOME_CLASSES = [
  'data',
  'empty',
  'failed',
  'accepted',
  'rejected',
  'duplicate',
  'weak',
  'unknown',
  'not-sent',
] as const;
export type OutcomeClass = (typeof OUTCOME_CLASSES)[number];
/** Class in a rule: `by-reason` looks the code up. */
export const OUTCOME_NAMES = [...OUTCOME_CLASSES, 'by-reason'] as const;

export const REJECT_CODES = [
  'INTERNAL',
  'SIZE_INVALID',
  'PRICE_INVALID',
  'CURRENCY_INVALID',
  'SYMBOL_UNSUPPORTED',
  'SIDE_MISMATCH',
  'QUOTE_INVALID',
  'QUOTE_STALE',
  'QUOTE_REJECTED',
  'ACCOUNT_INVALID',
  'TYPE_UNSUPPORTED',
  'VENUE_CLOSED',
  'VENUE_REJECTED',
  'VENUE_UNKNOWN_CODE',
  'CREDIT',
  'NO_LIQUIDITY',
  'AUTH',
  'THROTTLED',
  'NOT_SENT',
] as const;
/** Code that tells a strategy why its order was rejected. */
export type RejectCode = (typeof REJECT_CODES)[number];

export const REFRESHES = ['login', 'clock', 'refdata', 'quote', 'calendar'] as const;
export const PROBES = ['order', 'quote', 'trades', 'positions'] as const;
export const PAUSE_SCOPES = ['symbol', 'type', 'strategy', 'all'] as const;
export type PauseScope = (typeof PAUSE_SCOPES)[number];
export const HALT_SCOPES = ['symbol', 'strategy', 'all'] as const;
export type HaltScope = (typeof HALT_SCOPES)[number];
export const CANCEL_SCOPES = ['order', 'symbol', 'strategy', 'all'] as const;
export const COUNT_SCOPES = ['symbol', 'type', 'strategy', 'all'] as const;
export const PAUSE_ENDS = ['resolved', 'fresh', 'listed', 'open', 'restart', 'resume'] as const;
export type PauseEnd = (typeof PAUSE_ENDS)[number];
export const STEP_CONDITIONS = ['unlisted-reason', 'no-reason', 'trades-missing'] as const;
export type StepCondition = (typeof STEP_CONDITIONS)[number];
export const RULE_CONDITIONS = ['token', 'hmac', 'resend'] as const;

/** States that a status can map to; `unchanged` keeps the order's state. */
export const STATUS_STATES = [
  'PENDING_VENUE',
  'WORKING',
  'WORKING_PAUSED',
  'PARTIAL',
  ...TERMINAL_STATUSES,
  'STATUS_UNKNOWN',
  'unchanged',
] as const;
export type StatusState = (typeof STATUS_STATES)[number];
export const RFS_POLICY_STATES = ['open', 'pending', 'done', 'ended', 'by-pattern'] as const;

/** Keys of `reasons` that are not codes. */
export const WILDCARD = `${REASON_PREFIX}*`;
export const REASON_KEYS = [WILDCARD, 'none', 'conflict', 'other'] as const;
export const ALL_REASONS: readonly string[] = REASON_CODES.map((code) => `${REASON_PREFIX}${code}`);

/** One action. */
export type ActionSpec =
  | { readonly do: 'reject'; readonly code: RejectCode }
  | { readonly do: 'refresh'; readonly what: (typeof REFRESHES)[number] }
  | { readonly do: 'throttle'; readonly share: number; readonly span: Micros }
  | {
      readonly do: 'pause';
      readonly scope: PauseScope;
      /** Duration, or the condition that ends the pause. */
      readonly end: Micros | PauseEnd;
    }
  | { readonly do: 'halt'; readonly scope: HaltScope }
  | { readonly do: 'cancel'; readonly scope: (typeof CANCEL_SCOPES)[number] }
  | { readonly do: 'probe'; readonly what: (typeof PROBES)[number] }
  | { readonly do: 'alert'; readonly level: 'info' | 'warn' | 'page' };

/** Order in which the actions of a rule are carried out. */
export const ACTION_ORDER: readonly ActionSpec['do'][] = [
  'reject',
  'refresh',
  'throttle',
  'pause',
  'halt',
  'cancel',
  'probe',
  'alert',
];
