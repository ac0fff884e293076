// Which models weir parity proposes, and what it reports where the journal is too short.
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ParityOutcome, runParity, toParityView } from '../../../backtest/index.js';
import { MILLISECOND, unwrap } from '../../../src/domain/index.js';
import { formatParity, renderParity } from '../../../src/report/index.js';
import { ROOT } from '../../docs/pages.js';
import { START } from '../../simulator/harness.js';
import { runStepped } from '../../backtest/stepped-session.js';

const LATENCY = { rates: 5 * MILLISECOND, orders: 20 * MILLISECOND, replies: 20 * MILLISECOND };
const TOLERANCE = { pips: 0, time: 2 * MILLISECOND };

/** Another price every 2 s, with more than enough behind it. */
const ROWS = Array.from({ length: 40 }, (_, i) => {
  const bid = 110_000 + ((i * 7) % 5) * 10;
  const texts = [bid, bid + 4].map((ticks) => (ticks / 100_000).toFixed(5));
  return `${i * 2_000},EUR/USD,${texts.join(',')},5000000,5000000`;
});

/** A session whose venue fills at arrival, against models that wait for the next rate. */
async function contrast(slices: number): Promise<ParityOutcome> {
  const params = { symbol: 'EUR/USD', side: 'Buy', size: 600_000, duration: '48s', slices };
  const models = { latency: { rates: '5ms', orders: '20ms', replies: '20ms' } };
  const { folder } = await runStepped({
    rows: ROWS,
    config: {
      ...{ name: 'stepped', seed: 3, models, polling: { rates: '500ms' } },
      strategies: [{ strategy: 'twap', params }],
    },
    venue: { latency: LATENCY },
  });
  const options = { tolerance: TOLERANCE, models: { fillTiming: 'next-rate' as const } };
  return unwrap(await runParity(folder, options));
}

let few: ParityOutcome;
let enough: ParityOutcome;

beforeAll(async () => {
  few = await contrast(12);
  enough = await contrast(24);
});

describe('time of fills', () => {
  it('stays as configured where few fills suggest another', () => {
    const { calibrated } = toParityView('session', few);
    expect(few.comparison.fills).toMatchObject({ session: 12, agree: 0 });
    expect(few.calibrated.models.fillTiming).toBe('next-rate');
    const text = 'as stated: too few fills to tell (12)';
    expect(calibrated.yaml).toContain(`  fillTiming: next-rate # ${text}\n`);
    expect(formatParity(toParityView('session', few))).toContain(`next-rate, ${text}`);
  });

  it('is replaced where enough fills suggest another', () => {
    expect(toParityView('session', enough).calibrated.yaml).toMatch(
      / fillTiming: arrival # arrival agrees with 24 more of 24 fills\n$/,
    );
  });
});

describe('parity report', () => {
  it('lists halts of one side only', () => {
    const halt = {
      at: START * MILLISECOND,
      strategy: '',
      rule: 'RC55',
      reason: 'no answer',
    } as const;
    const alone = [
      { halt: { ...halt, scope: 'all' }, side: 'session' },
      { halt: { ...halt, scope: 'symbol', symbol: 'EUR/USD' }, side: 'backtest' },
    ] as const;
    const comparison = { ...few.comparison, halts: { session: 1, backtest: 1, alone } };
    const view = toParityView('session', { ...few, comparison });
    const text = formatParity(view);
    expect(text).toContain(' in the session only: everything halted by RC55: no answer\n');
    expect(text).toContain(' in the backtest only: symbol EUR/USD halted by RC55: no answer\n');
    expect(renderParity(view)).toContain('Halts on one side only');
  });
});

describe('proposed models', () => {
  it('are left out where the configured ones agree with more fills', () => {
    const { calibrated, comparison } = enough;
    const turned = { ...calibrated, comparison };
    const worse = { ...enough, comparison: calibrated.comparison, calibrated: turned };
    const text = '0 of 24 fills agree with the models below, 24 with those stated';
    const view = toParityView('session', worse);
    expect(view.calibrated.yaml).toContain(`  # ${text}: those stated agree better\n`);
    expect(view.calibrated.result).toBe(`${text}: those stated agree better`);
    expect(toParityView('session', enough).calibrated.yaml).not.toContain('agree better');
  });

  it.each([
    ['halted', true],
    ['paper', false],
  ])('state of the %s session whether its clocks leave much open: %s', async (name, isWide) => {
    const folder = join(ROOT, 'test/fixtures/journals/v2', name);
    const view = toParityView(name, unwrap(await runParity(folder, { tolerance: TOLERANCE })));
    expect(view.clock.includes('; that is large beside the measured latencies')).toBe(isWide);
    expect(
      view.calibrated.yaml.includes('# the unknown part of the clock difference is large'),
    ).toBe(isWide);
  });
});
