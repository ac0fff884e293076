// Ranges of a sweep: the values of a grid, the draws of a random search, and what is no range.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawCombinations, listGrid } from '../../../backtest/sweep/combinations.js';
import { toRange } from '../../../backtest/sweep/ranges.js';
import { formatFault, unwrap } from '../../../src/domain/index.js';

const uniform = { distribution: 'uniform' } as const;
const log = { distribution: 'log' } as const;

describe('values of a grid', () => {
  it.each([
    [
      [1, 'a', true],
      [1, 'a', true],
    ],
    [{ from: 1, to: 4, step: 1, ...uniform }, [1, 2, 3, 4]],
    [{ from: 0.1, to: 0.5, step: 0.1, ...uniform }, [0.1, 0.2, 0.3, 0.4, 0.5]],
    [{ from: 1, to: 2, step: 0.4, ...uniform }, [1, 1.4, 1.8]],
    [{ from: 0, to: 3e-7, step: 1e-7, ...uniform }, [0, 1e-7, 2e-7, 3e-7]],
    [{ from: 5, to: 5, step: 1, ...uniform }, [5]],
    [{ from: -2, to: 2, step: 2, ...uniform }, [-2, 0, 2]],
    [{ from: '30s', to: '2m', step: '30s', ...uniform }, ['30s', '1m', '90s', '2m']],
    [{ from: '0s', to: '1ms', step: '500us', ...uniform }, ['0s', '500us', '1ms']],
    [{ from: 1, to: 2, ...uniform }, undefined],
  ])('of %j', (config, values) => {
    expect(unwrap(toRange(config)).values).toEqual(values);
  });

  it.each([
    [
      { from: 4, to: 1, step: 1, ...uniform },
      'expected `from` at or below `to`, found from 4 to 1',
    ],
    [{ from: 1, to: 4, step: 0, ...uniform }, 'expected a step above 0, found 0'],
    [{ from: 1, to: '4s', step: 1, ...uniform }, 'expected numbers only or durations only'],
    [{ from: 'a', to: 'b', step: 'c', ...uniform }, 'expected numbers only or durations only'],
    [{ from: 0, to: 4, ...log }, 'expected `from` above 0 for distribution: log, found 0'],
    [{ from: 0, to: 1e9, step: 1, ...uniform }, 'expected at most 100000 values'],
    [[1, 2, 1], 'expected each value once, found 1 twice'],
  ])('invalid range is reported: %j', (config, message) => {
    const range = toRange(config);
    expect(range.ok ? '' : formatFault(range.fault)).toContain(message);
    expect(range).toMatchObject({ fault: { code: 'sweep.range' } });
  });
});

describe('random draws', () => {
  it('with a step give the values of the grid, each as often as the others', () => {
    const range = unwrap(toRange({ from: 2, to: 5, step: 1, ...uniform }));
    const drawn = Array.from({ length: 400 }, (_, i) => range.draw(i / 400));
    const counts = [2, 3, 4, 5].map((value) => drawn.filter((one) => one === value).length);
    expect(counts).toEqual([100, 100, 100, 100]);
  });

  it('stay within the range', () => {
    const bounds = fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 9e4 }));
    const kind = fc.constantFrom('uniform', 'log');
    const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(bounds, kind, share, fc.constantFrom(undefined, 1, 7), (pair, one, at, step) => {
        const [from, to] = [pair[0], pair[0] + pair[1]];
        const config = { from, to, distribution: one, ...(step === undefined ? {} : { step }) };
        const value = Number(unwrap(toRange(config)).draw(at));
        expect(value).toBeGreaterThanOrEqual(from * (1 - 1e-5));
        expect(value).toBeLessThanOrEqual(to * (1 + 1e-5));
        if (step !== undefined) expect((value - from) % step).toBe(0);
      }),
    );
  });

  it('by log give as many below as above the middle of the logarithms', () => {
    const range = unwrap(toRange({ from: 1, to: 10_000, ...log }));
    expect(range.draw(0.5)).toBeCloseTo(100, 3);
    expect(unwrap(toRange({ from: '1s', to: '100s', ...log })).draw(0.5)).toBe('10s');
  });
});

describe('combinations of ranges', () => {
  const ranges = new Map([
    ['a', unwrap(toRange([1, 2]))],
    ['b', unwrap(toRange(['x', 'y', 'z']))],
  ]);

  it('of a grid are all, the last range changing fastest', () => {
    expect(unwrap(listGrid(ranges)).map((one) => one.join(''))).toEqual([
      ...['1x', '1y', '1z', '2x', '2y', '2z'],
    ]);
  });

  it('are bounded', () => {
    const many = unwrap(toRange({ from: 1, to: 1_000, step: 1, ...uniform }));
    expect(
      listGrid(
        new Map([
          ['a', many],
          ['b', many],
        ]),
      ),
    ).toMatchObject({
      fault: {
        code: 'sweep.too-many',
        message: expect.stringContaining('found 1000000') as string,
      },
    });
  });

  it('drawn differ, repeat by their seed, and end with the last possible one', () => {
    const few = drawCombinations(ranges, 4, 1).map(String);
    expect(new Set(few).size).toBe(4);
    expect(drawCombinations(ranges, 4, 1).map(String)).toEqual(few);
    expect(drawCombinations(ranges, 4, 2).map(String)).not.toEqual(few);
    expect(drawCombinations(ranges, 50, 1)).toHaveLength(6);
  });
});
