// The progress line: what it shows of one parent, of several and of none, in 100 columns.
import { describe, expect, it } from 'vitest';
import { formatProgress } from '../../../src/cli/bot/progress-line.js';
import type { Halt, ParentView } from '../../../src/domain/events/index.js';
import { createInstrument, unwrap } from '../../../src/domain/index.js';

/** 2026-07-13T12:00:00Z. */
const AT = 1_783_944_000_000_000;

const PARENT: ParentView = {
  ...{ at: AT, strategy: 'twap', key: 'a', algorithm: 'twap', side: 'Buy' },
  instrument: unwrap(createInstrument(0, 'EUR/USD')),
  ...{ units: 500_000_000, filledUnits: 200_000_000, bookedUnits: 200_000_000 },
  ...{ bookedCash: 200_000_000n * 114_282n, limitTicks: 0, arrivalTicks2: 228_560 },
  ...{ startedAt: AT, slicesDone: 8, slices: 20, state: 'WORKING', reason: '' },
};
const VIEW = {
  at: AT,
  parents: [],
  endedParents: 0,
  openOrders: 0,
  halt: undefined,
  stoppedBy: undefined,
  partlyStoppedBy: undefined,
  pause: undefined,
};
const HALT: Halt = { at: AT, rule: 'RC14', scope: 'all', strategy: '', reason: 'stale' };

describe('progress line', () => {
  it('shows everything of the only parent', () => {
    expect(formatProgress({ ...VIEW, parents: [PARENT] })).toBe(
      '12:00:00 | Buy EUR/USD slice 8/20, 2,000,000/5,000,000 at 1.142820, ' +
        '-0.18 bp to arrival | risk ok',
    );
  });

  it('counts several parents, and shows how much of the open ones is filled', () => {
    const other = { ...PARENT, filledUnits: 0 };
    expect(formatProgress({ ...VIEW, parents: [PARENT, other], stoppedBy: HALT })).toBe(
      '12:00:00 | parents 0/2 ended, 20 % of the open ones filled | HALTED RC14',
    );
    expect(formatProgress({ ...VIEW, parents: [PARENT], endedParents: 1 })).toBe(
      '12:00:00 | parents 1/2 ended, 40 % of the open ones filled | risk ok',
    );
    expect(formatProgress({ ...VIEW, endedParents: 2 })).toBe(
      '12:00:00 | parents 2/2 ended | risk ok',
    );
  });

  it('counts a lone parent too whose line would not fit', () => {
    const units = 5_000_000_000_000_000;
    const long = { ...PARENT, units, filledUnits: units, slicesDone: 10_000, slices: 10_000 };
    expect(formatProgress({ ...VIEW, parents: [long] })).toBe(
      '12:00:00 | parents 0/1 ended, 100 % of the open ones filled | risk ok',
    );
  });

  it('shows what is halted where other strategies trade', () => {
    const of = (place: object) =>
      formatProgress({ ...VIEW, partlyStoppedBy: { ...HALT, ...place } });
    const symbol = { scope: 'symbol', symbol: 'EUR/USD' };
    expect(of(symbol)).toBe('12:00:00 | 0 working orders | HALTED RC14 EUR/USD');
    const strategy = { scope: 'strategy', strategy: 'alpha' };
    expect(of(strategy)).toBe('12:00:00 | 0 working orders | HALTED RC14 alpha');
    // Also once none trades any more: it is no halt of everything.
    const stopping = { ...VIEW, stoppedBy: { ...HALT, ...symbol } as typeof HALT };
    expect(formatProgress(stopping)).toBe('12:00:00 | 0 working orders | HALTED RC14 EUR/USD');
  });

  it('shows the pause that stops the next order', () => {
    const pause = { control: 'RC16', scope: 'symbol', key: 'EUR/USD', reason: 'no rate' } as const;
    const times = { cause: '', since: AT, hitAt: AT, until: 'resolved' } as const;
    const of = (key: string) => formatProgress({ ...VIEW, pause: { ...pause, ...times, key } });
    expect(of('EUR/USD')).toBe('12:00:00 | 0 working orders | PAUSED RC16 EUR/USD');
    expect(of('')).toBe('12:00:00 | 0 working orders | PAUSED RC16');
  });

  it.each([
    [0, '0 working orders'],
    [1, '1 working order'],
    [12, '12 working orders'],
  ])('shows %i working orders where there are no parents', (openOrders, told) => {
    expect(formatProgress({ ...VIEW, openOrders })).toBe(`12:00:00 | ${told} | risk ok`);
  });

  it.each([
    [[], 0, [], 'flat, P&L 0.00 USD, 2 working orders'],
    [[['EUR/USD', -500_000]], -397.5, [], 'EUR/USD -500,000, P&L -397.50 USD, 2 working orders'],
    [
      [
        ['EUR/USD', 1],
        ['USD/JPY', -2_000],
      ],
      7,
      ['USD/JPY'],
      'EUR/USD 1, USD/JPY -2,000, P&L 7.00 USD without USD/JPY, 2 working orders',
    ],
    [
      ['EUR/USD', 'GBP/USD', 'AUD/USD', 'NZD/USD'].map((symbol) => [symbol, 1_000_000]),
      0,
      [],
      '4 positions, P&L 0.00 USD, 2 working orders',
    ],
  ] as const)(
    'shows the position of a strategy without parents: %j',
    (held, pnl, leftOut, told) => {
      const positions = held.map(([symbol, units]) => ({
        symbol: String(symbol),
        units: Number(units),
      }));
      const status = { positions, pnl, currency: 'USD', leftOut };
      const line = formatProgress({ ...VIEW, openOrders: 2 }, status);
      expect(line).toBe(`12:00:00 | ${told} | risk ok`);
    },
  );
});
