// Trades as the venue writes them.
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/domain/index.js';
import type { TradeLeg, VenueTrade } from '../../../src/domain/venue/index.js';
import { decodeTrades, encodeVenueTrade } from '../../../src/protocol/codecs/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { findInstrument, TRADE, TRADE_BODY } from '../samples.js';

function write(trade: VenueTrade, event?: string): Readonly<Record<string, unknown>> {
  return JSON.parse(encodeVenueTrade(trade, DEFAULT_PROFILE, event)) as Record<string, unknown>;
}

/** EUR 1 million sold in a month, 1.39 points above spot. */
const FAR: TradeLeg = {
  valueDate: '2026-02-09',
  tenor: '1M',
  side: 'Sell',
  dealtUnits: 100_000_000,
  baseUnits: 100_000_000,
  termUnits: 109_617_000n,
  rate: 10_961_700,
  forwardPoints: 13_900,
};

describe('encoded trade', () => {
  it('is written as the published sample, with an event for STP alone', () => {
    expect(write(TRADE)).toEqual(TRADE_BODY);
    expect(write(TRADE, 'RESEND')).toEqual({ ...TRADE_BODY, event: 'RESEND' });
  });

  it('shows dealt and settled amounts in their currencies when the term is dealt', () => {
    const near = { ...TRADE.near, dealtUnits: 109_478_000 };
    expect(write({ ...TRADE, dealtCurrency: 'USD', near })).toMatchObject({
      currency: 'USD',
      dealtAmount: 1_094_780,
      baseAmount: 1_000_000,
      termAmount: 1_094_780,
      settledAmount: 1_000_000,
    });
  });

  it('shows the far leg of a swap, and swap points as the difference of the legs', () => {
    const near = { ...TRADE.near, rate: 10_948_013, forwardPoints: 213, coverRate: 10_948_000 };
    expect(write({ ...TRADE, type: 'Swap', near, far: FAR })).toMatchObject({
      rate: 1.0948013,
      spotRate: 1.09478,
      forwardPoints: 0.0000213,
      coverRate: 1.0948,
      swapPoints: 0.0013687,
      farSide: 'Sell',
      farTenor: '1M',
      farValueDate: '2026-02-09',
      farRate: 1.09617,
      farForwardPoints: 0.00139,
      farDealtAmount: 1_000_000,
      farBaseAmount: 1_000_000,
      farTermAmount: 1_096_170,
      farSettledAmount: 1_096_170,
    });
  });

  it('has fields that only some trades have', () => {
    const near = { ...TRADE.near, tenor: '1M', fixingDate: '2026-02-05', fixingTenor: '1M' };
    const extra = { rateId: 'r|1', note: 'a "note"', customParameters: { desk: 'x' } };
    expect(write({ ...TRADE, ...extra, type: 'NDF', near, account: '' })).toMatchObject({
      tenor: '1M',
      fixingDate: '2026-02-05',
      fixingTenor: '1M',
      rateId: 'r|1',
      notes: 'a "note"',
      customParameters: { desk: 'x' },
    });
    expect(write({ ...TRADE, account: '' })).not.toHaveProperty('customerAccount');
  });

  it.each([
    ['A', 'COVER'],
    ['B', 'WAREHOUSE'],
    ['', 'NO_COVER'],
  ])('of a maker in book "%s" is under %s', (bookName, coverRiskManagementType) => {
    const trade = write({ ...TRADE, maker: true, bookName });
    expect(trade).toMatchObject({ bookName, coverRiskManagementType });
    expect(trade).not.toHaveProperty('channelCategory');
    const taken = write({ ...TRADE, bookName });
    expect(taken).not.toHaveProperty('coverRiskManagementType');
  });

  it('is decoded under the names of the profile', () => {
    const profile = {
      ...DEFAULT_PROFILE,
      tradeFields: { size: 'qty', price: 'px', executedAt: 'at' },
    };
    const body: unknown = JSON.parse(encodeVenueTrade(TRADE, profile));
    expect(body).toMatchObject({ qty: 1_000_000, px: 1.09478 });
    const [event] = unwrap(decodeTrades(body, findInstrument, profile));
    expect(event).toMatchObject({ units: 100_000_000, priceTicks: 109_478 });
  });
});
