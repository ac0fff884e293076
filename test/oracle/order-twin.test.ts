// The production kernel lives the random lives of the naive model of orders, and holds the same of
// them after every step: states, fills, exposure, halts, what may leave.
//
// `TEST_RUNS=40 npm test -- order-twin` runs 10,000 of them.
import { expect, it } from 'vitest';
import { findDifference } from './order-lives.js';
import { countRuns } from '../runs.js';

const SEQUENCES = countRuns(250);
/** With another first seed all lives are others. */
const FIRST = Number(process.env['ORDER_FIRST'] ?? 1);
it('kernel and model hold the same after every step', () => {
  for (let seed = FIRST; seed < FIRST + SEQUENCES; seed++) {
    expect(findDifference(seed)).toBeUndefined();
  }
});
