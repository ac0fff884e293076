// The only place that marks a command as approved.
import type { Approved, CancelCommand, PlaceCommand } from '../domain/index.js';
import type { BrokenRule } from './active-rules.js';
import type { Gate } from './gate.js';
import type { Candidate } from './rule.js';

export type Decision =
  { readonly approved: Approved<PlaceCommand> } | { readonly broken: readonly BrokenRule[] };

/**
 * Runs the gate over a candidate. The caller reserves the order's exposure in the same step, before
 * anything else is checked.
 */
export function approvePlace(gate: Gate, candidate: Candidate, coId: string): Decision {
  const broken = gate.check(candidate);
  if (broken.length > 0) return { broken };
  const command: PlaceCommand = {
    kind: 'place',
    coId,
    intentId: candidate.intentId,
    instrument: candidate.symbol.instrument,
    side: candidate.side,
    type: candidate.type,
    timeInForce: candidate.timeInForce,
    units: candidate.units,
    priceTicks: candidate.priceTicks,
    expirySeconds: candidate.expirySeconds,
    attempt: 1,
    // Of the other types the spot date, which RC11 has them state, is the venue's own default.
    valueDate: candidate.type === 'AtBest' ? candidate.valueDate : '',
  };
  return { approved: command as Approved<PlaceCommand> };
}

/**
 * The command of an order that was sent before, once more: its exposure is still reserved. Nothing
 * unless no halt stands against it, no pause but that for its own doubt, and its price still holds.
 */
export function approveResend(
  gate: Gate,
  candidate: Candidate,
  coId: string,
  attempt: number,
): Approved<PlaceCommand> | undefined {
  if (!gate.stillHolds(candidate)) return undefined;
  const { intentId, symbol, side, type, timeInForce, units, priceTicks, expirySeconds } = candidate;
  const { instrument } = symbol;
  const terms = { side, type, timeInForce, units, priceTicks, expirySeconds };
  const command: PlaceCommand = { kind: 'place', coId, intentId, instrument, ...terms, attempt };
  return command as Approved<PlaceCommand>;
}

/** Cancels always pass: they only ever reduce risk. */
export function approveCancel(command: CancelCommand): Approved<CancelCommand> {
  return command as Approved<CancelCommand>;
}
