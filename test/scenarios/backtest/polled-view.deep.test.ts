// What a backtest shows is what polls would have brought: the remote gateway, polling the simulator
// on a stepped clock, brings the same rates at the same times.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runBacktest } from '../../../backtest/index.js';
import { createVenueClient } from '../../../src/client/index.js';
import {
  createInstrument,
  type Instant,
  type Micros,
  MILLISECOND,
  SECOND,
  unwrap,
} from '../../../src/domain/index.js';
import { createRemoteGateway } from '../../../src/gateway/index.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { realClock } from '../../../src/host/clock.js';
import { createPollGrid } from '../../../src/polling/index.js';
import { createSteppedClock } from '../../../src/torture/stepped-clock.js';
import { CONTROL_TOKEN, start, USER } from '../../simulator/harness.js';
import { createCountedLanes } from '../../polling/counted-lanes.js';

const RECORDING = 'config/recordings/EURUSD-2026-07-13T12.csv';
const FIRST_AT: Instant = 1_783_944_000_093 * MILLISECOND;
const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
const SEED = 5;
/** Notes each rate that it sees. */
const WATCHER = `
import { defineStrategy, symbol } from 'weir';
import { ignoreElements, tap } from 'rxjs';
import { z } from 'zod';

export default defineStrategy({
  id: 'watcher',
  summary: 'Writes down what it sees.',
  params: z.strictObject({ symbol: symbol() }),
  run: ({ params, rates, now, note }) =>
    rates(params.symbol).pipe(
      tap(({ bid, offer, venueAt }) => {
        note(\`\${now()} \${venueAt} \${bid.toFixed(5)} \${offer.toFixed(5)}\`);
      }),
      ignoreElements(),
    ),
});
`;

interface Case {
  readonly interval: Micros;
  readonly rateLatency: Micros;
  readonly span: Micros;
  readonly file?: string;
}

async function watchBacktest({
  file,
  interval,
  rateLatency,
  span,
}: Case): Promise<readonly string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'weir-polled-'));
  writeFileSync(join(dir, 'watcher.ts'), WATCHER);
  const config = {
    name: 'polled',
    seed: SEED,
    recording: { file: file ?? resolve(RECORDING), size: 1_000_000 },
    models: { latency: { rates: `${rateLatency / MILLISECOND}ms` } },
    polling: { rates: `${interval / MILLISECOND}ms` },
    strategies: [{ strategy: 'watcher.ts', params: { symbol: 'EUR/USD' } }],
  };
  writeFileSync(join(dir, 'config.yaml'), JSON.stringify(config));
  const messages: string[] = [];
  const ignore = () => undefined;
  const plan = unwrap(await loadPlan(join(dir, 'config.yaml'), new Map()));
  unwrap(
    runBacktest(plan, {
      tap: {
        ...{ command: ignore, order: ignore, fill: ignore, parent: ignore, refused: ignore },
        ...{ halted: ignore, alert: ignore, ask: ignore, quotes: ignore, busted: ignore },
        ...{ unstarted: ignore },
        note: ({ text }) => messages.push(text),
      },
    }),
  );
  return messages.filter((text) => Number(text.split(' ')[0]) <= FIRST_AT + span);
}

async function watchSimulator({ interval, rateLatency, span }: Case): Promise<readonly string[]> {
  const simulator = await start({
    recording: { file: RECORDING },
    venue: { latency: { rates: rateLatency, orders: 0, replies: 0 }, fillTiming: 'arrival' },
  });
  const lanes = createCountedLanes();
  const clock = createSteppedClock(FIRST_AT, () => lanes.settle());
  const client = unwrap(
    createVenueClient({
      ...USER,
      baseUrl: simulator.simulator.url,
      findInstrument: () => EURUSD,
      now: () => clock.now(),
      createLane: lanes.createLane,
      onLogin: (...told) => gateway.noteLogin(...told),
    }),
  );
  const gateway = createRemoteGateway({
    classify: (outcome) => outcome.class,
    ...{ machine: realClock, client, clock, instruments: [EURUSD] },
    ...{ pollInterval: interval, seed: SEED },
  });
  onTestFinished(() => gateway.close());
  unwrap(await gateway.open());
  const messages: string[] = [];
  gateway.start({
    rate: ({ ratePrecision }, { bidTicks, offerTicks, venueAt }) => {
      const texts = [bidTicks, offerTicks].map((ticks) => (ticks / 10 ** ratePrecision).toFixed(5));
      messages.push(`${clock.now()} ${venueAt} ${texts.join(' ')}`);
    },
    event: () => undefined,
  });
  // From one point of the grid to the next, the venue first.
  const grid = createPollGrid(SEED, 'rate/EUR/USD', FIRST_AT, interval);
  for (let at = grid(FIRST_AT); at <= FIRST_AT + span; at = grid(at)) {
    await simulator.ask('POST', '/control/clock', {
      headers: { 'X-Control-Token': CONTROL_TOKEN },
      body: { toMicros: at },
    });
    await clock.advanceTo(at);
    await lanes.settle();
  }
  return messages;
}

describe('rates that a backtest shows', () => {
  it.each([
    { interval: SECOND, rateLatency: 0, span: 150 * SECOND },
    { interval: SECOND, rateLatency: 400 * MILLISECOND, span: 150 * SECOND },
    { interval: 250 * MILLISECOND, rateLatency: 5 * MILLISECOND, span: 60 * SECOND },
  ])('equal those of a poll every $interval µs, $rateLatency µs late', async (one) => {
    const seen = await watchBacktest(one);
    expect(seen.length).toBeGreaterThan(70);
    expect(seen).toEqual(await watchSimulator(one));
  });

  it('are as few as the request budget allows', async () => {
    // 20 a second are asked for; of the 10 of the budget rates find at most what others leave.
    const one = { interval: 50 * MILLISECOND, rateLatency: 0, span: 20 * SECOND };
    const seen = await watchBacktest(one);
    expect(seen).toEqual(await watchSimulator(one));
    const free = await watchBacktest({ ...one, interval: 125 * MILLISECOND });
    expect(seen.length).toBeLessThan(1.2 * free.length);
  });
});

it('gap of a hundred years is played at once, and later polls keep their grid', async () => {
  const rows = [Date.UTC(1995, 0, 2), Date.UTC(1995, 0, 4), Date.UTC(2095, 0, 3)];
  const file = join(mkdtempSync(join(tmpdir(), 'weir-gap-')), 'gap.csv');
  const lines = rows.flatMap((ms, i) => {
    return [0, 1, 2, 3].map((s) => {
      const [bid, offer] = [s, s + 1].map((last) => `1.1${i}${last}`);
      return `${ms + 1_000 * s},EUR/USD,${bid},${offer}`;
    });
  });
  writeFileSync(file, ['time,symbol,bid,offer', ...lines, ''].join('\n'));
  const reported = await watchBacktest({ interval: SECOND, rateLatency: 0, span: Infinity, file });
  const startAt = (rows[0] ?? 0) * MILLISECOND;
  const grid = createPollGrid(SEED, 'rate/EUR/USD', startAt, SECOND);
  const expected = rows.flatMap((ms, i) => {
    const seen = i === 2 ? [0, 1, 2] : [0, 1, 2, 3]; // the last comes after its poll
    return seen.map((s) => grid((ms + 1_000 * s) * MILLISECOND - 1));
  });
  expect(reported.map((text) => Number(text.split(' ')[0]))).toEqual(expected);
});
