// A believable session for tests: a TWAP sells five million EUR/USD in 20 slices over eight minutes.
import {
  createInstrument,
  type Fill,
  type Instrument,
  type OrderView,
  type ParentView,
  SECOND,
  unwrap,
} from '../../src/domain/index.js';
import { type Collector, createCollector, type Results, type SessionInfo } from '../../src/report/index.js';

/** 2026-07-13T12:00:00Z. */
export const START = 1_783_944_000 * SECOND;
const STRATEGY = 'sell-eur';
const SLICES = 20;
const SLICE_UNITS = 25_000_000;

export const eurUsd: Instrument = unwrap(createInstrument(0, 'EUR/USD'));
export const usdJpy: Instrument = unwrap(createInstrument(1, 'USD/JPY'));

export const INFO: SessionInfo = {
  mode: 'backtest',
  name: 'eurusd-twap',
  seed: 7,
  version: '0.1.0',
  strategies: [
    {
      name: STRATEGY,
      id: 'twap-once',
      params: { symbol: 'EUR/USD', side: 'Sell', size: 5_000_000, duration: '8m', slices: SLICES },
    },
  ],
  controlsOff: ['RC10', 'RC35'],
  instruments: [eurUsd],
  notes: [
    { label: 'Recording', value: 'EURUSD-2026-07-13T12.csv, 4,500 rates' },
    { label: 'Latency', value: 'orders 20 ms, replies 20 ms, rates 0 ms' },
    { label: 'Fill timing', value: 'at the touch when the order arrives' },
  ],
};

/** The same numbers on every machine, from 0 to 1. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Plays the session into a collector and closes it. */
export function playTwap(info: SessionInfo = INFO): Results {
  const collector = createCollector(info);
  const random = createRandom(info.seed);
  let mid = 114_275;
  let bid = 0;
  let slice = 0;
  let at = START;
  while (at < START + 900 * SECOND) {
    at += Math.round((0.05 + random() * 0.3) * SECOND);
    mid += (random() - 0.503) * 1.6;
    const spread = random() < 0.85 ? 4 : 7;
    bid = Math.round(mid - spread / 2);
    collector.rate(at, eurUsd.id, bid, bid + spread);
    while (slice < SLICES && at >= START + (120 + slice * 24) * SECOND) {
      sendSlice(collector, at, slice, bid, spread);
      slice += 1;
    }
  }
  return collector.finish(START + 900 * SECOND, '9f86d081884c7d659a2feaa0c55ad015');
}

let arrivalTicks2 = 0;
let filledUnits = 0;

function sendSlice(collector: Collector, at: number, slice: number, bid: number, spread: number): void {
  if (slice === 0) {
    arrivalTicks2 = 2 * bid + spread;
    filledUnits = 0;
    collector.parent(makeParent({ at, slicesDone: 0 }));
    collector.note({ at, strategy: STRATEGY, text: 'parent accepted', fields: { slices: SLICES } });
  }
  if (slice % 7 === 3) refuse(collector, at, bid, spread);
  const coId = `w1-${String(slice + 1)}`;
  const order = makeOrder({ at, coId, intentId: slice + 1, priceTicks: bid - 5, arrivalTicks2: 2 * bid + spread });
  const units = slice === 11 ? SLICE_UNITS * 0.6 : SLICE_UNITS;
  collector.order(order);
  collector.order({ ...order, at: at + 40_000, state: 'WORKING', orderId: `77${coId.slice(3)}` });
  filledUnits += units;
  collector.fill(makeFill({ at: at + 60_000, executedAt: at + 20_000, coId, units, priceTicks: bid }));
  const isWhole = units === SLICE_UNITS;
  const state = isWhole ? 'FILLED' : 'CANCELED';
  const reason = isWhole ? '' : 'IOC remainder canceled';
  const end = { at: at + 60_000, filledUnits: units, isTerminal: true, state, reason } as const;
  collector.order({ ...order, ...end, orderId: `77${coId.slice(3)}` });
  const isLast = slice === SLICES - 1;
  collector.parent(makeParent({ at: at + 60_000, slicesDone: slice + 1, state: isLast ? 'DONE' : 'WORKING' }));
}

function refuse(collector: Collector, at: number, bid: number, spread: number): void {
  collector.refused({
    at,
    intentId: 100,
    strategy: STRATEGY,
    symbol: 'EUR/USD',
    rule: 'RC14',
    message: `expected a rate younger than 2,000 ms, found 2,310 ms <b>& more</b>`,
    limit: 2000,
    value: 2310,
    rate: { bidTicks: bid, offerTicks: bid + spread, receiveAge: 2_310_000, venueAge: 2_400_000 },
    position: -filledUnits,
    workingBuy: 0,
    workingSell: 0,
    limitsVersion: 'paper-1',
  });
}

export function makeParent(changes: Partial<ParentView> = {}): ParentView {
  return {
    at: START,
    strategy: STRATEGY,
    key: 'eur-1',
    algorithm: 'twap',
    instrument: eurUsd,
    side: 'Sell',
    units: SLICES * SLICE_UNITS,
    filledUnits,
    limitTicks: 114_150,
    arrivalTicks2,
    startedAt: START + 120 * SECOND,
    slicesDone: 0,
    slices: SLICES,
    state: 'WORKING',
    reason: '',
    ...changes,
  };
}

export function makeOrder(changes: Partial<OrderView> = {}): OrderView {
  return {
    at: START,
    strategy: STRATEGY,
    intentId: 1,
    parent: 'eur-1',
    coId: 'w1-1',
    orderId: '',
    instrument: eurUsd,
    side: 'Sell',
    type: 'Limit',
    timeInForce: 'IOC',
    units: SLICE_UNITS,
    priceTicks: 114_000,
    filledUnits: 0,
    arrivalTicks2: 228_000,
    state: 'SENDING',
    isTerminal: false,
    reason: '',
    ...changes,
  };
}

export function makeFill(changes: Partial<Fill> = {}): Fill {
  const coId = changes.coId ?? 'w1-1';
  return {
    at: START,
    strategy: STRATEGY,
    intentId: 1,
    coId,
    tradeId: `FXI${coId.slice(3).padStart(6, '0')}`,
    instrument: eurUsd,
    side: 'Sell',
    units: SLICE_UNITS,
    priceTicks: 114_000,
    executedAt: changes.at ?? START,
    ...changes,
  };
}
