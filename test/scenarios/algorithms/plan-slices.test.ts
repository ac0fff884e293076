// The plan of a TWAP: exact in sum, in whole steps, in time, and repeatable by its seed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { planSlices, twap, type TwapParams } from '../../../src/algorithms/index.js';
import { createRandom } from '../../../src/determinism/index.js';
import { countRuns } from '../../runs.js';

const START = 1_783_944_000 * SECOND;

interface Case {
  readonly units: number;
  readonly increment: number;
  readonly seed: number;
  readonly settings: Pick<TwapParams, 'duration' | 'slices' | 'sizeJitter' | 'intervalJitter'>;
}

const jitter = fc.integer({ min: 0, max: 90 }).map((percent) => percent / 100);
const plans: fc.Arbitrary<Case> = fc
  .record({
    steps: fc.integer({ min: 1, max: 10_000_000 }),
    increment: fc.constantFrom(1, 100, 5_000, 100_000),
    seed: fc.nat(),
    duration: fc.integer({ min: 1, max: 86_400 * SECOND }),
    slices: fc.integer({ min: 1, max: 60 }),
    sizeJitter: jitter,
    intervalJitter: jitter,
  })
  .map(({ steps, increment, seed, ...settings }) => {
    return { units: steps * increment, increment, seed, settings };
  });

function plan({ units, increment, seed, settings }: Case) {
  return planSlices(units, increment, START, settings, createRandom(seed, 'plan'));
}

describe('TWAP plan without jitter', () => {
  it('is even in size and time, and starts at once', () => {
    const settings = { duration: 40 * SECOND, slices: 4, sizeJitter: 0, intervalJitter: 0 };
    expect(plan({ units: 1_000, increment: 1, seed: 1, settings })).toEqual([
      { at: START, units: 250 },
      { at: START + 10 * SECOND, units: 500 },
      { at: START + 20 * SECOND, units: 750 },
      { at: START + 30 * SECOND, units: 1_000 },
    ]);
  });

  it('rounds each total down to whole steps, and the last to exactly the whole', () => {
    const settings = { duration: 3 * SECOND, slices: 3, sizeJitter: 0, intervalJitter: 0 };
    const totals = plan({ units: 1_000, increment: 100, seed: 1, settings });
    expect(totals.map(({ units }) => units)).toEqual([300, 600, 1_000]);
  });

  it('of one slice is dealt at once', () => {
    const settings = { duration: SECOND, slices: 1, sizeJitter: 0, intervalJitter: 0 };
    expect(plan({ units: 7, increment: 5, seed: 1, settings })).toEqual([{ at: START, units: 7 }]);
  });
});

describe('any TWAP plan', () => {
  it('has as many points as slices, rises, and sums to exactly the whole', () => {
    fc.assert(
      fc.property(plans, (one) => {
        const points = plan(one);
        expect(points).toHaveLength(one.settings.slices);
        expect(points.at(-1)?.units).toBe(one.units);
        let before = 0;
        for (const { units } of points) {
          expect(units).toBeGreaterThanOrEqual(before);
          expect(units % one.increment).toBe(0);
          before = units;
        }
      }),
      { numRuns: countRuns(500) },
    );
  });

  it('keeps each time within its jitter of the even one, the first at once, in order', () => {
    fc.assert(
      fc.property(plans, (one) => {
        const { duration, slices, intervalJitter } = one.settings;
        const interval = duration / slices;
        const points = plan(one);
        expect(points[0]?.at).toBe(START);
        points.forEach(({ at }, i) => {
          const away = Math.abs(at - (START + i * interval));
          expect(away).toBeLessThanOrEqual((intervalJitter / 2) * interval + 1);
          expect(Number.isInteger(at)).toBe(true);
          expect(at).toBeGreaterThanOrEqual(points[i - 1]?.at ?? START);
          expect(at).toBeLessThanOrEqual(START + duration);
        });
      }),
      { numRuns: countRuns(500) },
    );
  });

  it('keeps each total within its jitter of the even one', () => {
    fc.assert(
      fc.property(plans, (one) => {
        const { slices, sizeJitter } = one.settings;
        const [least, most] = [1 - sizeJitter, 1 + sizeJitter];
        plan(one).forEach(({ units }, i) => {
          const [done, left] = [i + 1, slices - i - 1];
          const low = (one.units * done * least) / (done * least + left * most);
          const high = (one.units * done * most) / (done * most + left * least);
          expect(units).toBeGreaterThan(low - one.increment - 1e-3 * one.increment);
          expect(units).toBeLessThanOrEqual(high * (1 + 1e-9) + 1e-6);
        });
      }),
      { numRuns: countRuns(500) },
    );
  });

  it('is the same for the same seed', () => {
    fc.assert(
      fc.property(plans, (one) => {
        expect(plan(one)).toEqual(plan(one));
      }),
    );
  });

  it('uses its whole jitter in both directions', () => {
    const settings = { duration: SECOND, slices: 2, sizeJitter: 0.9, intervalJitter: 0 };
    const shares = Array.from({ length: 500 }, (_, seed) => {
      return plan({ units: 1_000, increment: 1, seed, settings })[0]!.units;
    });
    expect(Math.min(...shares)).toBeLessThan(150);
    expect(Math.max(...shares)).toBeGreaterThan(850);
  });

  it('varies with the seed when it has jitter', () => {
    const settings = { duration: 100 * SECOND, slices: 10, sizeJitter: 0, intervalJitter: 0 };
    const vary = (change: Partial<typeof settings>) => {
      const one = { units: 1_000_000, increment: 1, settings: { ...settings, ...change } };
      return [1, 2].map((seed) => plan({ ...one, seed }));
    };
    const [a, b] = vary({ sizeJitter: 0.5 });
    expect(a!.map(({ units }) => units)).not.toEqual(b!.map(({ units }) => units));
    expect(a!.map(({ at }) => at)).toEqual(b!.map(({ at }) => at));
    const [c, d] = vary({ intervalJitter: 0.5 });
    expect(c!.map(({ at }) => at)).not.toEqual(d!.map(({ at }) => at));
    expect(c!.map(({ units }) => units)).toEqual(d!.map(({ units }) => units));
  });
});

describe('parameters of a TWAP', () => {
  it('have defaults for all but the duration', () => {
    expect(twap.params.parse({ duration: '8m' })).toEqual({
      duration: 480 * SECOND,
      slices: 20,
      sizeJitter: 0,
      intervalJitter: 0,
      atEnd: 'sweep',
    });
  });

  it.each([
    {},
    { duration: 480 },
    { duration: '0s' },
    { duration: '8m', slices: 0 },
    { duration: '8m', slices: 1.5 },
    { duration: '8m', slices: 10_001 },
    { duration: '8m', sizeJitter: 0.91 },
    { duration: '8m', sizeJitter: -0.1 },
    { duration: '8m', intervalJitter: 1 },
    { duration: '8m', atEnd: 'hope' },
    { duration: '8m', speed: 5 },
  ])('refuse %o', (params) => {
    expect(twap.params.safeParse(params).success).toBe(false);
  });
});
