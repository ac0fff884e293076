// The production kernel lives the random lives of the naive model of orders, and holds the same of
// them after every step: states, fills, exposure, halts, what may leave.
//
// `TEST_RUNS=40 npm run test:deep -- order-twin` runs 10,000 of them.
import { expect, it } from 'vitest';
import { findDifference } from './order-lives.js';
import { countRuns } from '../runs.js';

const SEQUENCES = countRuns(250);
/** With another first seed all lives are others. */
const FIRST = Number(process.env['ORDER_FIRST'] ?? 1);
/** Lives of which they once held different things. */
const FOUND = [
  ...[
    130, 1227, 1369, 1390, 1489, 1565, 1605, 1811, 1893, 2003, 2388, 2683, 3570, 3973, 4971, 5635,
  ],
  ...[
    6032, 7042, 7585, 9642, 3634, 3770, 3965, 4034, 4126, 4853, 5416, 6300, 6789, 6794, 1826, 2126,
    4592, 7679, 8075,
  ],
  ...[
    1954, 3429, 8368, 3528, 1766, 8827, 2160, 5313, 2153, 2963, 7029, 9624, 1642, 2667, 2848, 3129,
  ],
  ...[
    7099, 7137, 7295, 7382, 8354, 9040, 9467, 5113, 7263, 2115, 5612, 8588, 2434, 2716, 6162, 9590,
  ],
  ...[
    9908, 942, 1783, 2176, 4154, 5056, 5385, 6563, 7386, 7747, 7811, 8835, 8889, 9170, 24181, 24608,
    24826, 24846, 25209, 30195, 31066, 31484,
  ],
];

it('kernel state equals the order model after every step of random sequences', () => {
  for (let seed = FIRST; seed < FIRST + SEQUENCES; seed++) {
    expect(findDifference(seed)).toBeUndefined();
  }
});

it.each(FOUND)('kernel state equals the order model in the former failure %i', (seed) => {
  expect(findDifference(seed)).toBeUndefined();
});
