// The last gate, in the same tick as the write: what may not leave is turned back here.
import type { Command, EgressRefusalEvent, Instant } from '../../domain/index.js';
import type { RemoteGateway } from '../../gateway/index.js';
import { findExcess } from '../../risk/index.js';
import type { Outgoing } from '../../records/index.js';

/** Longest machine time between approval and write, microseconds. */
const MAX_APPROVAL_AGE = 500_000;

/** A wall clock that moves so far against the monotonic one was set, microseconds. */
const MAX_CLOCK_STEP = 500_000;

export interface EgressState {
  /** A halt, or a pause for a person, that covers strategy and symbol of the command. */
  readonly isHalted: boolean;
  /** Why a person, a signal or the guard let nothing leave, or undefined. */
  readonly kill?: string | undefined;
  /** Why lock, latch or disk let nothing leave, or undefined. */
  readonly guard?: string | undefined;
  /** Why the journal is not durable, or undefined when it is. */
  readonly journalFault: string | undefined;
  /** The command's records are durable. */
  readonly isDurable: boolean;
  /** Whether the request budget has a request left. */
  readonly hasRoom: boolean;
  /** How far the wall clock was set since the last sample, microseconds. */
  readonly clockStep: number;
  /** Machine time now and at the approval, microseconds. */
  readonly machineNow: number;
  readonly approvedAt: number;
  /** SHA-256 of the bytes that are about to be written. */
  readonly sha256: string;
  /** Version of the limits that are in force. */
  readonly limitsVersion: string;
  /** Why the coId may not be sent, by what is known of its order, or undefined. */
  readonly coIdFault: string | undefined;
  /** Why the children of its parent would be too much, by the records, or undefined. */
  readonly parentFault: string | undefined;
  /** Since its approval nothing has happened that could explain a fault. */
  readonly isJustApproved: boolean;
}

/** One control at the wire. */
interface EgressCheck {
  readonly id: string;
  /** Why an order may not leave, or undefined. */
  readonly find: (state: EgressState, outgoing: Outgoing) => string | undefined;
}

/** One line each, in their order. Removing a line removes the control. */
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

const HALTED = 'trading is halted, or paused until a person resumes it';
const UNRECORDED = 'no durable record has the bytes to be sent';
const NO_ROOM = 'the request budget has no request left for orders';
const SET = 'the wall clock was set; it is measured again before the next order';

function findUnapproved(state: EgressState, outgoing: Outgoing): string | undefined {
  const { machineNow, approvedAt, sha256, coIdFault, limitsVersion } = state;
  const tooOld = findTooOld(machineNow - approvedAt);
  if (tooOld !== undefined) return tooOld;
  if (sha256 !== outgoing.sha256) return 'the bytes to be sent are not those that were approved';
  const version = findVersion(outgoing);
  if (version === limitsVersion) return coIdFault;
  return `expected an approval by the limits ${limitsVersion}, found ${version || 'none'}`;
}

/** `age`: machine time since the approval, microseconds. */
export function findTooOld(age: number): string | undefined {
  if (age <= MAX_APPROVAL_AGE) return undefined;
  const found = `${String(Math.ceil(age / 1_000))} ms`;
  return `expected an approval of at most 500 ms ago, found ${found}`;
}

/** Of the limits that approved it; empty where none are named. */
function findVersion({ command }: Outgoing): string {
  return ('limitsVersion' in command ? command.limitsVersion : undefined) ?? '';
}

/** Cancels and withdrawals always pass: they only reduce risk. */
function takesRiskAway({ kind }: Command): boolean {
  return kind === 'cancel' || kind === 'withdraw';
}

/** The control that a defect was about to pass: no state of the world explains it. */
export type Bypassed = 'RC40' | 'RC71' | 'RC72';

/** Whether bytes are about to leave that nobody approved so, or that no record has. */
export function findBypass(outgoing: Outgoing, state: EgressState): Bypassed | undefined {
  if (takesRiskAway(outgoing.command)) return undefined;
  if (findBeyond(outgoing) !== undefined) return 'RC72';
  if (state.sha256 !== outgoing.sha256) return 'RC72';
  if (state.limitsVersion !== findVersion(outgoing)) return 'RC72';
  if (state.isJustApproved && state.coIdFault !== undefined) return 'RC72';
  if (state.isJustApproved && state.parentFault !== undefined) return 'RC40';
  return state.isDurable || state.journalFault !== undefined ? undefined : 'RC71';
}

/** The second check: the gate has let go what the limits do not, which is a defect of Weir. */
export function findBeyond({ bounds, command }: Pick<Outgoing, 'bounds' | 'command'>) {
  if (command.kind !== 'place' && command.kind !== 'rfs') return undefined;
  const excess = findExcess(command, bounds);
  return excess && `RC72: the gate let it go, the second check does not: ${excess}`;
}

/** Why a command may not leave, or undefined. */
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

/** Rule, limit and value of a refusal: of time in microseconds, of the budget in requests. */
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

/** The same where nothing but a halt that covers the command could hold it back. */
export function findHaltRefusal(command: Command): string | undefined {
  return takesRiskAway(command) ? undefined : `RC69: ${HALTED}`;
}

/** The `X-Request-ID` of what is checked once more in the tick of its write. */
export function findRequestId({ command: { kind }, requestId }: Outgoing): string | undefined {
  return kind === 'rfs' || kind === 'place' ? requestId : undefined;
}

export function isAcceptance(command: Command): boolean {
  return command.kind === 'place' && command.quote !== undefined;
}

/** A second attempt is a repeat too, of which there are few. */
export function findRoom(budget: RemoteGateway['budget'], command: Command, at: Instant): boolean {
  if (!budget.has('trading', at)) return false;
  const isRepeat = command.kind === 'place' && command.attempt > 1;
  return !isRepeat || budget.retries.take(at);
}
