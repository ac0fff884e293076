// Changes of limits that let more orders through need the operator's acceptance.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitsSchema, listLimitChanges, toLimits } from '../../src/risk/index.js';

type Raw = Readonly<Record<string, unknown>>;

const toSet = (raw: Raw) => toLimits(limitsSchema.parse(raw));
const compare = (before: Raw, now: Raw) =>
  listLimitChanges(toSet(before), toSet(now)).map(({ what, isLooser }) => [what, isLooser]);

describe('change of limits', () => {
  it('is reported by path with both values', () => {
    expect(listLimitChanges(toSet({}), toSet({ RC04: { G10: 5_000_000 } }))).toEqual([
      { what: 'RC04.G10', old: '1000000', new: '5000000', isLooser: true },
    ]);
    expect(compare({}, {})).toEqual([]);
  });

  it.each<[string, Raw, Raw, string]>([
    ['a higher figure', { RC05: { hard: 1 } }, { RC05: { hard: 2 } }, 'RC05.hard'],
    ['a higher nested figure', {}, { RC16: { venueSeconds: { EM: 61 } } }, 'RC16.venueSeconds.EM'],
    ['fewer confirmations', {}, { RC20: { confirmations: 2 } }, 'RC20.confirmations'],
    ['a smaller buffer', {}, { RC30: { bufferPercent: 1 } }, 'RC30.bufferPercent'],
    ['a shorter window', {}, { RC36: { windowMs: 999 } }, 'RC36.windowMs'],
    ['a shorter life of quotes', {}, { RC16: { quoteLifeSeconds: 0 } }, 'RC16.quoteLifeSeconds'],
    ['fewer active hours', {}, { RC17: { activeTo: 6 } }, 'RC17.activeTo'],
    ['a missing second source passes', {}, { RC21: { missing: 'pass' } }, 'RC21.missing'],
    ['a missing-source setting removed', { RC21: { missing: 'refuse' } }, {}, 'RC21.missing'],
    ['a shorter hold', {}, { RC57: { holdSeconds: 59 } }, 'RC57.holdSeconds'],
    ['a host check off', {}, { RC58: 'off' }, 'RC58'],
    ['a lower fee', { feePerMillion: 5 }, { feePerMillion: 4 }, 'feePerMillion'],
    ['another account currency', {}, { accountCurrency: 'JPY' }, 'accountCurrency'],
    ['an additional order type', {}, { RC02: { allowed: ['Limit/DAY'] } }, 'RC02.allowed'],
    [
      'a wider band',
      { RC21: { bands: { A: [1, 2] } } },
      { RC21: { bands: { A: [1, 3] } } },
      'RC21.bands.A',
    ],
    ['a band removed', { RC21: { bands: { A: [1, 2] } } }, {}, 'RC21.bands.A'],
    ['a list removed', { RC01: { symbols: ['EUR/USD'] } }, {}, 'RC01.symbols'],
    [
      'an additional symbol',
      { RC01: { symbols: ['EUR/USD'] } },
      { RC01: { symbols: ['EUR/USD', 'USD/JPY'] } },
      'RC01.symbols',
    ],
    ['a restricted symbol allowed', { RC01: { restricted: ['EUR/USD'] } }, {}, 'RC01.restricted'],
    [
      'trading hours removed',
      { RC70: { hours: 'fx' } },
      { RC70: { hours: 'always' } },
      'RC70.hours',
    ],
    ['trading hours off by default', {}, { RC70: { hours: 'always' } }, 'RC70.hours'],
    ['a holiday removed', { RC70: { holidays: ['2026-05-01'] } }, {}, 'RC70.holidays'],
    ['another price for AtBest', { RC15: { atBest: 'refuse' } }, {}, 'RC15.atBest'],
    ['another source', {}, { RC30: { source: 'balances' } }, 'RC30.source'],
    ['a rule off', {}, { RC23: 'off' }, 'RC23'],
    ['a live-only rule off', {}, { RC31: 'off' }, 'RC31'],
    ['a strategy added to cleared', {}, { RC31: { cleared: ['twap'] } }, 'RC31.cleared'],
  ])('needs an operator’s acceptance: %s', (_, before, now, what) => {
    expect(compare(before, now)).toContainEqual([what, true]);
  });

  it.each<[string, Raw, Raw, string]>([
    ['a lower figure', {}, { RC04: { G10: 1 } }, 'RC04.G10'],
    ['a rule on', { RC23: 'off' }, {}, 'RC23'],
    ['more confirmations', {}, { RC20: { confirmations: 4 } }, 'RC20.confirmations'],
    [
      'a narrower band',
      { RC21: { bands: { A: [1, 3] } } },
      { RC21: { bands: { A: [2, 3] } } },
      'RC21.bands.A',
    ],
    ['a new band', {}, { RC21: { bands: { A: [1, 3] } } }, 'RC21.bands.A'],
    ['a new list', {}, { RC01: { symbols: ['EUR/USD'] } }, 'RC01.symbols'],
    ['an additional holiday', {}, { RC70: { holidays: ['2026-05-01'] } }, 'RC70.holidays'],
    ['trading hours added', {}, { RC70: { hours: 'fx' } }, 'RC70.hours'],
  ])('needs no acceptance: %s', (_, before, now, what) => {
    expect(compare(before, now)).toContainEqual([what, false]);
    expect(compare(before, now).filter(([, isLooser]) => isLooser === true)).toEqual([]);
  });

  it('loosens in at least one direction, never in neither', () => {
    const figures = fc.record({
      RC04: fc.record({ G10: fc.integer({ min: 1, max: 9 }) }),
      RC20: fc.record({ confirmations: fc.integer({ min: 1, max: 9 }) }),
      RC23: fc.oneof(fc.constant('off'), fc.record({ EM: fc.integer({ min: 1, max: 9 }) })),
      RC02: fc.record({ allowed: fc.subarray(['Limit/IOC', 'Limit/GTT', 'PQ/FOK']) }),
    });
    const isLooser = (before: Raw, now: Raw) => compare(before, now).some(([, looser]) => looser);
    fc.assert(
      fc.property(figures, figures, (one, other) => {
        const isSame = compare(one, other).length === 0;
        expect(isSame || isLooser(one, other) || isLooser(other, one)).toBe(true);
        if (isSame) expect(isLooser(one, other)).toBe(false);
      }),
    );
  });
});
