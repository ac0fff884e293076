// weir parity: a session on stepped time equals its own backtest, and changes are reported.
import { beforeAll, describe, expect, it } from 'vitest';
import { runParity } from '../../../backtest/index.js';
import { MILLISECOND, SECOND, unwrap } from '../../../src/domain/index.js';
import { runStepped, type SteppedSession } from '../../backtest/stepped-session.js';

const LATENCY = { rates: 5 * MILLISECOND, orders: 20 * MILLISECOND, replies: 20 * MILLISECOND };
const TOLERANCE = { pips: 0, time: 2 * MILLISECOND };

/** A pip up or down every 2 s, with more than enough behind it. */
const ROWS = Array.from({ length: 40 }, (_, i) => {
  const bid = 110_000 + ((i * 7) % 5) * 10;
  const texts = [bid, bid + 4].map((ticks) => (ticks / 100_000).toFixed(5));
  return `${i * 2_000},EUR/USD,${texts.join(',')},5000000,5000000`;
});

const CONFIG = {
  name: 'stepped',
  seed: 3,
  models: { latency: { rates: '5ms', orders: '20ms', replies: '20ms' } },
  polling: { rates: '500ms' },
  strategies: [
    {
      strategy: 'twap',
      params: { symbol: 'EUR/USD', side: 'Buy', size: 500_000, duration: '40s', slices: 10 },
    },
  ],
};

const compare = async (folder: string, models = {}) =>
  unwrap(await runParity(folder, { tolerance: TOLERANCE, models }));

describe('paper session on stepped time', () => {
  let session: SteppedSession;

  beforeAll(async () => {
    session = await runStepped({ rows: ROWS, config: CONFIG, venue: { latency: LATENCY } });
  });

  it('equals its own backtest: the same fills at the same prices and times', async () => {
    const { comparison } = await compare(session.folder);
    expect(session.end.reason).toBe('done');
    expect(comparison.causes).toEqual({});
    expect(comparison.fills).toEqual({ session: 10, backtest: 10, agree: 10 });
    expect(comparison.orders).toEqual({ session: 10, backtest: 10, both: 10 });
  });

  it('measures the latency of the venue', async () => {
    const { measurement, calibrated } = await compare(session.folder);
    const { rates, orders, replies } = measurement;
    expect(measurement.clock.taken).toBe(0);
    expect(orders).toMatchObject({ count: 10, table: { min: expect.closeTo(20_000, -3) } });
    // The first query comes 200 ms after the order was sent, 180 ms after its fill.
    expect(replies).toMatchObject({ count: 10, table: { p50: expect.closeTo(180_000, -4) } });
    expect(rates.table?.min).toBeLessThanOrEqual(500 * MILLISECOND);
    expect(calibrated.models.latency.orders).toBe(20 * MILLISECOND);
    expect(calibrated.comparison.fills.agree).toBe(10);
  });

  it('differs by the latency of orders where that was changed', async () => {
    const latency = { ...LATENCY, orders: 2 * SECOND };
    const { comparison } = await compare(session.folder, { latency });
    const reported = comparison.lines.filter(({ differences }) => differences.length > 0);
    expect(reported).toHaveLength(10);
    expect(new Set(reported.map(({ cause }) => cause))).toEqual(new Set(['latency of orders']));
    expect(reported[0]?.detail).toMatch(/ (19|20)ms after the decision, 2s in the backtest/);
  });

  it('differs by the fill model where orders wait for the next rate', async () => {
    const { comparison } = await compare(session.folder, { fillTiming: 'next-rate' });
    expect(Object.keys(comparison.causes)).toEqual(['fill model']);
    expect(comparison.fills.agree).toBe(0);
  });

  it('agrees within a tolerance that is wide enough', async () => {
    const latency = { ...LATENCY, orders: 60 * MILLISECOND };
    const wide = { pips: 0, time: 100 * MILLISECOND };
    const narrow = await compare(session.folder, { latency });
    const outcome = unwrap(
      await runParity(session.folder, { tolerance: wide, models: { latency } }),
    );
    expect(narrow.comparison.fills.agree).toBe(0);
    expect(outcome.comparison.fills.agree).toBe(10);
  });
});

describe('session that the host halted', () => {
  it('halts in the backtest too', async () => {
    const { folder, end } = await runStepped({
      ...{ rows: ROWS, config: CONFIG, venue: { latency: LATENCY } },
      haltAt: 20_000,
    });
    const { comparison } = await compare(folder);
    expect(end.reason).toBe('halted');
    expect(comparison.halts).toEqual({ session: 1, backtest: 1, alone: [] });
    expect(comparison.fills.agree).toBe(comparison.fills.session);
    expect(comparison.causes).toEqual({});
  });
});
