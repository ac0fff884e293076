// The naive model of an order's life on cases worked out by hand: words, fills, unknowns.
import { describe, expect, it } from 'vitest';
import { toState } from './order-model-policy.js';
import {
  at,
  bad,
  halts,
  order,
  PLACE,
  play,
  probe,
  say,
  see,
  send,
  TAKEN,
  TIMEOUT,
  trade,
  trades,
  wishes,
} from './order-model-script.js';
import type { ModelInput, Observation } from './order-model-inputs.js';

const SENT = send(1, TAKEN);
const LATER = (seconds: number): ModelInput => ({ ...at(seconds), kind: 'time' });

describe('status words', () => {
  it.each([
    ['RECEIVED', 'PENDING_VENUE', 100],
    ['NEW', 'WORKING', 100],
    ['PARTIALLY_FILLED', 'PARTIAL', 100],
    ['partial_fill', 'PARTIAL', 100],
    ['PENDING_CANCEL', 'PENDING_VENUE', 100],
    ['SUSPENDED', 'WORKING_PAUSED', 100],
    ['FILLED', 'FILLED', 0],
    ['CANCELLED_BY_USER', 'CANCELED', 0],
    ['REJECTED', 'REJECTED', 0],
    ['EXPIRED', 'EXPIRED', 0],
    ['REPLACED', 'REPLACED', 100],
    ['FAILED', 'FAILED', 100],
    ['DONE_FOR_DAY', 'STATUS_UNKNOWN', 100],
  ])('%s is %s and counts %d', (word, state, open) => {
    expect(order(play([...SENT, see(2, word)]))).toMatchObject({ state, open });
  });

  it('fold aliases', () => {
    expect(['PAUSED', 'cancel_pending', 'Partially Filled', ''].map(toState)).toEqual([
      ...['WORKING_PAUSED', 'unchanged', 'PARTIAL', 'STATUS_UNKNOWN'],
    ]);
  });

  it('are applied only if the poll is newer', () => {
    const stale: ModelInput = {
      ...{ ...at(4), startedAt: 2_500_000, kind: 'observed' },
      order: { coId: 'bot-1', orderId: 'v1', word: 'NEW' },
    };
    const first = [...SENT, see(3, 'CANCELED')];
    expect(order(play([...first, stale]))).toMatchObject({ state: 'CANCELED' });
    const newer: ModelInput = { ...stale, order: { ...stale.order, transactTime: 3_500_000 } };
    expect(order(play([...first, newer]))).toMatchObject({ state: 'ZOMBIE' });
  });

  it('alert when RECEIVED for 10 s and pause when for 60 s', () => {
    const view = play([...SENT, LATER(61)]);
    expect(view.alerts.map((one) => [one.at, one.cause])).toEqual([
      [11_000_000, 'RECEIVED for 10 s'],
    ]);
    expect(view.pauses).toMatchObject([{ at: 61_000_000, scope: 'symbol' }]);
  });

  it('halt on FILLED beyond the size, and keep the fill', () => {
    const view = play([...SENT, see(2, 'FILLED', { cumQty: 110 })]);
    expect(halts(view)).toEqual(['all: overfill']);
    expect(view.positions['EUR/USD']).toMatchObject({ filled: 110 });
  });

  it('halt on a price outside the limit', () => {
    const view = play([...SENT, see(2, 'FILLED', { cumQty: 100, averagePrice: 501 })]);
    expect(halts(view)).toEqual(['all: off-limit fill']);
  });

  it('halt on other terms and change nothing', () => {
    const view = play([...SENT, see(2, 'CANCELED', { echo: { side: 'Sell' } })]);
    expect(order(view)).toMatchObject({ state: 'PENDING_VENUE', open: 100 });
    expect(halts(view)).toEqual(['all: order of other terms']);
  });

  it('halt on FAILED by its reason', () => {
    const fail = (reason: string, until: number) =>
      halts(play([...SENT, see(2, 'FAILED', { reason }), LATER(until)]));
    expect(fail('NoLiquidity', 100)).toEqual([]);
    expect(fail('Because', 2)).toEqual(['all: FAILED with an unlisted reason']);
    expect(fail('', 61)).toEqual([]);
    expect(fail('', 62)).toEqual(['all: FAILED without a reason']);
  });

  it('count FAILED in full until its trades are checked', () => {
    const view = play([...SENT, see(2, 'FAILED', { reason: 'NoLiquidity' }), trades(3)]);
    expect(order(view)).toMatchObject({ state: 'FAILED', open: 0 });
  });

  it('count the rest of REPLACED until its successor is seen', () => {
    const successor: Observation = {
      ...{ coId: 'desk-1', orderId: 'v2', word: 'NEW', originalCoId: 'bot-1' },
      echo: { symbol: 'EUR/USD', side: 'Buy', size: 80 },
    };
    const list: ModelInput = {
      ...{ ...at(3), startedAt: 2_900_000, kind: 'active-list', orders: [successor] },
    };
    const view = play([...SENT, see(2, 'REPLACED'), list], { loginUse: 'shared' });
    expect(order(view)).toMatchObject({ open: 0, successor: 'desk-1' });
    expect(order(view, 'desk-1')).toMatchObject({ state: 'WORKING', open: 80 });
  });

  it('count rejections: five in a minute halt the strategy', () => {
    const lives = [1, 2, 3, 4, 5].flatMap((n) =>
      send(n, bad(`${PLACE}InvalidQuoteID`), {}, `bot-${n}`),
    );
    expect(halts(play(lives.slice(0, 12)))).toEqual([]);
    expect(halts(play(lives))).toEqual(['strategy: rejection burst']);
  });
});

describe('the active list', () => {
  const list = (...orders: readonly Observation[]): ModelInput => ({
    ...{ ...at(3), startedAt: 2_900_000, kind: 'active-list', orders },
  });

  it('ends nothing by absence, and asks', () => {
    const view = play([...SENT, see(2, 'NEW'), list()]);
    expect(order(view)).toMatchObject({ state: 'WORKING', open: 100 });
    expect(wishes(view, 'query')).toEqual([1, 3]);
  });

  it('halts at orders that the journal does not know', () => {
    const own = list({ coId: 'bot-9', word: 'NEW' });
    const other = list({ coId: 'desk-9', word: 'NEW' });
    expect(halts(play([own], { loginUse: 'shared' }))).toEqual([
      'all: own order not in the journal',
    ]);
    expect(halts(play([other]))).toEqual(['all: external order']);
    expect(halts(play([other], { loginUse: 'shared' }))).toEqual([]);
  });

  it('tracks two venue orders of one coId, and halts', () => {
    const view = play([...SENT, see(2, 'NEW'), see(3, 'NEW', { orderId: 'v2' })]);
    expect(order(view, 'bot-1#v2')).toMatchObject({ state: 'WORKING', open: 100 });
    expect(view.positions['EUR/USD']).toMatchObject({ worstLong: 200 });
    expect(wishes(view, 'cancel')).toEqual([3, 3]);
  });
});

describe('fills', () => {
  const RISE = [...SENT, see(2, 'PARTIALLY_FILLED', { cumQty: 40, averagePrice: 500 })];

  it('count in the exposure at once, and ask for trades once', () => {
    const view = play(RISE);
    expect(order(view)).toMatchObject({ filled: 40, open: 60, confirmed: 0, provisional: 0 });
    expect(wishes(view, 'trades')).toEqual([2]);
  });

  it('are booked provisionally after two seconds, and replaced without a second event', () => {
    const view = play([...RISE, LATER(4)]);
    expect(order(view)).toMatchObject({ provisional: 40, confirmed: 0 });
    const later = play([...RISE, trades(5, trade('t1', 40))]);
    expect(order(later)).toMatchObject({ provisional: 0, confirmed: 40, filled: 40 });
    expect(later.fills.map(({ kind, id }) => [kind, id])).toEqual([['provisional', 'v1:40']]);
  });

  it('alert when a record is missing for 30 seconds', () => {
    const view = play([...RISE, LATER(32)]);
    expect(view.alerts.map(({ cause }) => cause)).toContain('trade record missing');
  });

  it('are the same in either order, and each trade once', () => {
    const one = trades(3, trade('t1', 40), trade('t1', 40));
    const view = play([
      ...SENT,
      one,
      { ...one, ...at(4) },
      see(5, 'PARTIALLY_FILLED', { cumQty: 40 }),
    ]);
    expect(order(view)).toMatchObject({ filled: 40, confirmed: 40, open: 60 });
    expect(view.fills).toHaveLength(1);
  });

  it('never fall with cumQty', () => {
    const view = play([...RISE, see(3, 'PARTIALLY_FILLED', { cumQty: 30 })]);
    expect(order(view)).toMatchObject({ cum: 40, filled: 40 });
  });

  const DENIED = [...SENT, see(2, 'PARTIAL', { cumQty: 40 }), see(3, 'CANCELED', { cumQty: 10 })];
  const deny = (seconds: number): ModelInput => ({
    ...{ ...at(seconds), kind: 'trades-denied', coId: 'bot-1' },
  });

  it('that an end denies count both ways, until trades show them', () => {
    const view = play(DENIED);
    expect(order(view)).toMatchObject({ filled: 40, contested: 30, open: 0 });
    expect(view.positions['EUR/USD']).toMatchObject({ worstLong: 40, worstShort: 10 });
    const some = play([...DENIED, LATER(5), trades(6, trade('t1', 25))]);
    expect(order(some)).toMatchObject({ filled: 40, contested: 15 });
    const all = play([...DENIED, trades(6, trade('t1', 40))]);
    expect(order(all)).toMatchObject({ filled: 40, contested: 0 });
    const again = play([...DENIED, see(4, 'CANCELED', { cumQty: 40 })]);
    expect(order(again)).toMatchObject({ filled: 40, contested: 0 });
  });

  it('that an end denies are taken back by five answers over 30 s', () => {
    const four = [10, 20, 30, 39].map(deny);
    expect(order(play([...DENIED, ...four]))).toMatchObject({ filled: 40, contested: 30 });
    const view = play([...DENIED, ...four, deny(40)]);
    expect(order(view)).toMatchObject({ filled: 10, contested: 0 });
    const told = view.fills.map(({ kind, quantity }) => [kind, quantity]);
    expect(told).toEqual([
      ['provisional', 40],
      ['bust', -30],
    ]);
  });

  it('that an end does not speak of are not denied', () => {
    const view = play([...SENT, see(2, 'PARTIAL', { cumQty: 40 }), see(3, 'CANCELED')]);
    expect(order(view)).toMatchObject({ state: 'CANCELED', filled: 40, contested: 0 });
  });

  it('leave with a bust, and pause', () => {
    const busted = trade('t1', 40, { status: 'Canceled' });
    const view = play([...RISE, trades(3, trade('t1', 40)), trades(4, busted), trades(5, busted)]);
    expect(order(view)).toMatchObject({ filled: 0, confirmed: 0, open: 60 });
    expect(view.fills.map(({ quantity }) => quantity)).toEqual([40, -40]);
    expect(view.pauses).toMatchObject([{ scope: 'symbol', cause: 'bust' }]);
  });

  it('follow an amendment', () => {
    const view = play([...RISE, trades(3, trade('t1', 40)), trades(4, trade('t1', 35))]);
    expect(order(view)).toMatchObject({ filled: 35, open: 60 });
  });

  it('after a cancel are late when they happened before it', () => {
    const canceled = [...SENT, see(3, 'CANCELED')];
    const late = play([...canceled, trades(4, trade('t1', 40, { executedAt: 2_000_000 }))]);
    expect(order(late)).toMatchObject({ state: 'CANCELED', filled: 40, open: 0 });
    const after = play([...canceled, trades(4, trade('t1', 40, { executedAt: 3_500_000 }))]);
    expect(order(after)).toMatchObject({ state: 'ZOMBIE', filled: 40, open: 60 });
    expect(halts(after)).toEqual(['strategy: zombie']);
  });

  it('that complete an expired order make it filled', () => {
    const view = play([...SENT, see(3, 'EXPIRED'), see(4, 'EXPIRED', { cumQty: 100 })]);
    expect(order(view)).toMatchObject({ state: 'FILLED', filled: 100 });
  });
});

describe('UNKNOWN', () => {
  const LOST_SIGHT = send(1, TIMEOUT);

  it('counts in full, pauses the symbol and probes on its schedule', () => {
    const view = play([...LOST_SIGHT, LATER(200)]);
    expect(order(view)).toMatchObject({ state: 'UNKNOWN', open: 100 });
    expect(view.pauses).toMatchObject([{ scope: 'symbol', until: 'resolved' }]);
    expect(wishes(view, 'probe')).toEqual([...[1.25, 1.5, 2, 3, 5, 9, 16, 31, 61], ...[121, 181]]);
  });

  it('is never rejected or lost by time', () => {
    expect(order(play([...LOST_SIGHT, LATER(290)]))).toMatchObject({ state: 'UNKNOWN' });
    const view = play([...LOST_SIGHT, LATER(301)]);
    expect(halts(view)).toEqual(['all: unknown for 5 minutes']);
  });

  it('is quarantined by the first complete negative', () => {
    const view = play([...LOST_SIGHT, probe(2)]);
    expect(order(view)).toMatchObject({ state: 'QUARANTINED', open: 100, negatives: 1 });
  });

  it.each([
    ['by coId', { byCoId: 'failed' }],
    ['of the list', { list: 'failed' }],
    ['of the trades', { trades: 'failed' }],
  ] as const)('does not count a failed read %s', (_, part) => {
    expect(order(play([...LOST_SIGHT, probe(2, part)]))).toMatchObject({ negatives: 0 });
  });

  it('returns from quarantine when the evidence is mixed', () => {
    const view = play([...LOST_SIGHT, probe(2), probe(3, { trades: 'changed' })]);
    expect(order(view)).toMatchObject({ state: 'UNKNOWN', negatives: 0 });
  });

  it('is lost after five negatives over 30 s and the horizon', () => {
    const four = [2, 3, 5, 9].map((seconds) => probe(seconds));
    expect(order(play([...LOST_SIGHT, ...four, probe(61)]))).toMatchObject({
      state: 'LOST',
      open: 0,
    });
    expect(order(play([...LOST_SIGHT, ...four, probe(60)]))).toMatchObject({
      state: 'QUARANTINED',
    });
    const late = [50, 51, 52, 53, 62].map((seconds) => probe(seconds));
    expect(order(play([...LOST_SIGHT, ...late]))).toMatchObject({ state: 'QUARANTINED' });
  });

  it('waits for the deadline and the longest delay, not for the life of GTT', () => {
    const lasting = { timeInForce: 'GTT', expirySeconds: 120 } as const;
    expect(order(play(send(1, TIMEOUT, lasting)))).toMatchObject({ nextDue: 60_000_000 });
    expect(order(play(LOST_SIGHT, { deadline: 50_000_000 }))).toMatchObject({
      nextDue: 80_000_000,
    });
    const slow = play([...SENT, see(31, 'NEW')]);
    expect(order(slow)).toMatchObject({ nextDue: 90_000_000 });
  });

  it('is never lost once the venue has shown it', () => {
    const shown = [...SENT, see(2, 'NEW'), { ...at(3), kind: 'restart' } as const];
    const rounds = [30, 40, 50, 60, 70, 300].map((seconds) => probe(seconds));
    const view = play([...shown, ...rounds]);
    expect(order(view)).toMatchObject({ state: 'QUARANTINED', open: 100, negatives: 6 });
  });

  it('begins when a whole round does not find a live order', () => {
    const missed = play([...SENT, see(2, 'NEW'), probe(40)]);
    expect(order(missed)).toMatchObject({ state: 'UNKNOWN', open: 100, negatives: 0 });
    const failed = play([...SENT, see(2, 'NEW'), probe(40, { list: 'failed' })]);
    expect(order(failed)).toMatchObject({ state: 'WORKING' });
    const ended = play([...SENT, see(2, 'CANCELED'), probe(40)]);
    expect(order(ended)).toMatchObject({ state: 'CANCELED' });
  });

  it('adopts what is found, and halts when it is another', () => {
    const seen: Observation = { coId: 'bot-1', orderId: 'v1', word: 'NEW', echo: { size: 100 } };
    const view = play([...LOST_SIGHT, probe(2), probe(3, { list: seen })]);
    expect(order(view)).toMatchObject({ state: 'WORKING', evidence: ['FOUND'] });
    const other = { ...seen, echo: { size: 90 } };
    const halted = play([...LOST_SIGHT, probe(3, { byCoId: other })]);
    expect(order(halted)).toMatchObject({ state: 'UNKNOWN' });
    expect(halts(halted)).toEqual(['all: order of other terms']);
  });

  it('adopts from trades', () => {
    const some = play([...LOST_SIGHT, probe(2, { trades: [trade('t1', 40)] })]);
    expect(order(some)).toMatchObject({ state: 'PARTIAL', filled: 40, open: 60 });
    const all = play([...LOST_SIGHT, probe(2, { trades: [trade('t1', 100)] })]);
    expect(order(all)).toMatchObject({ state: 'FILLED', evidence: ['TRADES'] });
  });

  it('makes a zombie of a lost order that is seen', () => {
    const lost = [...LOST_SIGHT, ...[2, 3, 5, 9, 61].map((seconds) => probe(seconds))];
    const view = play([...lost, see(70, 'NEW')]);
    expect(order(view)).toMatchObject({ state: 'ZOMBIE', open: 100 });
    expect(halts(view)).toEqual(['strategy: zombie']);
    expect(wishes(view, 'cancel')).toEqual([70]);
    const filled = play([...lost, trades(70, trade('t1', 100))]);
    expect(order(filled)).toMatchObject({ state: 'ZOMBIE', filled: 100 });
  });

  it('pauses all at two and halts at three', () => {
    const two = [...LOST_SIGHT, ...send(2, TIMEOUT, {}, 'bot-2')];
    expect(play(two).pauses.map(({ scope }) => scope)).toEqual(['symbol', 'symbol', 'all']);
    const three = play([...two, ...send(3, TIMEOUT, { symbol: 'USD/JPY' }, 'bot-3')]);
    expect(halts(three)).toEqual(['all: three unknown outcomes']);
  });

  it('is decided by a human, lost early only with a written word', () => {
    const human = { kind: 'resolve', coId: 'bot-1', by: 'ann', reason: 'called them' } as const;
    const as = (word: 'lost' | 'live' | 'filled', written = false) =>
      order(play([...LOST_SIGHT, { ...at(5), ...human, as: word, written }]));
    expect(as('lost')).toMatchObject({ state: 'UNKNOWN' });
    expect(as('lost', true)).toMatchObject({ state: 'LOST', evidence: ['HUMAN lost'] });
    expect(as('live')).toMatchObject({ state: 'WORKING', open: 100 });
    expect(as('filled')).toMatchObject({ state: 'FILLED', filled: 100 });
  });

  it('is live or filled against a whole round by a written word alone', () => {
    const human = { kind: 'resolve', coId: 'bot-1', by: 'ann', reason: 'called them' } as const;
    const as = (word: 'live' | 'filled', written = false) =>
      order(play([...LOST_SIGHT, probe(2), { ...at(5), ...human, as: word, written }])).state;
    expect([as('live'), as('filled')]).toEqual(['QUARANTINED', 'QUARANTINED']);
    expect([as('live', true), as('filled', true)]).toEqual(['WORKING', 'FILLED']);
  });

  it('is resolved by the same coId when that is switched on', () => {
    const again = (outcome: Parameters<typeof send>[1], ...before: readonly ModelInput[]) => {
      const [, , end] = send(2, outcome);
      const inputs = [...LOST_SIGHT, ...before, say(2, 'send-started'), end!];
      return order(play(inputs, { resubmitter: true })).state;
    };
    expect(again(TAKEN)).toBe('PENDING_VENUE');
    expect(again(bad(`${PLACE}DuplicateOrder`))).toBe('PENDING_VENUE');
    expect(again(bad(`${PLACE}PriceMismatch`))).toBe('UNKNOWN');
    expect(again(bad(`${PLACE}PriceMismatch`), probe(2))).toBe('REJECTED');
  });
});
