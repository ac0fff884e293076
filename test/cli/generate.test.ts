// What is made from the schemas is written into a checkout of Weir, and nowhere else.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generate } from '../../src/cli/generate.js';

it('writes nothing into another folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-generate-'));
  await expect(generate({ root: folder })).rejects.toThrow('(generate.checkout)');
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
