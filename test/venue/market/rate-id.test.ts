// Ids of rates: one each, decoded to what they were made of.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import { formatRateId, parseRateId } from '../../../src/venue/market/rate-id.js';

const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
/** 2026-01-06T10:00:00Z. */
const AT = 1_767_693_600_000_000;

describe('rate id', () => {
  it('has the shape of the published sample', () => {
    const name = formatRateId({ instrument: EURUSD, at: AT, rateCount: 1 });
    expect(name).toMatch(/^2026-01-06-EURUSD-SPOT-[0-9a-f]{10}$/);
  });

  it('is decoded to date, pair and number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), (rateCount) => {
        const name = formatRateId({ instrument: EURUSD, at: AT, rateCount });
        expect(parseRateId(name)).toEqual({ date: '2026-01-06', pair: 'EURUSD', rateCount });
      }),
    );
  });

  it.each(['', 'x', '2026-01-06-EURUSD-SPOT-', '2026-01-06-EURUSD-1W-0000000000'])(
    'is never "%s"',
    (text) => {
      expect(parseRateId(text)).toBeUndefined();
    },
  );

  it('with one digit changed is invalid in 255 of 256 cases', () => {
    const name = formatRateId({ instrument: EURUSD, at: AT, rateCount: 77 });
    const changed = '0123456789abcdef'.split('').map((digit) => name.slice(0, -1) + digit);
    expect(changed.filter((text) => parseRateId(text) !== undefined)).toEqual([name]);
  });
});
