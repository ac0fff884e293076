// Pins of strategies: a file that is not the one that was meant does not run.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { loadPlan } from '../../src/session/index.js';
import { findPinFault } from '../../src/session/strategy-pins.js';

const YAML = 'strategies:\n  - strategy: twap\n    sha256: x\n';
const SOURCE = { file: 'a.yaml', text: YAML, sha256: '' };
const TEXT = 'export default 1;';
const HASH = createHash('sha256').update(TEXT).digest('hex');

const find = (sha256: string | undefined, isLive: boolean) =>
  findPinFault(SOURCE, [{ name: 'twap', text: TEXT, sha256 }], isLive);

describe('a strategy', () => {
  it('runs when its file has the hash that is stated, or when none is outside live', () => {
    for (const isLive of [true, false]) expect(find(HASH, isLive)).toBeUndefined();
    expect(find(undefined, false)).toBeUndefined();
  });

  it('of another file is refused with its line and the hash that was found', () => {
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

describe('a strategy that is not the one that was meant', () => {
  it.each([
    ['of another hash', 'paper.yaml', `sha256: ${'f'.repeat(64)}`],
    ['without a hash in live', 'live.yaml', 'name: own'],
  ])('does not run to be refused: %s', async (_, name, line) => {
    const folder = mkdtempSync(join(tmpdir(), 'weir-pins-'));
    cpSync(fileURLToPath(new URL('../../config/', import.meta.url)), folder, { recursive: true });
    const file = join(folder, name);
    const own = `- strategy: ./own.ts\n    ${line}\n`;
    writeFileSync(file, readFileSync(file, 'utf8').replace(/- strategy: \S+\n/, own));
    writeFileSync(join(folder, 'own.ts'), "throw new Error('it ran');\n");
    const plan = await loadPlan(file, await loadRegistry());
    rmSync(folder, { recursive: true });
    expect(plan).toMatchObject({ ok: false, fault: { code: 'session.integrity' } });
  });
});
