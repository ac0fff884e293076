// Bounds of the stores of seen trades and quote requests, which no ordinary session reaches.
import { describe, expect, it } from 'vitest';
import type { QuoteRequest } from '../../../src/kernel/quotes/quote-request.js';
import { QuoteRequestStore } from '../../../src/kernel/quotes/quote-request-store.js';
import { SeenTrades } from '../../../src/kernel/orders/seen-trades.js';

const PLACES = 16_384;

/** Marks that tell which orders lost one. */
function openMarks() {
  const lost: number[] = [];
  const marks = new SeenTrades((intentId) => lost.push(intentId));
  /** So many trades of an order, `T1` the first. */
  const add = (intentId: number, count: number) => {
    for (let nth = 1; nth <= count; nth++) marks.add(intentId, `T${String(nth)}`);
  };
  return { marks, lost, add };
}

describe('seen trades', () => {
  it('recognise a trade by its order and its id, and no other', () => {
    const { marks, add } = openMarks();
    expect(marks.has(0, '')).toBe(false);
    add(7, 2);
    expect(marks.has(7, 'T1')).toBe(true);
    expect(marks.has(7, 'T2')).toBe(true);
    expect(marks.has(7, 'T3')).toBe(false);
    expect(marks.has(8, 'T1')).toBe(false);
  });

  it('keep every trade until the store is full, then drop the oldest', () => {
    const { marks, lost, add } = openMarks();
    add(1, 1);
    add(2, PLACES - 1);
    expect(marks.has(1, 'T1')).toBe(true);
    expect(lost).toEqual([]);
    add(3, 1);
    expect(marks.has(1, 'T1')).toBe(false);
    expect(marks.has(2, 'T1')).toBe(true);
    expect(marks.has(2, `T${String(PLACES - 1)}`)).toBe(true);
    expect(marks.has(3, 'T1')).toBe(true);
    expect(lost).toEqual([1]);
  });

  it('report the order of a dropped trade, also when its own newer trade replaces it', () => {
    const { marks, lost, add } = openMarks();
    add(5, PLACES);
    expect(lost).toEqual([]);
    marks.add(5, 'one more');
    expect(lost).toEqual([5]);
    expect(marks.has(5, 'T1')).toBe(false);
  });

  it('are stored oldest first and drop the same trades after a restore', () => {
    const { marks, add } = openMarks();
    add(1, 1);
    add(2, 1);
    expect(marks.snapshot().map(([intentId]) => intentId)).toEqual([1, 2]);
    add(3, PLACES);
    const kept = marks.snapshot();
    expect(kept).toHaveLength(PLACES);
    expect(new Set(kept.map(([intentId]) => intentId))).toEqual(new Set([3]));
    add(4, 2);
    const last = marks.snapshot();
    expect(last).toHaveLength(PLACES);
    expect(last.slice(-2).map(([intentId]) => intentId)).toEqual([4, 4]);
    expect(last[0]).toEqual(kept[2]);
    const again = openMarks();
    again.marks.restore(last);
    expect(again.marks.snapshot()).toEqual(last);
    expect(again.marks.has(4, 'T2')).toBe(true);
    expect(again.lost).toEqual([]);
    again.add(6, 1);
    expect(again.lost).toEqual([3]);
    expect(again.marks.has(3, 'T3')).toBe(false);
    expect(again.marks.has(3, 'T4')).toBe(true);
  });
});

describe('store of quote requests', () => {
  const request = (intentId: number): QuoteRequest => {
    const terms = { intentId, coId: `w1-${String(intentId)}` };
    return { terms } as Partial<QuoteRequest> as QuoteRequest;
  };

  it('finds requests by id and by intent, oldest first, until they are removed', () => {
    const store = new QuoteRequestStore();
    const [one, two] = [request(1), request(2)];
    store.add(one);
    store.add(two);
    expect([store.size, store.values()]).toEqual([2, [one, two]]);
    expect([store.find('w1-2'), store.findByIntent(1)]).toEqual([two, one]);
    store.remove(one);
    expect([store.find('w1-1'), store.findByIntent(1)]).toEqual([undefined, undefined]);
    expect(store.size).toBe(1);
  });

  it('holds at most 10,000 requests and refuses a second one with the same id', () => {
    const store = new QuoteRequestStore();
    for (let intentId = 1; intentId < 10_000; intentId++) store.add(request(intentId));
    expect(() => {
      store.add(request(7));
    }).toThrow('RC13: id w1-7 of a quote request is used again');
    store.add(request(10_000));
    expect(() => {
      store.add(request(10_001));
    }).toThrow('too many quote requests');
    expect(store.size).toBe(10_000);
  });
});
