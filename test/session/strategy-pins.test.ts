// Pins of strategies: a file that is not the one that was meant does not run.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
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
