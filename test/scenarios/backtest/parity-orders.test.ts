// Matching of orders of backtest and session, and which differences of two count.
import { describe, expect, it } from 'vitest';
import {
  align,
  compare,
  RunOrders,
  type OrderPair,
  pairOrders,
} from '../../../backtest/parity/index.js';
import type { Fill, Halt, OrderView } from '../../../src/domain/events/index.js';
import { createInstrument, SECOND, unwrap } from '../../../src/domain/index.js';
import { createRandom } from '../../report/twap-session.js';

const instrument = unwrap(createInstrument(0, 'EUR/USD'));

const VIEW: OrderView = {
  ...{ at: 0, strategy: 'one', intentId: 1, parent: '', coId: 'S-0', orderId: '7' },
  ...{ instrument, side: 'Buy', type: 'Limit', timeInForce: 'IOC', units: 1_000_000 },
  ...{ priceTicks: 110_000, filledUnits: 0, arrivalTicks2: 220_000, state: 'EXPIRED' },
  ...{ isTerminal: true, reason: '', rejectCode: '', rejectPolicy: '' },
};

const FILL: Fill = {
  ...{ at: 30_000, executedAt: 20_000, strategy: 'one', intentId: 1, coId: 'S-0', tradeId: 'x1' },
  ...{ instrument, side: 'Buy', units: 400_000, priceTicks: 110_000 },
};

const HALT: Halt = { at: SECOND, scope: 'all', strategy: '', rule: 'RC55', reason: 'no answer' };

interface Side {
  readonly orders?: readonly Partial<OrderView>[];
  readonly fills?: readonly Fill[];
  readonly halts?: readonly Halt[];
}

function toLedger({ orders = [], fills = [], halts = [] }: Side): RunOrders {
  const ledger = new RunOrders();
  for (const order of orders) ledger.order({ ...VIEW, ...order });
  for (const fill of fills) ledger.fill(fill);
  for (const halt of halts) ledger.halted(halt);
  return ledger;
}

const reported = (session: Side, backtest: Side, pips = 0) =>
  compare({
    ...{ session: toLedger(session), backtest: toLedger(backtest), offset: 0 },
    tolerance: { pips, time: SECOND },
    ...{
      sent: new Map(),
      setup: { pollInterval: SECOND },
      rates: { findStanding: () => undefined },
    },
    models: { latency: { rates: 0, orders: 0, replies: 0 } },
  } as unknown as Parameters<typeof compare>[0]);

describe('orders without fills', () => {
  it.each([
    ['units', { units: 2_000_000 }, ['order']],
    ['price', { priceTicks: 110_010 }, ['order']],
    ['time in force', { timeInForce: 'GTC' }, ['order']],
    ['units and end', { units: 2_000_000, state: 'CANCELED' as const }, ['order', 'end']],
  ])('differ in %s', (_, other, expected) => {
    const { agrees, lines } = reported({ orders: [VIEW] }, { orders: [other] });
    expect(lines.map(({ differences }) => differences)).toEqual([expected]);
    expect(lines[0]).toMatchObject({ cause: 'latency of replies' });
    expect(lines[0]?.detail).toMatch(/^ordered 10,000 at 1\.10000 IOC, in the backtest /);
    expect(agrees).toBe(false);
  });

  it('agree where they are equal, and where prices are within the tolerance', () => {
    expect(reported({ orders: [VIEW] }, { orders: [VIEW] })).toMatchObject({
      agrees: true,
      lines: [],
    });
    expect(reported({ orders: [VIEW] }, { orders: [{ priceTicks: 110_010 }] }, 1).agrees).toBe(
      true,
    );
  });
});

describe('orders with equal fills', () => {
  const fills = [FILL];

  it('differ in their ends, and the fills still agree', () => {
    const session = { orders: [{ state: 'REJECTED' as const, reason: 'late' }], fills };
    const { agrees, ...found } = reported(session, {
      orders: [{ state: 'WORKING' as const }],
      fills,
    });
    expect(found.lines.map(({ differences }) => differences)).toEqual([[], ['end']]);
    expect(found.lines[1]).toMatchObject({ cause: 'rejected', sessionEnd: 'REJECTED late' });
    expect(found.fills.agree).toBe(1);
    expect(agrees).toBe(false);
  });

  it('show both ends where the journal has no reason', () => {
    const backtest = { orders: [{ state: 'WORKING' as const }], fills };
    const { lines } = reported({ orders: [VIEW], fills }, backtest);
    expect(lines[1]?.cause).toBe('not told');
    expect(lines[1]?.detail).toBe('the same fills, then EXPIRED, in the backtest WORKING');
  });

  it('show the end beside a fill that differs', () => {
    const session = { orders: [{ state: 'FILLED' as const }], fills };
    const { lines } = reported(session, { orders: [VIEW] });
    expect(lines.map(({ differences }) => differences)).toEqual([['session only', 'end']]);
  });
});

describe('halts in a parity report', () => {
  it('of one side only are a difference', () => {
    const { agrees, halts } = reported({ orders: [VIEW], halts: [HALT] }, { orders: [VIEW] });
    expect(agrees).toBe(false);
    expect(halts).toEqual({ session: 1, backtest: 0, alone: [{ halt: HALT, side: 'session' }] });
  });

  it('of both sides agree, but not with another rule or much later', () => {
    const by = (other: Partial<Halt>) =>
      reported({ halts: [HALT] }, { halts: [{ ...HALT, ...other }] });
    expect(by({ at: 2 * SECOND, reason: 'other words' }).agrees).toBe(true);
    expect(by({ rule: 'RC57' }).halts.alone.map(({ side }) => side)).toHaveLength(2);
    expect(by({ at: 9 * SECOND }).agrees).toBe(false);
  });
});

describe('matched orders', () => {
  const at = (...seconds: readonly number[]) =>
    toLedger({
      orders: seconds.map((second, i) => ({ at: second * SECOND, coId: `S-${String(i)}` })),
    }).orders;
  const times = (pairs: readonly OrderPair[]) =>
    pairs.map(({ session, backtest }) =>
      [session, backtest].map((one) => (one === undefined ? '–' : one.decidedAt / SECOND)),
    );

  it('are those nearest in time, so that a refused one stays unmatched', () => {
    const pairs = pairOrders(at(0, 1, 2, 3), at(1, 2, 3), SECOND);
    expect(times(pairs)).toEqual([[0, '–'], ...[1, 2, 3].map((one) => [one, one])]);
    expect(times(pairOrders(at(1, 2, 3), at(0, 1, 2, 3), SECOND))).toEqual([
      ['–', 0],
      ...[1, 2, 3].map((one) => [one, one]),
    ]);
  });

  it('differ in time by at most a limit', () => {
    expect(times(pairOrders(at(0, 5), at(1, 7), SECOND))).toEqual([
      [0, 1],
      [5, '–'],
      ['–', 7],
    ]);
  });

  it('are matched by name where times decide nothing', () => {
    const { orders } = toLedger({ orders: [{ coId: 'S-1' }] });
    const [first, second] = pairOrders(at(0, 0), orders, SECOND);
    expect(first?.backtest).toBeUndefined();
    expect(second?.backtest?.view.coId).toBe('S-1');
  });

  it('are the best of all pairings that keep both orders in sequence', () => {
    const random = createRandom(5);
    const draw = () =>
      Array.from({ length: Math.floor(random() * 7) }, () => Math.floor(random() * 30))
        .sort((a, b) => a - b)
        .map((at) => ({ at, name: String(Math.floor(random() * 9)) }));
    for (let round = 0; round < 500; round++) {
      const [own, others] = [draw(), draw()];
      const within = Math.floor(random() * 12);
      const weigh = (i: number, j: number): number => {
        const [one, other] = [own[i], others[j]];
        const apart = Math.abs((one?.at ?? 0) - (other?.at ?? 0));
        return apart > within
          ? -Infinity
          : within - apart + 1 + Number(one?.name === other?.name) / 1_024;
      };
      const best = (i: number, j: number): number =>
        i === own.length || j === others.length
          ? 0
          : Math.max(best(i + 1, j), best(i, j + 1), weigh(i, j) + best(i + 1, j + 1));
      const places = align(own, others, within);
      const found = places.reduce<number>(
        (sum, j, i) => (j === undefined ? sum : sum + weigh(i, j)),
        0,
      );
      const taken = places.filter((place) => place !== undefined);
      expect(found).toBe(best(0, 0));
      expect(taken).toEqual([...new Set(taken)].sort((a, b) => a - b));
    }
  });
});
