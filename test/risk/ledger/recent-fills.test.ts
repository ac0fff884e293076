// The average price of recent fills against a list of all fills.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecentFills } from '../../../src/risk/ledger/recent-fills.js';

describe('average of recent fills', () => {
  it('equals that of a list that is filtered anew', () => {
    const fill = fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1 }));
    const fills = fc.array(fill, { maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fills, fc.nat(120), (most, all, wait) => {
        const recent = new RecentFills(100, most);
        const listed: { at: number; units: number; ticks: number }[] = [];
        let at = 0;
        const compare = (now: number, least: number) => {
          const last = listed.slice(-most).filter((one) => one.at > now - 100);
          const units = last.reduce((sum, one) => sum + one.units, 0);
          const cash = last.reduce((sum, one) => sum + one.units * one.ticks, 0);
          const expected = last.length < least ? undefined : (2 * cash) / units;
          expect(recent.findAverage2(now, least)).toBe(expected);
        };
        for (const [gap, units, ticks] of all) {
          at += gap;
          recent.add(at, units, ticks % 100_000);
          listed.push({ at, units, ticks: ticks % 100_000 });
          compare(at, 1);
          compare(at + wait, 3);
        }
      }),
    );
  });
});
