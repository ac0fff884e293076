// The figures of the house that hold stay held: `npm run house` prints them with their bounds.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const HELD = [
  'files in the largest folder',
  'circles of files',
  'circles of rooms',
  'exports of the largest face',
  'spread literals',
  'bytes of docs',
  'lines of the longest page',
  'lines of the longest reference',
  'tests away from their source, %',
];

it('holds the figures that held before', () => {
  const { stdout } = spawnSync(process.execPath, ['tools/house.mjs'], { encoding: 'utf8' });
  for (const name of HELD) expect(stdout).toContain(`holds  ${name}: `);
});
