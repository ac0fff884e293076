// The largest file that is read whole.
import { expect, it } from 'vitest';
import { readWhole } from '../../../src/journal/index.js';

it('small file of 64 MiB is read, and one byte more is refused', () => {
  const half = new Uint8Array(32 * 1024 * 1024).fill(32);
  expect(readWhole({ read: () => [half, half] }, 'dir', 'x')).toHaveLength(64 * 1024 * 1024);
  const over = { read: () => [half, half, Uint8Array.of(32)] };
  expect(() => readWhole(over, 'dir', 'big')).toThrow('big is larger than it may be');
});
