// A believable session for tests: a TWAP sells 5 million EUR/USD in 20 slices over 8 minutes.
import type { Fill, OrderView, ParentView, Refusal } from '../../src/domain/events/index.js';
import {
  createInstrument,
  type Instant,
  type Instrument,
  SECOND,
  unwrap,
} from '../../src/domain/index.js';
import {
  type Collector,
  createCollector,
  type Results,
  type SessionInfo,
} from '../../src/report/index.js';

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
  const seller = new Seller(collector);
  const random = createRandom(info.seed);
  let mid = 114_275;
  let at = START;
  while (at < START + 900 * SECOND) {
    at += Math.round((0.05 + random() * 0.3) * SECOND);
    mid += (random() - 0.503) * 1.6;
    const spread = random() < 0.85 ? 4 : 7;
    const bid = Math.round(mid - spread / 2);
    collector.rate(at, eurUsd.id, bid, bid + spread);
    seller.rate(at, bid, bid + spread);
  }
  return collector.finish(START + 900 * SECOND, '9f86d081884c7d659a2feaa0c55ad015');
}

/** Sells one slice every 24 s from the second minute on; the twelfth is filled in part. */
class Seller {
  private readonly collector: Collector;
  private arrivalTicks2 = 0;
  private filledUnits = 0;
  private bookedCash = 0n;
  private slices = 0;

  constructor(collector: Collector) {
    this.collector = collector;
  }

  rate(at: Instant, bidTicks: number, offerTicks: number): void {
    if (this.slices === SLICES || at < START + (120 + this.slices * 24) * SECOND) return;
    if (this.slices === 0) this.begin(at, bidTicks + offerTicks);
    if (this.slices % 7 === 3) this.collector.refused(makeRefusal({ at }));
    this.slices += 1;
    this.sell(at, bidTicks, this.slices === 12 ? SLICE_UNITS * 0.6 : SLICE_UNITS);
  }

  private begin(at: Instant, arrivalTicks2: number): void {
    this.arrivalTicks2 = arrivalTicks2;
    this.collector.parent(makeParent({ at, startedAt: at, arrivalTicks2 }));
    const fields = { slices: SLICES, pace: '24s' };
    this.collector.note({ at, strategy: STRATEGY, text: 'parent accepted', fields });
  }

  private sell(at: Instant, bidTicks: number, units: number): void {
    const { collector, slices, arrivalTicks2 } = this;
    const coId = `w1-${String(slices)}`;
    const order = makeOrder({ at, coId, priceTicks: bidTicks - 5 });
    collector.order(order);
    const known = { ...order, orderId: `77${String(100 + slices)}` };
    collector.order({ ...known, at: at + 40_000, state: 'WORKING' });
    const doneAt = at + 60_000;
    const priceTicks = bidTicks;
    collector.fill(makeFill({ at: doneAt, executedAt: at + 20_000, coId, units, priceTicks }));
    const end =
      units === SLICE_UNITS
        ? ({ state: 'FILLED' } as const)
        : ({ state: 'CANCELED', reason: 'IOC remainder canceled' } as const);
    collector.order({ ...known, at: doneAt, filledUnits: units, isTerminal: true, ...end });
    this.filledUnits += units;
    this.bookedCash += BigInt(units) * BigInt(priceTicks);
    const { filledUnits, bookedCash } = this;
    const startedAt = START + 120 * SECOND;
    const state = slices === SLICES ? 'DONE' : 'WORKING';
    const booked = { filledUnits, bookedUnits: filledUnits, bookedCash };
    const progress = { at: doneAt, startedAt, slicesDone: slices, state, ...booked } as const;
    collector.parent(makeParent({ arrivalTicks2, ...progress }));
  }
}

export function makeRefusal(changes: Partial<Refusal> = {}): Refusal {
  return {
    at: START,
    intentId: 100,
    strategy: STRATEGY,
    symbol: 'EUR/USD',
    rule: 'RC14',
    message: 'expected a rate younger than 2,000 ms, found one of 2,310 ms',
    limit: 2000,
    value: 2310,
    position: 0,
    workingBuy: 0,
    workingSell: 0,
    limitsVersion: 'paper-1',
    ...changes,
  };
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
    filledUnits: 0,
    bookedUnits: 0,
    bookedCash: 0n,
    limitTicks: 114_150,
    arrivalTicks2: 228_000,
    startedAt: START,
    slicesDone: 0,
    slices: SLICES,
    state: 'WORKING',
    reason: '',
    ...changes,
  };
}

const intents = new Map<string, number>();

/** One intent for each coId, as in a session. */
function intentOf(coId: string): number {
  const intent = intents.get(coId) ?? intents.size + 1;
  intents.set(coId, intent);
  return intent;
}

export function makeOrder(changes: Partial<OrderView> = {}): OrderView {
  return {
    at: START,
    strategy: STRATEGY,
    intentId: intentOf(changes.coId ?? 'w1-1'),
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
    rejectCode: '',
    rejectPolicy: '',
    ...changes,
  };
}

export function makeFill(changes: Partial<Fill> = {}): Fill {
  const coId = changes.coId ?? 'w1-1';
  return {
    at: START,
    strategy: STRATEGY,
    intentId: intentOf(coId),
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
