// A sweep in a folder of its own: a session of crossings over rates that swing.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSweep, type Sweep, toIdentity } from '../../../backtest/index.js';
import { loadRegistry } from '../../../src/cli/registry.js';
import { type Result, unwrap } from '../../../src/domain/index.js';

export const CROSSINGS = fileURLToPath(
  new URL('../../../config/research/crossings.ts', import.meta.url),
);
/** 2026-07-13T12:00:00Z, milliseconds. */
export const START_MS = 1_783_944_000_000;

const LIMITS =
  'allowedOrderTypes: { types: [Limit/IOC] }\norderRate: off\n' +
  'repeatedExecution: off\nduplicateOrder: off\n';

/** Rates of EUR/USD every second: two swings of a minute and of ten; none in a pause. */
export function formatRates(count: number, pauseFrom = count, pauseTo = count): string {
  const seconds = Array.from({ length: count }, (_, i) => i);
  const rows = seconds.flatMap((i) => {
    if (i >= pauseFrom && i < pauseTo) return [];
    const swing = 20 * Math.sin(i / 10) + 60 * Math.sin(i / 100);
    const bid = 114_000 + Math.round(swing);
    const [low, high] = [bid, bid + 3].map((ticks) => (ticks / 100_000).toFixed(5));
    return [`${START_MS + i * 1_000},EUR/USD,${low},${high},5000000,5000000`];
  });
  return `time,symbol,bid,offer,bidSize,offerSize\n${rows.join('\n')}\n`;
}

/** The session's text with other parameters. */
export function formatSession(params: object = {}, rest: object = {}): string {
  return JSON.stringify(
    {
      name: 'averages',
      seed: 7,
      recording: { file: 'rates.csv' },
      models: { latency: { rates: '5ms', orders: '20ms', replies: '20ms' } },
      limits: 'limits.yaml',
      ...rest,
      strategies: [
        {
          strategy: CROSSINGS,
          params: { symbols: ['EUR/USD'], fast: 5, slow: 20, size: 100_000, ...params },
        },
      ],
    },
    undefined,
    2,
  );
}

/** A folder with rates, limits and the session. */
export function makeFolder(count = 3_000, pauseFrom = count, pauseTo = count): string {
  const folder = mkdtempSync(join(tmpdir(), 'weir-sweep-'));
  writeFileSync(join(folder, 'rates.csv'), formatRates(count, pauseFrom, pauseTo));
  writeFileSync(join(folder, 'limits.yaml'), LIMITS);
  writeFileSync(join(folder, 'session.yaml'), formatSession());
  return folder;
}

export async function load(folder: string, text: string): Promise<Result<Sweep>> {
  const file = join(folder, 'sweep.yaml');
  writeFileSync(file, text);
  return loadSweep(file, await loadRegistry());
}

export async function loadWell(folder: string, text: string): Promise<Sweep> {
  return unwrap(await load(folder, text));
}

export const GRID = `name: averages
session: session.yaml
ranges:
  crossings.fast: [3, 8]
  crossings.slow: { from: 20, to: 60, step: 20 }
  models.latency.orders: [20ms, 2s]
`;

/** What the results of a sweep depend on. */
export function identify(sweep: Sweep) {
  const { recording } = sweep.plan;
  if (recording === undefined) throw new RangeError('expected a recording');
  return toIdentity(sweep, recording.share());
}
