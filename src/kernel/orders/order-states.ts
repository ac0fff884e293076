// The states of an own order and the allowed transitions between them.
import type { OrderState } from '../../domain/events/index.js';

/** States of a live order. */
const LIVE: readonly OrderState[] = ['WORKING', 'WORKING_PAUSED', 'PARTIAL', 'STATUS_UNKNOWN'];
const ENDS: readonly OrderState[] = [
  ...(['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'REPLACED', 'FAILED'] as const),
];
/** Corrections of an end: more is filled, or the order is alive. */
const CORRECTED: readonly OrderState[] = ['FILLED', 'ZOMBIE'];
const fromLive = (state: OrderState): readonly OrderState[] => {
  return [...LIVE.filter((one) => one !== state), ...ENDS, 'UNKNOWN'];
};

/** The allowed transitions (docs/order-life.md); every other one is a bug. */
export const ALLOWED_TRANSITIONS: Readonly<Record<OrderState, readonly OrderState[]>> = {
  JOURNALED: ['SENDING', 'ABANDONED'],
  ABANDONED: ['ZOMBIE'],
  SENDING: ['PENDING_VENUE', 'ABANDONED', 'UNKNOWN', ...LIVE, ...ENDS],
  PENDING_VENUE: ['UNKNOWN', ...LIVE, ...ENDS],
  WORKING: fromLive('WORKING'),
  WORKING_PAUSED: fromLive('WORKING_PAUSED'),
  PARTIAL: fromLive('PARTIAL'),
  STATUS_UNKNOWN: fromLive('STATUS_UNKNOWN'),
  UNKNOWN: ['QUARANTINED', 'LOST', 'PENDING_VENUE', ...LIVE, ...ENDS],
  QUARANTINED: ['UNKNOWN', 'LOST', 'PENDING_VENUE', ...LIVE, ...ENDS],
  LOST: ['ZOMBIE'],
  FILLED: [],
  CANCELED: CORRECTED,
  REJECTED: CORRECTED,
  EXPIRED: CORRECTED,
  REPLACED: CORRECTED,
  FAILED: CORRECTED,
  ZOMBIE: [...ENDS, 'UNKNOWN'],
};

/** States that end an order; a correction in the journal may still follow. */
const TERMINAL: ReadonlySet<OrderState> = new Set([...ENDS, 'ABANDONED', 'LOST'] as const);

export const STATE_NAMES = Object.keys(ALLOWED_TRANSITIONS) as readonly OrderState[];

/** A state and its transitions as bits, so that one operation checks a transition. */
export interface StateRow {
  readonly isTerminal: boolean;
  /** Index in STATE_NAMES. */
  readonly code: number;
  readonly bit: number;
  readonly moves: number;
}

function toBit(state: OrderState): number {
  return 1 << STATE_NAMES.indexOf(state);
}

export const ORDER_STATES = Object.fromEntries(
  STATE_NAMES.map((name, code) => {
    const moves = ALLOWED_TRANSITIONS[name].reduce((bits, next) => bits | toBit(next), 0);
    return [name, { isTerminal: TERMINAL.has(name), code, bit: toBit(name), moves }];
  }),
) as Readonly<Record<OrderState, StateRow>>;

const { SENDING, PENDING_VENUE, WORKING, FILLED } = ORDER_STATES;

/** The usual states are compared directly: a look-up by varying names is slow in V8. */
export function findStateRow(state: OrderState): StateRow {
  switch (state) {
    case 'SENDING':
      return SENDING;
    case 'PENDING_VENUE':
      return PENDING_VENUE;
    case 'WORKING':
      return WORKING;
    case 'FILLED':
      return FILLED;
    default:
      return ORDER_STATES[state];
  }
}

/** True when it is unproven whether the venue has the order. */
export function isOutcomeUnknown(state: OrderState): boolean {
  return state === 'UNKNOWN' || state === 'QUARANTINED';
}
