// The only place that marks a command as approved.
import type {
  Approved,
  CancelCommand,
  PlaceCommand,
  QuoteName,
  RfsCommand,
  WithdrawCommand,
} from '../domain/orders/index.js';
import type { RuleBreach, AcceptedQuote, Candidate } from './rule.js';
import type { Gate } from './gate/gate.js';
import { listRuleIds, listRulesFor } from './rules-for.js';

export type Decision =
  { readonly approved: Approved<PlaceCommand> } | { readonly broken: readonly RuleBreach[] };

/**
 * Checks a candidate by the gate. The caller must reserve the order's exposure in the same step,
 * before the gate checks anything else.
 */
export function approvePlace(gate: Gate, candidate: Candidate, coId: string): Decision {
  const broken = gate.preTradeCheck(candidate);
  return broken.length > 0 ? { broken } : { approved: toCommand(gate, candidate, coId) };
}

const RETRY_RULES = listRulesFor('retry');
const RETRY_COUNTERS = listRuleIds(({ countsRetries }) => countsRetries === true);
const REQUEST_RULES = listRulesFor('request');

/**
 * Approves another attempt of the same order; its exposure is reserved and it was counted at its
 * first approval. Halts and pauses refuse it, except pauses by the control `spared`.
 */
export function approveRepeat(
  gate: Gate,
  candidate: Candidate,
  attempt: number,
  spared = '',
): Decision {
  const { coId } = candidate;
  const broken = gate.dryRun(candidate, RETRY_RULES, { spared });
  if (broken.length > 0) return { broken };
  gate.countSent(candidate, RETRY_COUNTERS);
  return { approved: toCommand(gate, candidate, coId, attempt) };
}

function toCommand(
  { limitsVersion }: Gate,
  candidate: Candidate,
  coId: string,
  attempt = 1,
): Approved<PlaceCommand> {
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
    attempt,
    // For the other types RC11 requires the spot date, which is the venue's default.
    valueDate: candidate.type === 'AtBest' ? candidate.valueDate : '',
    details: candidate.details,
    limitsVersion,
    ...(candidate.quote === undefined ? {} : { quote: toQuoteName(candidate.quote) }),
  };
  return command as Approved<PlaceCommand>;
}

function toQuoteName({ requestId, quoteId, transactionId, asked }: AcceptedQuote): QuoteName {
  return { requestId, quoteId, transactionId, asked };
}

/**
 * Approves a quote request if an order of that size could be sent, by the rules that need no price.
 * A quote request counts for the order rate. The acceptance is checked in full.
 */
export function approveRequest(
  gate: Gate,
  candidate: Candidate,
  command: RfsCommand,
): { readonly approved: Approved<RfsCommand> } | { readonly broken: readonly RuleBreach[] } {
  const broken = gate.dryRunRequest(candidate, REQUEST_RULES);
  if (broken.length > 0) return { broken };
  const { limitsVersion } = gate;
  return { approved: { ...command, limitsVersion } as Approved<RfsCommand> };
}

/** Withdrawals always pass, like cancels. */
export function approveWithdraw(command: WithdrawCommand): Approved<WithdrawCommand> {
  return command as Approved<WithdrawCommand>;
}

/** Cancels always pass: they only reduce risk. */
export function approveCancel(command: CancelCommand): Approved<CancelCommand> {
  return command as Approved<CancelCommand>;
}
