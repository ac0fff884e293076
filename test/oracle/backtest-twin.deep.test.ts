// The production backtester and the naive reference backtest tell the same of random cases.
//
// `TEST_RUNS=67 TWIN_FIRST=999 npm test -- backtest-twin` runs 10,000 others.
import { expect, it } from 'vitest';
import { countRuns } from '../runs.js';
import { listPolls, runTwin } from './backtest-twin.js';
import { generateNaiveCase, type NaiveCaseOptions } from './naive-backtest-cases.js';
import type { NaiveCase, NaiveResult } from './naive-backtest-types.js';
import { runNaiveBacktest } from './naive-backtest.js';

const CASES = countRuns(150);
/** With another first seed all cases are others. */
const FIRST = Number(process.env['TWIN_FIRST'] ?? 1);

/** The first event or sum of which they say different things. */
async function findDifference(input: NaiveCase): Promise<string | undefined> {
  const expected = runNaiveBacktest(input);
  const found = await runTwin(input);
  if (found.digest === expected.digest) return undefined;
  const [before, after] = [listLines(expected), listLines(found)];
  const index = before.findIndex((line, i) => line !== after[i]);
  const at = index === -1 ? before.length : index;
  return `line ${at}: expected ${before[at] ?? 'no more'}, found ${after[at] ?? 'no more'}`;
}

function listLines({ events, sums }: NaiveResult): readonly string[] {
  const exact = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  return [...events, ...sums].map((one) => JSON.stringify(one, exact));
}

async function compare(options: NaiveCaseOptions, cases: number): Promise<void> {
  for (let seed = FIRST; seed < FIRST + cases; seed++) {
    const difference = await findDifference(generateNaiveCase(seed, options));
    if (difference !== undefined) expect.fail(`seed ${seed}, ${difference}`);
  }
}

it('backtester equals the reference backtest for bots that see every rate', async () => {
  await compare({ view: 'every' }, CASES);
});

it('backtester equals the reference backtest for bots that poll rates', async () => {
  // So few orders that they never take the requests of a poll.
  const few = { symbols: 1, decisions: 2, polls: listPolls };
  await compare({ view: 'polled', ...few }, 2 * CASES);
});
