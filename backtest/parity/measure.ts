// Measures latency from a session's journal as quantiles, per direction where possible.
import type { Micros } from '../../src/domain/index.js';
import type { LatencyTable } from '../../src/venue/index.js';
import type { RunOrders, LedgerOrder } from './run-orders.js';
import { estimateDelays } from './estimate-delays.js';
import type { Sent, Tape } from './journal-market.js';

/** Latency of one of three directions, or of the round trip. */
export interface Measured {
  /** Undefined if nothing was measured. */
  readonly table: LatencyTable | undefined;
  readonly count: number;
  /** Text on how it was measured. */
  readonly how: string;
}

/** Offset from the venue's clock to session time. */
export interface ClockOffset {
  /** Bounds that follow because no effect comes before its cause. */
  readonly low: Micros;
  readonly high: Micros;
  /** 0 if it lies between the bounds, else their middle. */
  readonly taken: Micros;
  /** The bounds are too wide to tell how orders and replies share the round trip. */
  readonly isWide: boolean;
}

export interface Measurement {
  readonly rates: Measured;
  readonly orders: Measured;
  readonly replies: Measured;
  /** From the request of an order to its response. */
  readonly roundTrip: Measured;
  readonly clock: ClockOffset;
}

/** The venue truncates its times to milliseconds, which is corrected by half a millisecond. */
const MILLI: Micros = 1_000;
const CUT: Micros = 500;

export function measure(tape: Tape, session: RunOrders): Measurement {
  const bounds = boundClock(tape, session);
  const { taken } = bounds;
  const roundTrip = toMeasured(
    listRoundTrips(tape),
    'from the request of an order to its response',
  );
  const met = listMeetings(tape, session, taken);
  const replies = [
    ...tape.fillDelays.map((delay) => delay - CUT - taken),
    ...listEndDelays(tape, taken),
  ];
  const ways = {
    rates: measureRates(tape, taken),
    orders: met.length > 0 ? toMeasured(met, MET) : halve(roundTrip),
    replies: toMeasured(replies, REPLIED),
  };
  const clock = { ...bounds, isWide: isWide(bounds, ways.orders, ways.replies) };
  return { ...ways, roundTrip, clock };
}

/** Wider than half of the shorter direction's median. */
function isWide({ low, high }: Bounds, orders: Measured, replies: Measured): boolean {
  if (orders.table === undefined || replies.table === undefined) return false;
  return high - low > Math.min(orders.table.p50, replies.table.p50) / 2;
}

const MET = 'from the decision to the fill or end of orders that do not rest';
const REPLIED = "from an order's fill or end until the bot had read it, queries included";

type Bounds = Omit<ClockOffset, 'isWide'>;

/** No order fills before it is sent, and none of its reports is read before the event. */
function boundClock(tape: Tape, session: RunOrders): Bounds {
  let low = -Infinity;
  let high = Infinity;
  for (const { view, fills } of session.orders) {
    const sent = tape.sent.get(view.coId);
    if (sent === undefined) continue;
    for (const { at, executedAt } of fills) {
      low = Math.max(low, sent.sentAt - executedAt - MILLI);
      high = Math.min(high, at - executedAt);
    }
    const { endedAt, endReadAt } = sent;
    if (endedAt === undefined || endReadAt === undefined) continue;
    low = Math.max(low, sent.sentAt - endedAt - MILLI);
    high = Math.min(high, endReadAt - endedAt);
  }
  for (const { receivedAt, venueAt } of tape.rates.list()) {
    high = Math.min(high, receivedAt - venueAt);
  }
  const isAgreed = low <= 0 && high >= 0;
  const middle = Number.isFinite(low) ? Math.round((low + high) / 2) : high;
  return { low, high, taken: isAgreed ? 0 : middle };
}

function listRoundTrips({ sent }: Tape): readonly Micros[] {
  return [...sent.values()].flatMap(({ sentAt, answeredAt, status }) =>
    answeredAt === undefined || status === 0 ? [] : [answeredAt - sentAt],
  );
}

/** Whether an order meets the market when it arrives, and at no other time. */
export function isTaking({ view: { type, timeInForce } }: LedgerOrder): boolean {
  return timeInForce === 'IOC' || timeInForce === 'FOK' || type === 'Market';
}

function listMeetings({ sent }: Tape, session: RunOrders, offset: Micros): readonly Micros[] {
  return session.orders.flatMap((order) => {
    const one = sent.get(order.view.coId);
    if (one === undefined || !isTaking(order) || order.view.type === 'PQ') return [];
    const metAt = order.fills[0]?.executedAt ?? one.endedAt;
    return metAt === undefined ? [] : [metAt + CUT + offset - one.decidedAt];
  });
}

/** For orders that ended without a fill. */
function listEndDelays({ sent }: Tape, offset: Micros): readonly Micros[] {
  return [...sent.values()].flatMap(({ endedAt, endReadAt }: Sent) =>
    endedAt === undefined || endReadAt === undefined ? [] : [endReadAt - endedAt - CUT - offset],
  );
}

function measureRates({ rates }: Tape, offset: Micros): Measured {
  const spans = rates.list().flatMap(({ venueAt, receivedAt, unseenAt }) => {
    if (unseenAt < 0) return [];
    const madeAt = venueAt + CUT + offset;
    return [{ low: unseenAt - madeAt, high: receivedAt - madeAt }];
  });
  return {
    table: estimateDelays(spans),
    count: spans.length,
    how: 'between the last poll that did not show a rate and the first that did',
  };
}

function halve({ table, count }: Measured): Measured {
  const half = (value: Micros): Micros => Math.round(value / 2);
  const how = 'half of a round trip: only orders that do not rest show the way there';
  if (table === undefined) return { table, count, how };
  const { min, p50, p90, p99, max } = table;
  const halved = { min: half(min), p50: half(p50), p90: half(p90), p99: half(p99), max: half(max) };
  return { table: halved, count, how };
}

function toMeasured(samples: readonly Micros[], how: string): Measured {
  const sorted = samples.map((one) => Math.max(0, one)).sort((a, b) => a - b);
  const at = (share: number): Micros => {
    return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  };
  const [min = 0] = sorted;
  const table = { min, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: sorted.at(-1) ?? 0 };
  return { table: sorted.length === 0 ? undefined : table, count: sorted.length, how };
}
