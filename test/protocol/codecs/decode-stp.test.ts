// Pages of the STP download, record by record.
import { describe, expect, it } from 'vitest';
import { decodeStpPage } from '../../../src/protocol/codecs/index.js';
import { findInstrument, TRADE_BODY } from '../samples.js';

const OURS = { ...TRADE_BODY, coId: 'weir-0001-0000001-0000', status: 'Verified' };
const TRADE = {
  type: 'trade',
  coId: OURS.coId,
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

const read = (page: unknown) => {
  const text = typeof page === 'string' ? page : JSON.stringify(page);
  return decodeStpPage(text, 'weir-', findInstrument);
};

describe('page of the STP download', () => {
  it('has trades of own orders, and marks resent ones', () => {
    const again = { ...OURS, tradeId: 'T2', event: 'RESEND' };
    const page = read([{ ...OURS, event: 'NEW' }, again, { ...OURS, tradeId: 'T3' }]);
    expect(page).toEqual({
      marks: ['FXI50000107 Verified', 'T2 Verified', 'T3 Verified'],
      events: [TRADE, { ...TRADE, tradeId: 'T2', isResent: true }, { ...TRADE, tradeId: 'T3' }],
      faults: [],
    });
  });

  it('has busts, marked as such', () => {
    const { coId, orderId, tradeId, units, priceTicks, valueDate } = TRADE;
    expect(read([{ ...OURS, status: 'Canceled', event: 'RESEND' }])).toEqual({
      marks: ['FXI50000107 Canceled'],
      events: [{ type: 'bust', coId, orderId, tradeId, units, priceTicks, valueDate }],
      faults: [],
    });
  });

  it('has the fills of an order between its busts, order by order', () => {
    const other = { ...OURS, orderId: '9', tradeId: 'T3' };
    const gone = { ...OURS, tradeId: 'T1', status: 'Canceled' };
    const page = read([other, { ...OURS, tradeId: 'T2' }, gone]);
    expect(page?.marks).toEqual(['T3 Verified', 'T2 Verified', 'T1 Canceled']);
    expect(page?.events).toMatchObject([
      { type: 'trade', orderId: '9', tradeId: 'T3' },
      { type: 'bust', tradeId: 'T1', isEarly: true },
      { type: 'trade', tradeId: 'T2' },
      { type: 'bust', tradeId: 'T1' },
    ]);
  });

  it('counts the trades of other users and leaves them out, whatever they contain', () => {
    const others = [
      { ...OURS, coId: 'bot7-1', symbol: 'XAU/USD' },
      { coId: '', tradeId: 'T9' },
    ];
    expect(read(others)).toEqual({
      marks: ['FXI50000107 Verified', 'T9 none'],
      events: [],
      faults: [],
    });
  });

  it.each([
    ['another status', { ...OURS, status: 'Pending' }, 'expected a known status, found Pending'],
    ['no status', { ...OURS, status: undefined }, 'expected a known status, found none'],
    ['an unknown symbol', { ...OURS, symbol: 'XAU/USD' }, 'expected a configured symbol'],
    ['no quantity', { ...OURS, dealtAmount: null }, 'dealtAmount'],
    ['a body that is not an object', 7, 'expected a record, found none'],
  ])('names an own record with %s, and reads the others', (_, odd, says) => {
    const page = read([odd, { ...OURS, tradeId: 'T2' }]);
    expect(page?.events).toEqual([{ ...TRADE, tradeId: 'T2' }]);
    expect(page?.marks).toHaveLength(2);
    expect(page?.faults).toEqual([expect.stringContaining(says)]);
  });

  it('is refused when it is no JSON, or no list', () => {
    for (const text of ['', '[{"tradeId":', '7', 'null']) expect(read(text)).toBeUndefined();
    expect(read('[]')).toEqual({ marks: [], events: [], faults: [] });
  });
});
