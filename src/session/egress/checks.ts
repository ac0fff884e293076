// Egress checks of a command, at its hand-over and in the tick of its write: Weir refuses what may
// not leave.
import type { EgressRefusalEvent } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import type { Command } from '../../domain/orders/index.js';
import type { RemoteGateway } from '../../gateway/index.js';
import { findExcess } from '../../risk/index.js';
import type { Outgoing } from '../../records/index.js';

/** Longest monotonic time between approval and write, microseconds. */
const MAX_APPROVAL_AGE = 500_000;

/**
 * Somebody set the wall clock if it moved by more than this against the monotonic one,
 * microseconds.
 */
const MAX_CLOCK_STEP = 500_000;

export interface EgressState {
  /** A halt, or a pause until resume, covers strategy and symbol of the command. */
  readonly isHalted: boolean;
  /** Why a kill (operator, signal or watchdog) stops every order, or undefined. */
  readonly kill?: string | undefined;
  /** Why lock, latch or disk space stops the order, or undefined. */
  readonly guard?: string | undefined;
  /** Why the journal is not durable; undefined while it is. */
  readonly journalFault: string | undefined;
  /** The records of the command are durable. */
  readonly isDurable: boolean;
  /** The request budget has a request left. */
  readonly hasRoom: boolean;
  /** How far the wall clock was set since the last host sample, microseconds. */
  readonly clockStep: number;
  /** Monotonic time now and at the approval, microseconds. */
  readonly machineNow: number;
  readonly approvedAt: number;
  /** SHA-256 of the bytes to be written. */
  readonly sha256: string;
  /** Version of the limits in force. */
  readonly limitsVersion: string;
  /** Why the state of its order forbids to send the coId, or undefined. */
  readonly coIdFault: string | undefined;
  /**
   * Why the children of its parent would exceed the parent by the journal's records, or undefined.
   */
  readonly parentFault: string | undefined;
  /** No input since the approval can explain a failed check, so a failed check is a bug. */
  readonly isJustApproved: boolean;
}

/** One check before the write. */
interface EgressCheck {
  readonly id: string;
  /** Returns why an order may not leave, or undefined. */
  readonly find: (state: EgressState, outgoing: Outgoing) => string | undefined;
}

/** Checks in the sequence in which they run. Each line is one control. */
export const EGRESS_CHECKS: readonly EgressCheck[] = [
  { id: 'RC59', find: ({ journalFault }) => journalFault && `the journal failed: ${journalFault}` },
  { id: 'RC71', find: ({ isDurable }) => (isDurable ? undefined : UNRECORDED) },
  { id: 'RC69', find: ({ isHalted }) => (isHalted ? HALTED : undefined) },
  { id: 'RC62', find: ({ kill }) => kill },
  { id: 'RC60', find: ({ guard }) => guard },
  { id: 'RC34', find: ({ hasRoom }) => (hasRoom ? undefined : NO_ROOM) },
  { id: 'RC55', find: ({ clockStep }) => (Math.abs(clockStep) > MAX_CLOCK_STEP ? SET : undefined) },
  { id: 'RC40', find: ({ parentFault }) => parentFault },
  { id: 'RC72', find: findUnapproved },
];

const HALTED = 'trading is halted, or paused until an operator resumes it';
const UNRECORDED = 'no durable journal record has the bytes to be sent';
const NO_ROOM = 'the request budget has no request left for orders';
const SET = 'the wall clock was changed: its offset is measured again before the next order';

function findUnapproved(state: EgressState, outgoing: Outgoing): string | undefined {
  const { machineNow, approvedAt, sha256, coIdFault, limitsVersion } = state;
  const tooOld = findTooOld(machineNow - approvedAt);
  if (tooOld !== undefined) return tooOld;
  if (sha256 !== outgoing.sha256) return 'the bytes to be sent are not those that were approved';
  const version = findVersion(outgoing);
  if (version === limitsVersion) return coIdFault;
  return `expected an approval by the limits ${limitsVersion}, found ${version || 'none'}`;
}

/** `age`: monotonic time since the approval, microseconds. */
export function findTooOld(age: number): string | undefined {
  if (age <= MAX_APPROVAL_AGE) return undefined;
  const found = `${String(Math.ceil(age / 1_000))} ms`;
  return `expected an approval of at most 500 ms ago, found ${found}`;
}

/** Version of the limits that approved the command; empty where the command names none. */
function findVersion({ command }: Outgoing): string {
  return ('limitsVersion' in command ? command.limitsVersion : undefined) ?? '';
}

/** Cancels and withdrawals only reduce risk, so they always pass. */
function takesRiskAway({ kind }: Command): boolean {
  return kind === 'cancel' || kind === 'withdraw';
}

/** Control that a bug in Weir was about to bypass; no input explains it. */
export type Bypassed = 'RC40' | 'RC71' | 'RC72';

/** Finds bytes that the gate never approved in this form, or that no durable record has. */
export function findBypass(outgoing: Outgoing, state: EgressState): Bypassed | undefined {
  if (takesRiskAway(outgoing.command)) return undefined;
  if (findBeyond(outgoing) !== undefined) return 'RC72';
  if (state.sha256 !== outgoing.sha256) return 'RC72';
  if (state.limitsVersion !== findVersion(outgoing)) return 'RC72';
  if (state.isJustApproved && state.coIdFault !== undefined) return 'RC72';
  if (state.isJustApproved && state.parentFault !== undefined) return 'RC40';
  return state.isDurable || state.journalFault !== undefined ? undefined : 'RC71';
}

/** Second check of limits: an excess here means that the gate has a bug. */
export function findBeyond({ bounds, command }: Pick<Outgoing, 'bounds' | 'command'>) {
  if (command.kind !== 'place' && command.kind !== 'rfs') return undefined;
  const excess = findExcess(command, bounds);
  return excess && `RC72: the gate approved this order, the second check refuses it: ${excess}`;
}

/** Returns why a command may not leave, or undefined. */
export function findEgressRefusal(outgoing: Outgoing, state: EgressState): string | undefined {
  if (takesRiskAway(outgoing.command)) return undefined;
  const beyond = findBeyond(outgoing);
  if (beyond !== undefined) return beyond;
  for (const { id, find } of EGRESS_CHECKS) {
    const refusal = find(state, outgoing);
    if (refusal !== undefined) return /^RC\d\d: /.test(refusal) ? refusal : `${id}: ${refusal}`;
  }
  return undefined;
}

/** Rule, limit and value of a refusal: microseconds for time, requests for the budget. */
export function toBreach(
  reason: string,
  { approvedAt, clockStep, machineNow }: EgressState,
): NonNullable<EgressRefusalEvent['breach']> {
  const [rule = '', message = reason] = /^(RC\d\d): (.+)$/s.exec(reason)?.slice(1) ?? [];
  const age = machineNow - approvedAt;
  switch (rule) {
    case 'RC34':
      return { rule, message, limit: 1, value: 0 };
    case 'RC55':
      return { rule, message, limit: MAX_CLOCK_STEP, value: Math.abs(clockStep) };
    case 'RC72':
      if (findTooOld(age) === message)
        return { rule, message, limit: MAX_APPROVAL_AGE, value: age };
      return { rule, message, limit: 'as it was approved', value: message };
    default:
      return { rule, message, limit: 'may leave', value: message };
  }
}

/** Refusal of a command that only a covering halt can stop. */
export function findHaltRefusal(command: Command): string | undefined {
  return takesRiskAway(command) ? undefined : `RC69: ${HALTED}`;
}

/** `X-Request-ID` of a command that the egress checks once more in the tick of its write. */
export function findRequestId({ command: { kind }, requestId }: Outgoing): string | undefined {
  return kind === 'rfs' || kind === 'place' ? requestId : undefined;
}

export function isAcceptance(command: Command): boolean {
  return command.kind === 'place' && command.quote !== undefined;
}

/** Whether the budget has room. A second attempt also takes one retry from the retry limiter. */
export function findRoom(budget: RemoteGateway['budget'], command: Command, at: Instant): boolean {
  if (!budget.has('trading', at)) return false;
  const isRepeat = command.kind === 'place' && command.attempt > 1;
  return !isRepeat || budget.retries.take(at);
}
