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

describe('order model: statuses in reports', () => {
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
  ])('status %s gives state %s with open quantity %d', (word, state, open) => {
    expect(order(play([...SENT, see(2, word)]))).toMatchObject({ state, open });
  });

  it('spellings of a status map to the same state', () => {
    expect(['PAUSED', 'cancel_pending', 'Partially Filled', ''].map(toState)).toEqual([
      ...['WORKING_PAUSED', 'unchanged', 'PARTIAL', 'STATUS_UNKNOWN'],
    ]);
  });

  it('report applies only if its poll began later or its venue time is later', () => {
    const stale: ModelInput = {
      ...{ ...at(4), startedAt: 2_500_000, kind: 'observed' },
      order: { coId: 'bot-1', orderId: 'v1', word: 'NEW' },
    };
    const first = [...SENT, see(3, 'CANCELED')];
    expect(order(play([...first, stale]))).toMatchObject({ state: 'CANCELED' });
    const newer: ModelInput = { ...stale, order: { ...stale.order, transactTime: 3_500_000 } };
    expect(order(play([...first, newer]))).toMatchObject({ state: 'ZOMBIE' });
  });

  it('order RECEIVED for 10 s alerts; for 60 s pauses its symbol', () => {
    const view = play([...SENT, LATER(61)]);
    expect(view.alerts.map((one) => [one.at, one.cause])).toEqual([
      [11_000_000, 'RECEIVED for 10 s'],
    ]);
    expect(view.pauses).toMatchObject([{ at: 61_000_000, scope: 'symbol' }]);
  });

  it("fill beyond the order's size is kept and halts everything", () => {
    const view = play([...SENT, see(2, 'FILLED', { cumQty: 110 })]);
    expect(halts(view)).toEqual(['all: overfill']);
    expect(view.positions['EUR/USD']).toMatchObject({ filled: 110 });
  });

  it('fill at a price worse than the limit halts everything', () => {
    const view = play([...SENT, see(2, 'FILLED', { cumQty: 100, averagePrice: 501 })]);
    expect(halts(view)).toEqual(['all: off-limit fill']);
  });

  it('report with other terms halts everything and leaves the order unchanged', () => {
    const view = play([...SENT, see(2, 'CANCELED', { echo: { side: 'Sell' } })]);
    expect(order(view)).toMatchObject({ state: 'PENDING_VENUE', open: 100 });
    expect(halts(view)).toEqual(['all: order of other terms']);
  });

  it('FAILED halts everything for an unlisted reason, and after 60 s without a reason', () => {
    const fail = (reason: string, until: number) =>
      halts(play([...SENT, see(2, 'FAILED', { reason }), LATER(until)]));
    expect(fail('NoLiquidity', 100)).toEqual([]);
    expect(fail('Because', 2)).toEqual(['all: FAILED with an unlisted reason']);
    expect(fail('', 61)).toEqual([]);
    expect(fail('', 62)).toEqual(['all: FAILED without a reason']);
  });

  it('FAILED order keeps its exposure until its trades have been queried', () => {
    const view = play([...SENT, see(2, 'FAILED', { reason: 'NoLiquidity' }), trades(3)]);
    expect(order(view)).toMatchObject({ state: 'FAILED', open: 0 });
  });

  it('REPLACED order keeps its exposure until its replacement is reported', () => {
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

  it('five rejections within a minute halt the strategy', () => {
    const lives = [1, 2, 3, 4, 5].flatMap((n) =>
      send(n, bad(`${PLACE}InvalidQuoteID`), {}, `bot-${n}`),
    );
    expect(halts(play(lives.slice(0, 12)))).toEqual([]);
    expect(halts(play(lives))).toEqual(['strategy: rejection burst']);
  });
});

describe('order model: list of active orders', () => {
  const list = (...orders: readonly Observation[]): ModelInput => ({
    ...{ ...at(3), startedAt: 2_900_000, kind: 'active-list', orders },
  });

  it('order missing from the list stays open and is queried', () => {
    const view = play([...SENT, see(2, 'NEW'), list()]);
    expect(order(view)).toMatchObject({ state: 'WORKING', open: 100 });
    expect(wishes(view, 'query')).toEqual([1, 3]);
  });

  it('listed order without a record halts everything, but external ones of a shared login', () => {
    const own = list({ coId: 'bot-9', word: 'NEW' });
    const other = list({ coId: 'desk-9', word: 'NEW' });
    expect(halts(play([own], { loginUse: 'shared' }))).toEqual([
      'all: own order not in the journal',
    ]);
    expect(halts(play([other]))).toEqual(['all: external order']);
    expect(halts(play([other], { loginUse: 'shared' }))).toEqual([]);
  });

  it('two venue orders with one coId are both tracked and cancelled', () => {
    const view = play([...SENT, see(2, 'NEW'), see(3, 'NEW', { orderId: 'v2' })]);
    expect(order(view, 'bot-1#v2')).toMatchObject({ state: 'WORKING', open: 100 });
    expect(view.positions['EUR/USD']).toMatchObject({ worstLong: 200 });
    expect(wishes(view, 'cancel')).toEqual([3, 3]);
  });
});

describe('order model: fills', () => {
  const RISE = [...SENT, see(2, 'PARTIALLY_FILLED', { cumQty: 40, averagePrice: 500 })];

  it('reported fill changes the exposure at once and queries trades once', () => {
    const view = play(RISE);
    expect(order(view)).toMatchObject({ filled: 40, open: 60, confirmed: 0, provisional: 0 });
    expect(wishes(view, 'trades')).toEqual([2]);
  });

  it('fill is provisional after two seconds; its trade replaces it without another event', () => {
    const view = play([...RISE, LATER(4)]);
    expect(order(view)).toMatchObject({ provisional: 40, confirmed: 0 });
    const later = play([...RISE, trades(5, trade('t1', 40))]);
    expect(order(later)).toMatchObject({ provisional: 0, confirmed: 40, filled: 40 });
    expect(later.fills.map(({ kind, id }) => [kind, id])).toEqual([['provisional', 'v1:40']]);
  });

  it('fill without a trade for 30 s alerts', () => {
    const view = play([...RISE, LATER(32)]);
    expect(view.alerts.map(({ cause }) => cause)).toContain('trade record missing');
  });

  it('trade before its report gives the same fill; a repeated trade counts once', () => {
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

  it('lower cumQty does not reduce the filled quantity', () => {
    const view = play([...RISE, see(3, 'PARTIALLY_FILLED', { cumQty: 30 })]);
    expect(order(view)).toMatchObject({ cum: 40, filled: 40 });
  });

  const DENIED = [...SENT, see(2, 'PARTIAL', { cumQty: 40 }), see(3, 'CANCELED', { cumQty: 10 })];
  const deny = (seconds: number): ModelInput => ({
    ...{ ...at(seconds), kind: 'trades-denied', coId: 'bot-1' },
  });

  it('fills that the final report omits count in both worst cases until confirmed', () => {
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

  it('fills that the final report omits are reversed after five queries over 30 s', () => {
    const four = [10, 20, 30, 39].map(deny);
    expect(order(play([...DENIED, ...four]))).toMatchObject({ filled: 40, contested: 30 });
    const view = play([...DENIED, ...four, deny(40)]);
    expect(order(view)).toMatchObject({ filled: 10, contested: 0 });
    const reported = view.fills.map(({ kind, quantity }) => [kind, quantity]);
    expect(reported).toEqual([
      ['provisional', 40],
      ['bust', -30],
    ]);
  });

  it('final report without cumQty leaves earlier fills undisputed', () => {
    const view = play([...SENT, see(2, 'PARTIAL', { cumQty: 40 }), see(3, 'CANCELED')]);
    expect(order(view)).toMatchObject({ state: 'CANCELED', filled: 40, contested: 0 });
  });

  it('bust removes its fill once and pauses the symbol', () => {
    const busted = trade('t1', 40, { status: 'Canceled' });
    const view = play([...RISE, trades(3, trade('t1', 40)), trades(4, busted), trades(5, busted)]);
    expect(order(view)).toMatchObject({ filled: 0, confirmed: 0, open: 60 });
    expect(view.fills.map(({ quantity }) => quantity)).toEqual([40, -40]);
    expect(view.pauses).toMatchObject([{ scope: 'symbol', cause: 'bust' }]);
  });

  it('amended trade changes the filled quantity', () => {
    const view = play([...RISE, trades(3, trade('t1', 40)), trades(4, trade('t1', 35))]);
    expect(order(view)).toMatchObject({ filled: 35, open: 60 });
  });

  it('trade dealt before the cancel is a late fill; one dealt after it makes a ZOMBIE', () => {
    const canceled = [...SENT, see(3, 'CANCELED')];
    const late = play([...canceled, trades(4, trade('t1', 40, { executedAt: 2_000_000 }))]);
    expect(order(late)).toMatchObject({ state: 'CANCELED', filled: 40, open: 0 });
    const after = play([...canceled, trades(4, trade('t1', 40, { executedAt: 3_500_000 }))]);
    expect(order(after)).toMatchObject({ state: 'ZOMBIE', filled: 40, open: 60 });
    expect(halts(after)).toEqual(['strategy: zombie']);
  });

  it('expired order whose fills complete it becomes FILLED', () => {
    const view = play([...SENT, see(3, 'EXPIRED'), see(4, 'EXPIRED', { cumQty: 100 })]);
    expect(order(view)).toMatchObject({ state: 'FILLED', filled: 100 });
  });
});

describe('order model: order of unknown outcome', () => {
  const LOST_SIGHT = send(1, TIMEOUT);

  it('unknown order keeps its exposure, pauses its symbol and is probed on schedule', () => {
    const view = play([...LOST_SIGHT, LATER(200)]);
    expect(order(view)).toMatchObject({ state: 'UNKNOWN', open: 100 });
    expect(view.pauses).toMatchObject([{ scope: 'symbol', until: 'resolved' }]);
    expect(wishes(view, 'probe')).toEqual([...[1.25, 1.5, 2, 3, 5, 9, 16, 31, 61], ...[121, 181]]);
  });

  it('unknown order is never closed by time alone; after 5 minutes everything halts', () => {
    expect(order(play([...LOST_SIGHT, LATER(290)]))).toMatchObject({ state: 'UNKNOWN' });
    const view = play([...LOST_SIGHT, LATER(301)]);
    expect(halts(view)).toEqual(['all: unknown for 5 minutes']);
  });

  it('unknown order is QUARANTINED after the first negative probe and keeps its exposure', () => {
    const view = play([...LOST_SIGHT, probe(2)]);
    expect(order(view)).toMatchObject({ state: 'QUARANTINED', open: 100, negatives: 1 });
  });

  it.each([
    ['order query', { byCoId: 'failed' }],
    ['active list', { list: 'failed' }],
    ['trade query', { trades: 'failed' }],
  ] as const)('probe with a failed %s is no negative probe', (_, part) => {
    expect(order(play([...LOST_SIGHT, probe(2, part)]))).toMatchObject({ negatives: 0 });
  });

  it('quarantined order is UNKNOWN again when a probe finds changed trades', () => {
    const view = play([...LOST_SIGHT, probe(2), probe(3, { trades: 'changed' })]);
    expect(order(view)).toMatchObject({ state: 'UNKNOWN', negatives: 0 });
  });

  it('unknown order is LOST after five negative probes over 30 s and the horizon', () => {
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

  it('horizon depends on deadline and longest visibility delay, not on GTT seconds', () => {
    const lasting = { timeInForce: 'GTT', expirySeconds: 120 } as const;
    expect(order(play(send(1, TIMEOUT, lasting)))).toMatchObject({ nextDue: 60_000_000 });
    expect(order(play(LOST_SIGHT, { deadline: 50_000_000 }))).toMatchObject({
      nextDue: 80_000_000,
    });
    const slow = play([...SENT, see(31, 'NEW')]);
    expect(order(slow)).toMatchObject({ nextDue: 90_000_000 });
  });

  it('order that the venue has shown is never LOST', () => {
    const shown = [...SENT, see(2, 'NEW'), { ...at(3), kind: 'restart' } as const];
    const rounds = [30, 40, 50, 60, 70, 300].map((seconds) => probe(seconds));
    const view = play([...shown, ...rounds]);
    expect(order(view)).toMatchObject({ state: 'QUARANTINED', open: 100, negatives: 6 });
  });

  it('live order that a complete probe does not find becomes UNKNOWN', () => {
    const missed = play([...SENT, see(2, 'NEW'), probe(40)]);
    expect(order(missed)).toMatchObject({ state: 'UNKNOWN', open: 100, negatives: 0 });
    const failed = play([...SENT, see(2, 'NEW'), probe(40, { list: 'failed' })]);
    expect(order(failed)).toMatchObject({ state: 'WORKING' });
    const ended = play([...SENT, see(2, 'CANCELED'), probe(40)]);
    expect(order(ended)).toMatchObject({ state: 'CANCELED' });
  });

  it('found order takes the reported state; one with other terms halts everything', () => {
    const seen: Observation = { coId: 'bot-1', orderId: 'v1', word: 'NEW', echo: { size: 100 } };
    const view = play([...LOST_SIGHT, probe(2), probe(3, { list: seen })]);
    expect(order(view)).toMatchObject({ state: 'WORKING', evidence: ['FOUND'] });
    const other = { ...seen, echo: { size: 90 } };
    const halted = play([...LOST_SIGHT, probe(3, { byCoId: other })]);
    expect(order(halted)).toMatchObject({ state: 'UNKNOWN' });
    expect(halts(halted)).toEqual(['all: order of other terms']);
  });

  it('unknown order takes PARTIAL or FILLED from the trades of a probe', () => {
    const some = play([...LOST_SIGHT, probe(2, { trades: [trade('t1', 40)] })]);
    expect(order(some)).toMatchObject({ state: 'PARTIAL', filled: 40, open: 60 });
    const all = play([...LOST_SIGHT, probe(2, { trades: [trade('t1', 100)] })]);
    expect(order(all)).toMatchObject({ state: 'FILLED', evidence: ['TRADES'] });
  });

  it('LOST order that the venue shows is a ZOMBIE: strategy halts, order is cancelled', () => {
    const lost = [...LOST_SIGHT, ...[2, 3, 5, 9, 61].map((seconds) => probe(seconds))];
    const view = play([...lost, see(70, 'NEW')]);
    expect(order(view)).toMatchObject({ state: 'ZOMBIE', open: 100 });
    expect(halts(view)).toEqual(['strategy: zombie']);
    expect(wishes(view, 'cancel')).toEqual([70]);
    const filled = play([...lost, trades(70, trade('t1', 100))]);
    expect(order(filled)).toMatchObject({ state: 'ZOMBIE', filled: 100 });
  });

  it('two unknown orders pause everything, three halt it', () => {
    const two = [...LOST_SIGHT, ...send(2, TIMEOUT, {}, 'bot-2')];
    expect(play(two).pauses.map(({ scope }) => scope)).toEqual(['symbol', 'symbol', 'all']);
    const three = play([...two, ...send(3, TIMEOUT, { symbol: 'USD/JPY' }, 'bot-3')]);
    expect(halts(three)).toEqual(['all: three unknown outcomes']);
  });

  it("operator resolves an unknown order; early LOST needs the venue's confirmation", () => {
    const human = { kind: 'resolve', coId: 'bot-1', by: 'ann', reason: 'called them' } as const;
    const as = (word: 'lost' | 'live' | 'filled', written = false) =>
      order(play([...LOST_SIGHT, { ...at(5), ...human, as: word, written }]));
    expect(as('lost')).toMatchObject({ state: 'UNKNOWN' });
    expect(as('lost', true)).toMatchObject({ state: 'LOST', evidence: ['HUMAN lost'] });
    expect(as('live')).toMatchObject({ state: 'WORKING', open: 100 });
    expect(as('filled')).toMatchObject({ state: 'FILLED', filled: 100 });
  });

  it("resolving as live or filled after a negative probe needs the venue's confirmation", () => {
    const human = { kind: 'resolve', coId: 'bot-1', by: 'ann', reason: 'called them' } as const;
    const as = (word: 'live' | 'filled', written = false) =>
      order(play([...LOST_SIGHT, probe(2), { ...at(5), ...human, as: word, written }])).state;
    expect([as('live'), as('filled')]).toEqual(['QUARANTINED', 'QUARANTINED']);
    expect([as('live', true), as('filled', true)]).toEqual(['WORKING', 'FILLED']);
  });

  it('with resubmitter on, the second submit of a coId resolves its unknown order', () => {
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
