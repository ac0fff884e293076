// Explains why a fill of the session differs from the backtest, as far as the journal shows it.
import type { Fill } from '../../src/domain/events/index.js';
import {
  formatDuration,
  formatInstant,
  type Instant,
  type Micros,
} from '../../src/domain/index.js';
import { formatScaled, formatShortest } from '../../src/domain/numbers/index.js';
import { formatGrouped } from '../../src/report/index.js';
import type { LatencyTerm } from '../../src/venue/index.js';
import type { RunOrders, LedgerOrder } from './run-orders.js';
import { isTaking } from './measure.js';
import type { OrderPair } from './pair-orders.js';
import type { Cause, Difference } from './parity-line.js';
import type { Models } from './rerun.js';
import type { Standing, TapeRate } from './journal-rates.js';
import type { Tape } from './journal-market.js';

export interface ExplainContext extends Pick<Tape, 'rates' | 'sent' | 'setup'> {
  readonly session: RunOrders;
  readonly backtest: RunOrders;
  readonly models: Models;
  /** Offset from the venue's clock to session time, µs. */
  readonly offset: Micros;
  readonly tolerance: Tolerance;
}

export interface DifferingFill {
  readonly pair: OrderPair;
  readonly session: Fill | undefined;
  readonly backtest: Fill | undefined;
  /** Differences between the fills. */
  readonly differences: readonly Difference[];
  /** Differences between the orders; set on one line of a pair only. */
  readonly ofOrder: readonly Difference[];
}

export interface Explanation {
  readonly cause: Cause;
  readonly detail: string;
}

const QUOTED = 'dealt on a firm quote: the backtest makes its own quotes from the polled rates';

const LEARNT = 'reports of its orders reached the strategy at another time';

/** Ends of an order that does not rest which its meeting with the market decides. */
const MET: ReadonlySet<string> = new Set(['FILLED', 'EXPIRED', 'REJECTED', 'FAILED']);

/** Resolution of the venue's times: whole milliseconds. */
const MILLI: Micros = 1_000;

export function explain(line: DifferingFill, context: ExplainContext): Explanation {
  const { session, backtest } = line.pair;
  if (session === undefined || backtest === undefined) return explainLone(line.pair, context);
  const shift = backtest.decidedAt - session.decidedAt;
  const ended = explainEnd(session, backtest, context);
  if (ended !== undefined) return ended;
  if (session.view.type === 'PQ') return { cause: 'provider quotes', detail: QUOTED };
  if (Math.abs(shift) > context.tolerance.time) {
    const when = `${toSpan(shift)} ${shift > 0 ? 'later' : 'earlier'} in the backtest`;
    return { cause: 'latency of replies', detail: `decided ${when}: ${LEARNT}` };
  }
  if (line.ofOrder.includes('order')) {
    const asked = `ordered ${toAsked(session)}, in the backtest ${toAsked(backtest)}`;
    return { cause: 'latency of replies', detail: `${asked}: ${LEARNT}` };
  }
  if (line.differences.length === 0 && session.fills.length > 0) {
    const [own, other] = [session.view.state, backtest.view.state];
    const detail = `the same fills, then ${own}, in the backtest ${other}`;
    return { cause: 'not told', detail };
  }
  return explainMarket(line, session, backtest, context);
}

/** An order that exists on one side only. */
function explainLone({ session, backtest }: OrderPair, context: ExplainContext): Explanation {
  const [order, other, name] =
    session === undefined
      ? ([backtest, context.session, 'session'] as const)
      : ([session, context.backtest, 'backtest'] as const);
  if (order === undefined) throw new RangeError('a pair without an order');
  const { strategy, instrument } = order.view;
  const halt = other.halts.find(({ at, scope, strategy: halted, symbol }) => {
    if (at > order.decidedAt) return false;
    if (scope === 'all') return true;
    return scope === 'strategy' ? halted === strategy : symbol === instrument.symbol;
  });
  if (halt !== undefined) {
    const detail = `the ${name} was halted at ${toTime(halt.at)} by ${halt.rule}: ${halt.reason}`;
    return { cause: 'halted', detail };
  }
  const refusal = other.refusals.find(
    (one) =>
      one.strategy === strategy &&
      one.symbol === instrument.symbol &&
      Math.abs(one.at - order.decidedAt) <= Math.max(SECOND, context.setup.pollInterval),
  );
  if (refusal !== undefined) {
    const detail = `refused in the ${name} by ${refusal.rule}: ${refusal.message}`;
    return { cause: 'refused by rule', detail };
  }
  if (session !== undefined && context.sent.get(session.view.coId) === undefined) {
    const detail = 'an order of a previous run, which the backtest does not know';
    return { cause: 'carried over', detail };
  }
  if (order.view.type === 'PQ') return { cause: 'provider quotes', detail: QUOTED };
  const detail = `no such decision in the ${name}: earlier orders went differently there`;
  return { cause: 'latency of replies', detail };
}

const SECOND: Micros = 1_000_000;

/** An order that did not leave, or was rejected, on one side only. */
function explainEnd(
  session: LedgerOrder,
  backtest: LedgerOrder,
  { sent }: ExplainContext,
): Explanation | undefined {
  const one = sent.get(session.view.coId);
  if (one?.turnedBack !== undefined) {
    return { cause: 'not sent', detail: `refused before it was sent: ${one.turnedBack}` };
  }
  if (one?.status === 0 && session.fills.length === 0) {
    return { cause: 'not sent', detail: 'the order got no response in the session' };
  }
  const rejections = [session, backtest].map(({ view }) => view.state === 'REJECTED');
  if (rejections[0] === rejections[1]) return undefined;
  const [name, { view }] =
    rejections[0] === true ? (['session', session] as const) : (['backtest', backtest] as const);
  return { cause: 'rejected', detail: `rejected in the ${name}: ${view.reason}` };
}

/**
 * Both sides sent the order at the same time: latency, market or fill model explain the difference.
 */
function explainMarket(
  { session, backtest, differences }: DifferingFill,
  own: LedgerOrder,
  other: LedgerOrder,
  context: ExplainContext,
): Explanation {
  const { offset } = context;
  const metAt = session === undefined ? findEnd(own, context) : session.executedAt + offset;
  const slowest = toMost(context.models.latency.orders);
  const modelAt = backtest?.executedAt ?? other.decidedAt + slowest;
  const there = metAt === undefined ? undefined : metAt - own.decidedAt;
  const modelled = modelAt - other.decidedAt;
  const takes = isTaking(own);
  if (takes && backtest !== undefined && modelled > slowest + MILLI) {
    const waited = `waited ${toSpan(modelled - slowest)} in the backtest after it had arrived`;
    return { cause: 'fill model', detail: `${waited} (fillTiming, lastLook)` };
  }
  if (takes && backtest === undefined && !MET.has(other.view.state)) {
    return {
      cause: 'fill model',
      detail: 'the order was still waiting at the end of the backtest',
    };
  }
  const stood = metAt === undefined ? undefined : find(own, metAt, context);
  const isMoved = stood?.rate !== find(other, modelAt, context)?.rate;
  const isToldByTouch = session === undefined || session.priceTicks === stood?.touchTicks;
  if (takes && ((isMoved && isToldByTouch) || isTimeOnly(differences))) {
    return { cause: 'latency of orders', detail: describeWay(there, modelled) };
  }
  if (stood === undefined || !stood.isProven) return explainUnseen(own, stood, context);
  const touch = toTouch(own, stood.rate);
  const detail = `polls prove that the touch was ${touch} then: the venue fills by other rules`;
  return { cause: 'fill model', detail };
}

/** `500,000 at 1.10000 IOC`. */
function toAsked({ view }: LedgerOrder): string {
  const { instrument, priceTicks, timeInForce, units } = view;
  const { baseDecimals, ratePrecision } = instrument;
  const price = priceTicks === 0 ? '' : ` at ${formatScaled(priceTicks, ratePrecision)}`;
  return `${formatGrouped(formatShortest(units, baseDecimals))}${price} ${timeInForce}`;
}

function describeWay(there: Micros | undefined, modelled: Micros): string {
  const model = `${toSpan(modelled)} in the backtest`;
  if (there === undefined) return `it reached the market after ${model}`;
  return `it reached the market ${toSpan(there)} after the decision, ${model}`;
}

/** A rate between two polls may have been in force when the order met the market. */
function explainUnseen(
  order: LedgerOrder,
  stood: Standing | undefined,
  { offset }: ExplainContext,
): Explanation {
  if (stood === undefined) {
    return {
      cause: 'not told',
      detail: 'the journal does not show when the order reached the market',
    };
  }
  const { rate, next } = stood;
  const from = `after ${toTime(rate.venueAt + offset)} (${toTouch(order, rate)})`;
  const to =
    next === undefined
      ? ''
      : ` and before ${toTime(next.venueAt + offset)} (${toTouch(order, next)})`;
  return { cause: 'poll phase', detail: `a rate between two polls, ${from}${to}, was not polled` };
}

function isTimeOnly(differences: readonly Difference[]): boolean {
  return differences.length === 1 && differences[0] === 'time';
}

/** Rate in force when an order met the market, with the touch for that order. */
function find(
  { view: { instrument, side } }: LedgerOrder,
  at: Instant,
  { models, offset, rates }: ExplainContext,
): (Standing & { readonly touchTicks: number }) | undefined {
  const lag = offset + toMost(models.latency.rates);
  const standing = rates.findStanding(instrument.id, at - offset, lag);
  if (standing === undefined) return undefined;
  const { bidTicks, offerTicks } = standing.rate;
  return { ...standing, touchTicks: side === 'Buy' ? offerTicks : bidTicks };
}

function findEnd({ view }: LedgerOrder, { offset, sent }: ExplainContext): Instant | undefined {
  const endedAt = sent.get(view.coId)?.endedAt;
  return endedAt === undefined ? undefined : endedAt + offset;
}

function toMost(term: LatencyTerm): Micros {
  return typeof term === 'number' ? term : term.max;
}

function toTouch({ view }: LedgerOrder, { bidTicks, offerTicks }: TapeRate): string {
  const ticks = view.side === 'Buy' ? offerTicks : bidTicks;
  return formatScaled(ticks, view.instrument.ratePrecision);
}

function toTime(at: Instant): string {
  return formatInstant(at).slice(11, 23);
}

/** Rounded to whole milliseconds. */
function toSpan(span: Micros): string {
  return formatDuration(Math.round(Math.abs(span) / MILLI) * MILLI);
}

/** Differences that still count as equal. */
export interface Tolerance {
  readonly pips: number;
  readonly time: Micros;
}
