// The two bounded containers.
import { describe, expect, it } from 'vitest';
import { BoundedRows, Register } from '../../../src/report/collect/bounded.js';

describe('bounded rows', () => {
  it('keep the first rows and count the others', () => {
    const rows = new BoundedRows<number>(3);
    for (const row of [1, 2, 3, 4, 5]) rows.add(row);
    expect(rows.rows).toEqual([1, 2, 3]);
    expect(rows.leftOut).toBe(2);
  });
});

describe('register', () => {
  it('drops what is done when it is full, and keeps what is open', () => {
    const register = new Register<boolean>(4, (isDone) => isDone);
    const items = [
      ['a', true],
      ['b', false],
      ['c', true],
      ['d', true],
      ['e', false],
    ] as const;
    for (const [key, isDone] of items) register.add(key, isDone);
    expect(['a', 'b', 'c', 'd', 'e'].filter((key) => register.get(key) !== undefined)).toEqual([
      'b',
      'e',
    ]);
  });

  it('drops the older half when all are open', () => {
    const register = new Register<boolean>(4, () => false);
    for (const key of ['a', 'b', 'c', 'd', 'e']) register.add(key, false);
    expect(['a', 'b', 'c', 'd', 'e'].filter((key) => register.get(key) !== undefined)).toEqual([
      'c',
      'd',
      'e',
    ]);
  });
});
