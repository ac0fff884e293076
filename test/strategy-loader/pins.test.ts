// Pins of strategies: a file with another hash than the stated one does not run.
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import type { Fault } from '../../src/domain/index.js';
import { loadPlan } from '../../src/plan/load-plan.js';
import { findPinFault } from '../../src/strategy-loader/pins.js';

const YAML = 'strategies:\n  - strategy: twap\n    sha256: x\n';
const SOURCE = { file: 'a.yaml', text: YAML, sha256: '' };
const TEXT = 'export default 1;';
const HASH = createHash('sha256').update(TEXT).digest('hex');

const find = (sha256: string | undefined, isLive: boolean) =>
  findPinFault(SOURCE, [{ name: 'twap', text: TEXT, sha256 }], isLive);

describe('pinned strategy', () => {
  it('runs when its file has the stated hash, or when none is stated outside live', () => {
    for (const isLive of [true, false]) expect(find(HASH, isLive)).toBeUndefined();
    expect(find(undefined, false)).toBeUndefined();
  });

  it('of another file is refused with its line and the actual hash', () => {
    for (const isLive of [true, false]) {
      expect(find(HASH.replace(/./, 'x'), isLive)).toMatchObject({
        code: 'session.integrity',
        where: 'a.yaml:3:13',
        message: expect.stringContaining(`found one with ${HASH}`) as string,
      });
    }
  });

  it('without a hash is refused in live, with what to state', () => {
    expect(find(undefined, true)?.message).toContain(`twap: sha256: ${HASH}`);
  });
});

/** A copy of `config/` with files beside it, and the fault of a session that runs one of them. */
async function findFault(name: string, head: string, lines: string): Promise<Fault> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-pins-'));
  const place = join(folder, 'config');
  cpSync(fileURLToPath(new URL('../../config/', import.meta.url)), place, { recursive: true });
  const file = join(place, name);
  const text = readFileSync(file, 'utf8').replace(/- strategy: \S+\n/, `- strategy: ${lines}\n`);
  writeFileSync(file, `${head}${text}`);
  mkdirSync(join(folder, 'own'));
  for (const at of ['config/own.ts', 'own/own.ts', 'other.ts']) {
    writeFileSync(join(folder, at), "throw new Error('it ran');\n");
  }
  symlinkSync(join(folder, 'other.ts'), join(folder, 'own', 'link.ts'));
  const plan = await loadPlan(file, await loadRegistry());
  rmSync(folder, { recursive: true });
  if (plan.ok) throw new Error('it was taken');
  return plan.fault;
}

describe('strategy with another hash', () => {
  it.each([
    ['of another hash', 'paper.yaml', `./own.ts\n    sha256: ${'f'.repeat(64)}`],
    ['without a hash in live', 'live.yaml', './own.ts\n    name: own'],
  ])('does not run to be refused: %s', async (_, name, lines) => {
    const fault = await findFault(name, '', lines);
    expect(fault).toMatchObject({ code: 'session.integrity' });
    expect(fault.message).toContain('hash');
  });
});

describe('strategy of another folder', () => {
  it.each([
    ['parent folder of a live configuration', 'live.yaml', '', '../other.ts'],
    ['folder other than strategyFolder', 'paper.yaml', 'strategyFolder: ../own\n', './own.ts'],
    ['link out of strategyFolder', 'paper.yaml', 'strategyFolder: ../own\n', '../own/link.ts'],
  ])('does not run: %s', async (_, name, head, lines) => {
    const fault = await findFault(name, head, lines);
    expect(fault).toMatchObject({ code: 'session.integrity' });
    expect(fault.message).toContain('(strategyFolder), found');
  });

  it.each([
    ['inside the folder of a live configuration', 'live.yaml', '', './own.ts', 'the hash of every'],
    ['inside strategyFolder', 'live.yaml', 'strategyFolder: ../own\n', '../own/own.ts', 'the hash'],
    ['outside, for a configuration that is not live', 'paper.yaml', '', '../other.ts', 'it ran'],
    ['missing strategyFolder', 'paper.yaml', 'strategyFolder: gone\n', './own.ts', 'found none at'],
  ])('is checked by its folder only: %s', async (_, name, head, lines, words) => {
    expect((await findFault(name, head, lines)).message).toContain(words);
  });
});
