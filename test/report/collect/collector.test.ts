// Figures that the collector makes of a session's outputs, in bounded memory.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { MAX_OPEN, MAX_ROWS } from '../../../src/report/collect/bounded.js';
import { MAX_HALTS } from '../../../src/report/collect/stops.js';
import { createCollector } from '../../../src/report/index.js';
import {
  eurUsd,
  INFO,
  makeFill,
  makeOrder,
  makeParent,
  makeRefusal,
  START,
  usdJpy,
} from '../twap-session.js';

describe('collector', () => {
  it('starts the session at the first rate or output, whichever came first', () => {
    const late = createCollector(INFO);
    late.note({ at: START + 5, strategy: 's', text: 'hello', fields: {} });
    late.rate(START + 9, 0, 100, 101);
    expect(late.finish(START + 10, '')).toMatchObject({ startAt: START + 5, endAt: START + 10 });
    const early = createCollector(INFO);
    early.rate(START, 0, 100, 101);
    early.halted({ at: START + 9, scope: 'all', strategy: '', rule: 'RC52', reason: 'loss' });
    expect(early.finish(START + 10, '').startAt).toBe(START);
  });

  it('keeps one row per order with its newest view and counts orders by their last state', () => {
    const collector = createCollector(INFO);
    const order = makeOrder();
    collector.order(order);
    collector.order({ ...order, at: START + 1, state: 'WORKING', orderId: '77' });
    collector.order({ ...order, at: START + 2, state: 'EXPIRED', isTerminal: true });
    collector.order(makeOrder({ coId: 'w1-2' }));
    const { orders, ledgers } = collector.finish(START, '');
    expect(orders.rows).toHaveLength(2);
    expect(orders.rows[0]).toMatchObject({ placedAt: START, view: { state: 'EXPIRED' } });
    expect(ledgers[0]).toMatchObject({ orders: 2, states: { EXPIRED: 1, SENDING: 1 } });
  });

  it('compares fills of a child order with the arrival mid of its parent', () => {
    const collector = createCollector(INFO);
    collector.rate(START, 0, 114_000, 114_005);
    collector.parent(makeParent({ arrivalTicks2: 228_100 }));
    collector.order(makeOrder({ arrivalTicks2: 228_000 }));
    collector.fill(makeFill());
    const { fills } = collector.finish(START, '');
    expect(fills.rows[0]).toMatchObject({
      parent: 'eur-1',
      arrivalTicks2: 228_100,
      midTicks2: 228_005,
    });
  });

  it('leaves fills without a known arrival mid out of slippage only', () => {
    const collector = createCollector(INFO);
    collector.fill(makeFill({ coId: 'unknown', units: 500, priceTicks: 114_000 }));
    collector.order(makeOrder({ parent: '', arrivalTicks2: 228_002 }));
    collector.fill(makeFill({ units: 300, priceTicks: 114_000 }));
    const [ledger] = collector.finish(START, '').ledgers;
    expect(ledger).toMatchObject({
      fills: 2,
      soldUnits: 800n,
      arrivalUnits: 300n,
      arrivalCash2: 300n * 228_002n,
      favour2: -600n,
    });
  });

  it('records when each slice of a parent was placed', () => {
    const collector = createCollector(INFO);
    collector.parent(makeParent());
    for (const slicesDone of [1, 1, 2, 3]) {
      collector.parent(makeParent({ at: START + slicesDone * SECOND, slicesDone }));
    }
    collector.parent(makeParent({ at: START + 9 * SECOND, slicesDone: 3, state: 'STOPPED' }));
    const { parents } = collector.finish(START + 10 * SECOND, '');
    expect(parents.rows).toHaveLength(1);
    expect(parents.rows[0]).toMatchObject({
      firstSliceAt: START + SECOND,
      lastSliceAt: START + 3 * SECOND,
      view: { state: 'STOPPED' },
    });
  });

  it('counts refusals by rule with the last one, and by strategy and symbol', () => {
    const collector = createCollector({ ...INFO, instruments: [eurUsd, usdJpy] });
    collector.refused(makeRefusal({ rule: 'RC14' }));
    collector.refused(makeRefusal({ rule: 'RC20', symbol: 'XAU/USD' }));
    collector.refused(makeRefusal({ rule: 'RC14', message: 'the last', symbol: 'USD/JPY' }));
    const { refusals, ledgers } = collector.finish(START, '');
    expect(refusals).toMatchObject([
      { rule: 'RC14', count: 2, last: { message: 'the last' } },
      { rule: 'RC20', count: 1 },
    ]);
    expect(ledgers.map((ledger) => [ledger.instrument.symbol, ledger.refusals])).toEqual([
      ['EUR/USD', 1],
      ['USD/JPY', 1],
    ]);
  });

  it('throws a bug on a rate of an unknown instrument', () => {
    const collector = createCollector(INFO);
    expect(() => collector.rate(START, 3, 1, 2)).toThrow('no instrument of the session has id 3');
    expect(() => collector.fill(makeFill({ instrument: usdJpy }))).toThrow(
      'USD/JPY is not an instrument of the session',
    );
  });
});

describe('memory of the collector', () => {
  it('keeps an ended order until its fills are booked', () => {
    const collector = createCollector(INFO);
    const end = { state: 'FILLED', filledUnits: 100, isTerminal: true } as const;
    const late = makeOrder({ coId: 'late', parent: '', units: 100, arrivalTicks2: 228_000 });
    collector.order(late);
    collector.order({ ...late, ...end });
    for (let index = 0; index < MAX_OPEN + 10; index++) {
      const coId = `w1-${String(index)}`;
      collector.order(makeOrder({ coId, parent: '', arrivalTicks2: 228_000 }));
      collector.fill(makeFill({ coId, units: 100 }));
      collector.order(makeOrder({ coId, parent: '', arrivalTicks2: 228_000, ...end }));
    }
    collector.fill(makeFill({ coId: 'late', units: 100 }));
    const [ledger] = collector.finish(START, '').ledgers;
    expect(ledger?.arrivalUnits).toBe(BigInt(MAX_OPEN + 11) * 100n);
  });

  it('drops the oldest orders that ended unfilled, and no open one', () => {
    const collector = createCollector(INFO);
    const open = makeOrder({ coId: 'open', parent: '', units: 100, arrivalTicks2: 228_000 });
    collector.order(open);
    for (let index = 0; index < MAX_OPEN + 10; index++) {
      const coId = `w1-${String(index)}`;
      const order = makeOrder({ coId, parent: '', units: 100, arrivalTicks2: 228_000 });
      collector.order(order);
      collector.order({ ...order, state: 'CANCELED', isTerminal: true });
    }
    const eighth = MAX_OPEN / 8;
    const late = ['open', `w1-${String(eighth)}`, `w1-${String(eighth - 1)}`, 'w1-5'];
    for (const coId of late) collector.fill(makeFill({ coId, units: 100 }));
    const [ledger] = collector.finish(START, '').ledgers;
    expect(ledger).toMatchObject({ fills: 4, arrivalUnits: 200n });
  });

  it('stops at its maxima while sums and counts continue', () => {
    const collector = createCollector(INFO);
    const count = MAX_OPEN + 5_000;
    collector.rate(START, 0, 113_999, 114_001);
    for (let index = 1; index <= count; index++) {
      const at = START + index;
      const coId = `w1-${String(index)}`;
      const order = makeOrder({ at, coId, parent: '' });
      collector.order(order);
      collector.fill(makeFill({ at, coId, units: 100 }));
      collector.order({ ...order, state: 'FILLED', filledUnits: 100, isTerminal: true });
      collector.note({ at, strategy: 's', text: 'filled', fields: {} });
      collector.halted({ at, scope: 'strategy', strategy: 's', rule: 'RC52', reason: '' });
    }
    const results = collector.finish(START + count, '');
    const { orders, fills, notes, halts, ledgers } = results;
    expect([orders.rows.length, orders.leftOut]).toEqual([MAX_ROWS, count - MAX_ROWS]);
    expect([fills.rows.length, fills.leftOut]).toEqual([MAX_ROWS, count - MAX_ROWS]);
    expect([notes.rows.length, notes.leftOut]).toEqual([MAX_ROWS, count - MAX_ROWS]);
    expect([halts.rows.length, halts.leftOut]).toEqual([MAX_HALTS, count - MAX_HALTS]);
    expect(ledgers[0]).toMatchObject({
      orders: count,
      fills: count,
      states: { FILLED: count },
      soldUnits: BigInt(count) * 100n,
      arrivalUnits: BigInt(count) * 100n,
    });
    const { progress } = ledgers[0] ?? {};
    expect(progress?.at.length).toBeLessThanOrEqual(2_001);
    expect(progress?.position.at(-1)).toBe(-count);
  });
});
