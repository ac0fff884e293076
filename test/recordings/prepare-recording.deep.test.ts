// Prepared recordings in full: equal rates from text, cache and shared memory, damage is found.
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openShared } from '../../src/recordings/index.js';
import { findCache, listCaches, prepare, writeLarge } from './large-recording.js';
import { readAll, readRows } from './recordings.js';
import { countRuns } from '../runs.js';

describe('large recording', () => {
  it('is the same from its text, from its cache, and shared', async () => {
    const file = writeLarge();
    const expected = readAll(file).rows;
    const first = await prepare(file);
    expect(first.caches[0]?.kind).toBe('made');
    const second = await prepare(file);
    expect(second.caches).toEqual([{ ...first.caches[0], kind: 'used' }]);
    expect(listCaches(file)).toHaveLength(1);
    for (const one of [first, second]) {
      expect(one.facts).toEqual(first.facts);
      expect(readRows(one.open(), 4_096).rows).toEqual(expected);
      expect(readRows(openShared(structuredClone(one.share())), 7_001).rows).toEqual(expected);
    }
    const again = second.open();
    readRows(again, 1_000);
    again.rewind();
    expect(readRows(again, 100_000).rows).toEqual(expected);
    first.close();
    second.close();
  });

  it('is read again when any byte of the cache changed, or it was truncated', async () => {
    const file = writeLarge();
    const expected = await prepare(file);
    const cache = findCache(expected);
    const whole = readFileSync(cache);
    const places = fc.nat(whole.length - 1);
    const near = fc.nat(600).map((back) => whole.length - 1 - back);
    const damage = fc.oneof(places, near).chain((at) =>
      fc.oneof(
        fc.integer({ min: 1, max: 255 }).map((bits) => () => {
          const bytes = Buffer.from(whole);
          bytes[at] = (bytes[at] ?? 0) ^ bits;
          writeFileSync(cache, bytes);
        }),
        fc.constant(() => {
          writeFileSync(cache, whole);
          truncateSync(cache, at);
        }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(damage, async (work) => {
        work();
        const again = await prepare(file);
        expect(again.caches[0]?.kind).toBe('made');
        expect(again.facts).toEqual(expected.facts);
        again.close();
      }),
      { numRuns: countRuns(25) },
    );
    expect(readRows((await prepare(file)).open()).rows).toEqual(readAll(file).rows);
  });
});
