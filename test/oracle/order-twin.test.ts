// The production kernel lives the random lives of the naive model of orders, and holds the same of
// them after every step: states, fills, exposure, halts, what may leave.
//
// `TEST_RUNS=40 npm test -- order-twin` runs 10,000 of them.
import { expect, it } from 'vitest';
import { generateSequence } from './order-model-draws.js';
import { OrderTwin } from './order-twin.js';
import { countRuns } from '../runs.js';
import { createRandom } from './script.js';

const SEQUENCES = countRuns(250);
/** With another first seed all lives are others. */
const FIRST = Number(process.env['ORDER_FIRST'] ?? 1);
const LENGTH = 60;

/** The first step after which they differ. */
function findDifference(seed: number): string | undefined {
  const twin = new OrderTwin({ login: seed % 3 === 0 ? 'hmac' : 'token', resends: seed % 2 === 0 });
  for (const [index, input] of generateSequence(createRandom(seed), LENGTH).entries()) {
    const differences = twin.step(input);
    if (differences.length === 0) continue;
    return `seed ${seed}, step ${index}, ${JSON.stringify(input)}: ${differences.join('; ')}`;
  }
  return undefined;
}

it('kernel and model hold the same after every step', () => {
  for (let seed = FIRST; seed < FIRST + SEQUENCES; seed++) {
    expect(findDifference(seed)).toBeUndefined();
  }
});
