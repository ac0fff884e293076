// The book of trades: what it keeps, finds, reports and drops.
import { describe, expect, it } from 'vitest';
import type { VenueTrade } from '../../../src/domain/venue/index.js';
import { TradeBook } from '../../../src/venue/trades/trade-book.js';
import { TRADE } from '../../protocol/samples.js';

function put(book: TradeBook, changes: Partial<VenueTrade> = {}): VenueTrade {
  const trade = { ...TRADE, tradeId: book.drawId(), ...changes };
  book.put(trade);
  return trade;
}

const idsOf = (trades: Iterable<VenueTrade>) => [...trades].map(({ tradeId }) => tradeId);

describe('book of trades', () => {
  it('shows the last version of a trade, and reports each change', () => {
    const book = new TradeBook(10);
    const messages: string[] = [];
    book.watch(({ tradeId, status }) => messages.push(`${tradeId} ${status}`));
    const trade = put(book);
    book.put({ ...trade, status: 'Canceled' });
    expect(book.find(trade.tradeId)?.status).toBe('Canceled');
    expect(messages).toEqual(['FXI40000001 Verified', 'FXI40000001 Canceled']);
    expect(idsOf(book.list())).toEqual(['FXI40000001']);
  });

  it('keeps the newest, between its maximum and twice that, and reports what it drops', () => {
    const book = new TradeBook(3);
    const forgotten: string[] = [];
    book.watchForgotten(({ tradeId }) => forgotten.push(tradeId));
    const ids = Array.from({ length: 20 }, () => put(book).tradeId);
    const kept = idsOf(book.list());
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect(kept.length).toBeLessThan(6);
    expect([...forgotten, ...kept]).toEqual(ids);
    expect(book.find(ids[0] ?? '')).toBeUndefined();
  });

  it('finds the trades of a booking request of the organization that entered them', () => {
    const book = new TradeBook(3);
    const request = { clientRequestId: 'r', user: 'u@A', org: 'B' };
    const ids = Array.from({ length: 5 }, () => put(book, request).tradeId);
    put(book, { clientRequestId: 'r', user: 'u@B', org: 'B' });
    expect(idsOf(book.findByRequest('A', 'r'))).toEqual(ids.slice(3));
    expect(book.findByRequest('B', 'r')).toHaveLength(1);
    expect(book.findByRequest('A', 'other')).toEqual([]);
    for (let i = 0; i < 6; i++) put(book);
    expect(book.findByRequest('A', 'r')).toEqual([]);
  });
});
