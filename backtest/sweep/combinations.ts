// Combinations of a sweep: the whole grid, or distinct ones by seeded draws.
import { fail, ok, type Result } from '../../src/domain/index.js';
import { createRandom } from '../../src/determinism/index.js';
import type { Range, Value } from './ranges.js';
import { MAX_COMBINATIONS } from './schema.js';

/** One value for each range, in the order of the ranges. */
export type Combination = readonly Value[];

/** Maximum number of draws per requested combination, since repeated ones are dropped. */
const MAX_DRAWS = 100;

/** Every combination; the last range changes fastest. Fault code `sweep.too-many`. */
export function listGrid(ranges: ReadonlyMap<string, Range>): Result<readonly Combination[]> {
  let rows: Combination[] = [[]];
  const sizes = [...ranges.values()].map(({ values }) => values?.length ?? 0);
  const count = sizes.reduce((product, size) => product * size, 1);
  if (count > MAX_COMBINATIONS) {
    const message = `expected at most ${String(MAX_COMBINATIONS)} combinations, found ${count}`;
    return fail('sweep.too-many', `${message} (${sizes.join(' x ')}): use \`random\``);
  }
  for (const { values = [] } of ranges.values()) {
    rows = rows.flatMap((row) => values.map((value) => [...row, value]));
  }
  return ok(rows);
}

/** Distinct combinations in the order of their draws; fewer if the ranges have fewer. */
export function drawCombinations(
  ranges: ReadonlyMap<string, Range>,
  samples: number,
  seed: number,
): readonly Combination[] {
  const random = createRandom(seed, 'sweep');
  const drawn = new Map<string, Combination>();
  for (let draws = 0; draws < samples * MAX_DRAWS && drawn.size < samples; draws++) {
    const combination = [...ranges.values()].map((range) => range.draw(random()));
    const key = JSON.stringify(combination);
    if (!drawn.has(key)) drawn.set(key, combination);
  }
  return [...drawn.values()];
}
