// The only place that marks a command as approved.
import type {
  Approved,
  CancelCommand,
  PlaceCommand,
  QuoteName,
  RfsCommand,
  WithdrawCommand,
} from '../domain/index.js';
import type { RuleBreach } from './active-rules.js';
import type { Gate } from './gate/gate.js';
import type { AcceptedQuote, Candidate } from './rule.js';

export type Decision =
  { readonly approved: Approved<PlaceCommand> } | { readonly broken: readonly RuleBreach[] };

/**
 * Runs the gate over a candidate. The caller reserves the order's exposure in the same step, before
 * anything else is checked.
 */
export function approvePlace(gate: Gate, candidate: Candidate, coId: string): Decision {
  const broken = gate.preTradeCheck(candidate);
  return broken.length > 0 ? { broken } : { approved: toCommand(gate, candidate, coId) };
}

/** What may have changed since an order was approved: the market, the hours, halts and pauses. */
const REPEAT_RULES: ReadonlySet<string> = new Set([
  ...[
    'RC01',
    'RC02',
    'RC04',
    'RC05',
    'RC12',
    'RC14',
    'RC15',
    'RC16',
    'RC17',
    'RC18',
    'RC19',
    'RC20',
  ],
  ...['RC21', 'RC22', 'RC70'],
]);

/** Those that count from when an order was sent. */
const SEND_RULES: ReadonlySet<string> = new Set(['RC36']);

/**
 * The same order once more: its exposure is reserved and it was counted when it was approved. Halts
 * and pauses refuse it as any other, but for pauses by the control `spared`.
 */
export function approveRepeat(
  gate: Gate,
  candidate: Candidate,
  attempt: number,
  spared = '',
): Decision {
  const { coId } = candidate;
  const broken = gate.dryRun(candidate, REPEAT_RULES, { spared });
  if (broken.length > 0) return { broken };
  gate.countSent(candidate, SEND_RULES);
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
    // Of the other types the spot date, which RC11 has them state, is the venue's own default.
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

/** What is known of an acceptance when quotes are asked for: it needs no quote to be refused. */
const REQUEST_RULES: ReadonlySet<string> = new Set([
  ...['RC01', 'RC02', 'RC04', 'RC06', 'RC08', 'RC09', 'RC16', 'RC33', 'RC53', 'RC70'],
]);

/**
 * Quotes may be asked for when an order of that size could go, as far as that needs no price. A
 * request counts for the order rate. The acceptance is judged in full.
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

/** Withdrawals always pass, as cancels do. */
export function approveWithdraw(command: WithdrawCommand): Approved<WithdrawCommand> {
  return command as Approved<WithdrawCommand>;
}

/** Cancels always pass: they only ever reduce risk. */
export function approveCancel(command: CancelCommand): Approved<CancelCommand> {
  return command as Approved<CancelCommand>;
}
