// A sweep for tests of its report: two ranges of three values, and a figure that both make.
import type { SweepView } from '../../../src/report/index.js';
import type { SweepRowView } from '../../../src/report/sweep/index.js';

const FAST = [5, 10, 20];
const SLOW = ['1m', '30s', '2m'];

/** What the session gains at these values. */
export const toPnl = (fast: number, slow: string): number =>
  fast * 3 - { '1m': 20, '30s': 40, '2m': 10 }[slow as '1m'];

function makeRows(): readonly SweepRowView[] {
  const rows = FAST.flatMap((fast) => SLOW.map((slow) => ({ fast, slow })));
  return rows
    .map(({ fast, slow }, index): SweepRowView => {
      const pnl = toPnl(fast, slow);
      const band = { low: pnl - 5, high: pnl + 5 };
      return {
        combination: index + 1,
        values: [fast, slow],
        fits: true,
        figures: { pnl, sharpe: pnl / 10, maxDrawdown: 4, orders: 12 },
        ...(pnl > 30 ? { bands: { pnl: band, sharpe: band }, gains: 0.9 } : {}),
      };
    })
    .toSorted((a, b) => (b.figures?.['pnl'] ?? 0) - (a.figures?.['pnl'] ?? 0));
}

const HOUR = 3_600_000_000;
const START = 1_783_944_000_000_000;

export const VIEW: SweepView = {
  name: 'averages',
  session: 'research.yaml',
  version: '0.0.0',
  currency: 'USD',
  names: ['crossings.fast', 'crossings.slow'],
  objective: { figure: 'pnl', best: 'highest' },
  constraints: [],
  rows: makeRows(),
  invalidCount: 0,
  bootstrap: { confidence: 0.95, block: '30m' },
  walkForward: {
    windows: [1, 2].map((window) => ({
      window,
      inSample: { startAt: START + (window - 1) * HOUR, endAt: START + window * HOUR },
      outOfSample: { startAt: START + window * HOUR, endAt: START + (window + 1) * HOUR },
      combination: 3,
      values: [5, '2m'],
      inFigures: { pnl: 40 * window },
      outFigures: { pnl: 10 * window },
    })),
    emptyCount: 1,
    stitched: { pnl: 30, maxDrawdown: 12.5, sharpe: 1.2, sortino: 2 },
    bands: { pnl: { low: -4, high: 61 } },
    pnlPerDay: { inSample: 1_440, outOfSample: 360 },
    efficiency: 0.25,
  },
  notes: [{ label: 'Recording', value: 'rates.csv, 1,000 rates' }],
};
