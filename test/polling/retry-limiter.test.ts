// Retries: at most a tenth of the requests of the last minute, and ten in any case.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../src/domain/index.js';
import { RetryLimiter } from '../../src/polling/retry-limiter.js';

const START = 1_783_944_000 * SECOND;

describe('retries', () => {
  it('are free up to ten in a minute', () => {
    const share = new RetryLimiter();
    expect(Array.from({ length: 12 }, () => share.take(START))).toEqual([
      ...Array<boolean>(10).fill(true),
      false,
      false,
    ]);
    expect(share.take(START + 59 * SECOND)).toBe(false);
    expect(share.take(START + MINUTE)).toBe(true);
  });

  it('are limited to a tenth of the requests of the last minute', () => {
    const share = new RetryLimiter();
    for (let i = 0; i < 300; i++) share.note(START + i * (SECOND / 10));
    const taken = Array.from({ length: 40 }, () => share.take(START + 30 * SECOND));
    expect(taken.filter(Boolean)).toHaveLength(30);
    share.noteRetry(START + 31 * SECOND);
    expect(share.take(START + 31 * SECOND)).toBe(false);
    expect(share.take(START + 3 * MINUTE)).toBe(true);
  });

  it('never exceed what a count over the whole list allows', () => {
    const step = fc.record({ gap: fc.nat(5_000_000), isRetry: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const share = new RetryLimiter();
        const seen: { readonly second: number; readonly isRetry: boolean }[] = [];
        let at = START;
        for (const { gap, isRetry } of steps) {
          at += gap;
          const second = Math.floor(at / SECOND);
          const last = seen.filter((one) => one.second > second - 60);
          const retries = last.filter((one) => one.isRetry).length;
          const most = Math.max(10, Math.floor((last.length - retries) / 10));
          if (!isRetry) share.note(at);
          else if (share.take(at) !== retries < most) expect.unreachable();
          if (!isRetry || retries < most) seen.push({ second, isRetry });
        }
      }),
    );
  });
});
