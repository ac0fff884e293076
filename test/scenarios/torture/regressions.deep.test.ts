// Worlds that once broke: each is the shortest way to a defect.
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { runWorld, type WorldOptions } from '../../../src/torture/index.js';

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

async function findBreach(options: Omit<WorldOptions, 'plan'>): Promise<string | undefined> {
  return unwrap(await runWorld({ plan, ...options })).breach?.found;
}

const SPOKEN_FOR = ['V26', 'V31', 'P01', 'P06', 'X05', 'X07'];
const AMENDED = ['N07', 'N09', 'V26', 'V30', 'V33', 'P01', 'P03', 'P11', 'X05'];

/** What it was, the seed, and the faults that it took; all that the seed draws when absent. */
const FOUND: [string, number, string[]?][] = [
  ['a wall clock that went back before a restart', 231, ['D09', 'C01']],
  ['fills that are first seen when the session ends', 61, ['N07', 'N13', 'N17', 'P14']],
  ['fills of an order of the run before, seen at the end', 40],
  ['orders that nobody asks for any more', 97],
  ['a start in the moment of the check', 249, ['V24']],
  ['a 500 on reference data at the start', 132, ['V02']],
  ['a 500 on a query of trades that nobody waits for', 41, ['V01', 'V02']],
  ['an order that waits for the connection of a 500', 20, ['V01', 'H04']],
  ['a cancel whose look-up takes longer than to learn the id', 85, ['V01', 'V02', 'H04', 'N17']],
  ['such a cancel in a second life', 123, ['V01', 'V02', 'H04', 'N17']],
  ['such a cancel of an order that is filled meanwhile', 124, ['V01', 'V02', 'H04', 'N17']],
  ['a crowd while a life begins', 253, ['P05', 'D09', 'H04']],
  ['a lock whose file could not be written', 172, ['D01', 'D09', 'H03']],
  ['such cancels of two orders', 144, ['V01', 'V02', 'H04', 'N17']],
  ['a cancel in a cut that outlives the login', 376, ['N16']],
  ['such a cut in a later life', 1980, ['N16']],
  ['an order whose coId the venue has forgotten', 1081, ['V21', 'V25', 'P02', 'P15']],
  ['a journal that fails under an earlier halt', 214, ['N13', 'D02', 'D07']],
  ['a changed trade that a clone was told of', 827, AMENDED],
  ['a fill that was told of and then denied', 910_254, ['V16', 'V24']],
  ["a symbol's share that grew while its order waited to leave", 910_577, ['X05']],
  ['rates dated hours ahead after a sleep', 910_714, ['C05']],
  ['rates dated ahead of an instance that stood still', 911_458, ['P10']],
  ['a resume whose person has given up', 981_850, ['V14', 'V21', 'V31']],
  ['trades by hand that speak for an order in doubt', 981_992, ['N10', 'V17', 'H05']],
  ['a trade made smaller and then taken back, unseen', 978_627],
  ['two whose fills nothing tells apart on a shared login', 979_184],
  ['a second base URL while starts cannot be noted', 979_124],
  ['fills of lost orders that speak for others', 975_981, ['N05', 'V18', 'D12', 'X04']],
  ['a start that waits for what was long unseen', 976_749, ['P02', 'D02', 'D07', 'X05', 'X06']],
  ['a second base URL beside the STP download', 977_875, ['V26', 'P17', 'H04']],
  ['a journal put back after its disk took no marks', 965_965, ['P03', 'D04', 'D09', 'D12']],
  ['syncs in a row that keep deadlines from firing', 972_466, ['N05', 'V25', 'D08', 'H03']],
  ['a false fill of a clone, in a journal put back', 987_884, ['V09', 'V18', 'V24', 'P11', 'D12']],
  ['a trade taken back that speaks for an order in doubt', 964_496, SPOKEN_FOR],
];

it.each(FOUND)('world holds in %s', async (_, seed, faults) => {
  expect(await findBreach({ seed, ...(faults === undefined ? {} : { faults }) })).toBeUndefined();
});

/** The same in worlds of `weir torture coverage`, whose configurations differ. */
const FOUND_IN_VARIANTS: [string, number, string[]][] = [
  ['a guard that stops a bot which has ended', 1137, ['P03', 'P15']],
  ['a second order of one coId that fails', 1214, ['V02', 'V05', 'V12', 'V25', 'V31', 'D11']],
  ['a second instance in the place of a dead one', 1256, ['P01', 'P03', 'P10']],
  ['a damaged journal that is lost', 1623, ['D05', 'D06']],
  ['a pause because of a mid outside its band', 54, []],
  ['an end after many orders, under a ban', 118, ['V14', 'V21']],
];

it.each(FOUND_IN_VARIANTS)('world holds in a variant with %s', async (_, seed, faults) => {
  expect(await findBreach({ seed, faults, hasVariants: true })).toBeUndefined();
});
