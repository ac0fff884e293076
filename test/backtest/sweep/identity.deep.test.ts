// What a sweep's results depend on: the hash of its rates takes as many as there are.
import { expect, it } from 'vitest';
import { toIdentity } from '../../../backtest/index.js';
import { GRID, loadWell, makeFolder } from './case.js';

it('sweep identity hashes 2 GiB of rates and more', async () => {
  const sweep = await loadWell(makeFolder(100), GRID);
  const recording = sweep.plan.recording;
  if (recording === undefined) throw new Error('expected a recording');
  const { facts } = recording;
  const bytes = new SharedArrayBuffer(2 ** 31 + 1);
  const hash = () => toIdentity(sweep, { facts, parts: [{ facts, columns }] }).rates;
  const columns = { blocks: [], ids: [], bytes };
  const before = hash();
  new Uint8Array(bytes)[2 ** 31] = 1;
  expect(hash()).not.toBe(before);
});
