// Trades of an order as they come from the venue.
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/domain/index.js';
import { decodeTrades } from '../../../src/protocol/codecs/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { findInstrument, TRADE_BODY as BODY } from '../samples.js';

const EVENT = {
  type: 'trade',
  coId: 'bot7-000130',
  orderId: '5120000031',
  tradeId: 'FXI50000107',
  units: 100_000_000,
  priceTicks: 109_478,
  executedAt: 1_767_693_604_400_000,
  symbol: 'EUR/USD',
  side: 'Buy',
  counterparty: 'LP1',
  valueDate: '2026-01-08',
};

describe('decoded trade', () => {
  it('is read in ticks, minor units and microseconds, alone or in an array', () => {
    expect(unwrap(decodeTrades([BODY], findInstrument))).toEqual([EVENT]);
    expect(unwrap(decodeTrades(BODY, findInstrument))).toEqual([EVENT]);
    expect(unwrap(decodeTrades([], findInstrument))).toEqual([]);
  });

  it('reads a zone other than UTC, and epoch milliseconds', () => {
    const texts = ['2026-01-06 05:00:04,400 -0500', 1767693604400];
    for (const executionTime of texts) {
      const [trade] = unwrap(decodeTrades({ ...BODY, executionTime }, findInstrument));
      expect(trade).toMatchObject({ executedAt: EVENT.executedAt });
    }
  });

  it('is read in minor units of the term where it is dealt in it', () => {
    const body = { ...BODY, currency: 'USD', dealtAmount: 1094.78 };
    expect(unwrap(decodeTrades(body, findInstrument))).toEqual([
      { ...EVENT, units: 109_478, dealtCurrency: 'USD' },
    ]);
  });

  it.each([undefined, '', 7, 'a\nb', 'x'.repeat(256)])('needs no provider: %j', (odd) => {
    const [trade] = unwrap(decodeTrades({ ...BODY, counterparty: odd }, findInstrument));
    expect(trade).toMatchObject({ tradeId: EVENT.tradeId });
    expect(trade).not.toHaveProperty('counterparty');
  });

  it.each(['Rejected', 'Pending'])('is no fill while %s', (status) => {
    expect(unwrap(decodeTrades([{ ...BODY, status }, BODY], findInstrument))).toEqual([EVENT]);
  });

  it.each(['Canceled', 'CANCELLED'])(
    'is busted when %s, which comes before the fills and after them',
    (status) => {
      const { coId, orderId, units, priceTicks } = EVENT;
      const gone = { ...BODY, tradeId: 'FXI50000106', status };
      const ids = { coId, orderId, tradeId: 'FXI50000106' };
      const bust = { type: 'bust', ...ids, units, priceTicks, valueDate: '2026-01-08' };
      const early = { ...bust, isEarly: true };
      expect(unwrap(decodeTrades([BODY, gone], findInstrument))).toEqual([early, EVENT, bust]);
      expect(unwrap(decodeTrades([gone], findInstrument))).toEqual([bust]);
    },
  );

  it('counts as a fill with no status or an unknown one', () => {
    for (const status of [undefined, 'Confirmed']) {
      expect(unwrap(decodeTrades({ ...BODY, status }, findInstrument))).toHaveLength(1);
    }
  });

  it('follows the profile when the venue has other field names', () => {
    const profile = {
      ...DEFAULT_PROFILE,
      tradeFields: { size: 'qty', price: 'px', executedAt: 'at' },
    };
    const { dealtAmount: qty, rate: px, executionTime: at, ...others } = BODY;
    const body = { ...others, qty, px, at };
    expect(unwrap(decodeTrades(body, findInstrument, profile))).toEqual([EVENT]);
  });

  it.each([
    ['no tradeId', { ...BODY, tradeId: '' }, 'tradeId'],
    ['no orderId', { ...BODY, orderId: 7 }, 'orderId'],
    ['an unknown symbol', { ...BODY, symbol: 'EUR/SEK' }, 'a configured symbol'],
    ['a third currency', { ...BODY, currency: 'GBP' }, 'dealt currency EUR or USD'],
    ['a size of type text', { ...BODY, dealtAmount: '1' }, 'dealtAmount'],
    ['no rate', { ...BODY, rate: undefined }, 'expected rate, found nothing'],
    ['a rate with too many decimals', { ...BODY, rate: 1.0000001 }, 'found 1.0000001'],
    ['a negative size', { ...BODY, dealtAmount: -5 }, 'at least 0'],
    ['a time in another format', { ...BODY, executionTime: '2026-01-06' }, 'executionTime'],
    ['an invalid date', { ...BODY, executionTime: '2026-13-06 10:00:04,400 +0000' }, 'execution'],
    ['a body that is not an object', ['FXI1'], 'a JSON object'],
  ])('is a fault with %s', (_, body, words) => {
    const result = decodeTrades(body, findInstrument);
    expect(result.ok ? '' : result.fault.message).toContain(words);
    expect(result.ok).toBe(false);
  });

  it('of another instrument keeps its own precision', () => {
    const body = { ...BODY, symbol: 'USD/JPY', currency: 'USD', dealtAmount: 0.01, rate: 151.234 };
    expect(unwrap(decodeTrades(body, findInstrument))[0]).toMatchObject({
      units: 1,
      priceTicks: 151_234,
    });
  });
});
