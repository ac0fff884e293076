// Pauses: which orders they refuse, what ends them, and which outlive the process.
import { describe, expect, it } from 'vitest';
import { type Instant, SECOND } from '../../../src/domain/index.js';
import { describePause, type Pause } from '../../../src/risk/gate/index.js';
import { Pauses } from '../../../src/risk/gate/pauses.js';
import type { Candidate } from '../../../src/risk/index.js';
import { candidate, EUR_USD, NOW, quote, USD_JPY } from '../candidate.js';

const PAUSE: Pause = {
  scope: 'symbol',
  key: 'EUR/USD',
  control: 'RC39',
  reason: 'a drill',
  cause: 'order c1',
  since: NOW,
  hitAt: NOW,
  until: NOW + 60 * SECOND,
};

/** Pauses over two symbols, the market open from `opensAt`; `isIn` asks for an order. */
function create(opensAt: Instant = 0) {
  const symbols = [quote(EUR_USD), quote(USD_JPY, 150_000, 150_010)];
  const isOpen = (at: Instant) => at >= opensAt;
  const pauses = new Pauses({ symbols, freshFor: 3 * SECOND, isOpen });
  const isIn = (order: Partial<Candidate> = {}, seconds = 0) =>
    pauses.find(candidate({ at: NOW + seconds * SECOND, ...order })).length > 0;
  return { symbols, pauses, isIn };
}

const OTHER = { symbol: quote(USD_JPY, 150_000, 150_010) };

it('pause until resume refuses an order that was approved before it', () => {
  const { pauses } = create();
  pauses.add(PAUSE);
  expect(pauses.stopsApproved('alpha', 'EUR/USD')).toBe(false);
  pauses.add({ ...PAUSE, until: 'resume' });
  expect(pauses.stopsApproved('alpha', 'EUR/USD')).toBe(true);
  expect(pauses.stopsApproved('alpha', 'USD/JPY')).toBe(false);
  pauses.add({ ...PAUSE, scope: 'strategy', key: 'beta', until: 'resume' });
  expect(pauses.stopsApproved('beta', 'USD/JPY')).toBe(true);
  expect(pauses.stopsApproved('alpha', 'USD/JPY')).toBe(false);
  pauses.add({ ...PAUSE, scope: 'all', key: '', until: 'resume' });
  expect(pauses.stopsApproved('alpha', 'USD/JPY')).toBe(true);
});

describe('pause', () => {
  it('refuses orders of its symbol, type, strategy or of all', () => {
    const cases: readonly (readonly [Pause['scope'], string, boolean, Partial<Candidate>])[] = [
      ['symbol', 'EUR/USD', true, {}],
      ['symbol', 'EUR/USD', false, OTHER],
      ['type', 'Limit/IOC', true, OTHER],
      ['type', 'Limit/IOC', false, { timeInForce: 'GTC' }],
      ['strategy', 'alpha', true, OTHER],
      ['strategy', 'alpha', false, { strategy: 'beta' }],
      ['all', '', true, { strategy: 'beta', ...OTHER }],
    ];
    for (const [scope, key, expected, order] of cases) {
      const { pauses, isIn } = create();
      pauses.add({ ...PAUSE, scope, key });
      expect(isIn(order), `${scope} ${key}`).toBe(expected);
    }
  });

  it('with a time ends at that time; a second one lengthens it and never shortens it', () => {
    const { pauses, isIn } = create();
    pauses.add(PAUSE);
    pauses.add({ ...PAUSE, hitAt: NOW + SECOND, until: NOW + 10 * SECOND });
    expect(pauses.count).toBe(1);
    expect([isIn({}, 59), isIn({}, 60)]).toEqual([true, false]);
    expect(pauses.count).toBe(0);
  });

  it('until resolved ends with its own cause only', () => {
    const { pauses, isIn } = create();
    pauses.add({ ...PAUSE, until: 'resolved' });
    pauses.resolve('order c2', NOW);
    expect(isIn({}, 100_000)).toBe(true);
    pauses.resolve('order c1', NOW);
    expect(isIn()).toBe(false);
  });

  it('by a condition ends 10 s after the condition ended, unless it returns', () => {
    const { pauses, isIn } = create();
    const held = { ...PAUSE, until: 'resolved', isHeld: true } as const;
    pauses.add(held);
    const at = (seconds: number) => NOW + seconds * SECOND;
    pauses.resolve('order c1', at(5));
    pauses.resolve('order c1', at(9)); // gone since 5 s
    expect(describePause(pauses.list()[0]!)).toContain('until 2026-07-13T12:00:15.000Z');
    expect(isIn({}, 14.999)).toBe(true);
    expect(pauses.recur('order c2', at(14))).toBe(false);
    expect(pauses.recur('order c1', at(14.999))).toBe(true);
    expect(describePause(pauses.list()[0]!)).toContain('until its cause is over');
    expect(isIn({}, 100)).toBe(true);
    pauses.resolve('order c1', at(101));
    pauses.add({ ...held, hitAt: at(102) }); // paused again
    expect([isIn({}, 200), pauses.count]).toEqual([true, 1]);
    pauses.resolve('order c1', at(200));
    expect(pauses.recur('order c1', at(210))).toBe(false);
    expect(isIn({}, 210)).toBe(false);
  });

  it('by a condition is kept over a restart, for 10 s from the first check', () => {
    const before = create().pauses;
    before.add({ ...PAUSE, until: 'resolved', isHeld: true });
    before.add({ ...PAUSE, cause: 'order c2', until: 'resolved' });
    before.add({ ...PAUSE, cause: 'order c3', until: 'resolved', isHeld: true });
    before.resolve('order c3', NOW - 10 * SECOND);
    const durable = before.listDurable(NOW);
    expect(durable.map(({ cause }) => cause)).toEqual(['order c1']);
    const { pauses, isIn } = create();
    pauses.restore(durable);
    // Orders alone date nothing: a fold has none.
    expect([isIn({}, 1_000), isIn({}, 2_000)]).toEqual([true, true]);
    pauses.dropOver(NOW + 2_001 * SECOND);
    pauses.dropOver(NOW + 2_002 * SECOND);
    expect([2_010.999, 2_011].map((seconds) => isIn({}, seconds))).toEqual([true, false]);
  });

  it('by a condition that returned in this run ends by its own time', () => {
    const held = { ...PAUSE, until: 'resolved', isHeld: true } as const;
    const { pauses, isIn } = create();
    pauses.restore([{ ...held, goneAt: NOW - SECOND }]);
    pauses.add({ ...held, hitAt: NOW + SECOND });
    pauses.dropOver(NOW + 2 * SECOND);
    expect(isIn({}, 100_000)).toBe(true);
  });

  it('until fresh ends 10 s after its cause when a newer rate is fresh', () => {
    const { symbols, pauses, isIn } = create();
    const [eurUsd] = symbols;
    pauses.add({ ...PAUSE, until: 'fresh' });
    expect(isIn({}, 20)).toBe(true); // no rate since
    eurUsd!.receivedAt = NOW + 8 * SECOND;
    expect(isIn({}, 9)).toBe(true); // held too short
    expect(isIn({}, 12)).toBe(true); // 4 s old
    eurUsd!.receivedAt = NOW + 10 * SECOND;
    expect(isIn({}, 12)).toBe(false);
  });

  it('of all until fresh waits for every symbol that has rates', () => {
    const { symbols, pauses, isIn } = create();
    const [eurUsd, usdJpy] = symbols;
    pauses.add({ ...PAUSE, scope: 'all', key: '', until: 'fresh' });
    eurUsd!.receivedAt = NOW + 11 * SECOND;
    expect(isIn({}, 12)).toBe(true);
    usdJpy!.rateCount = 0;
    expect(isIn({}, 12)).toBe(false);
  });

  it('until listed ends when reference data names its symbol', () => {
    const { pauses, isIn } = create();
    pauses.add({ ...PAUSE, until: 'listed' });
    pauses.listed('USD/JPY');
    expect(isIn()).toBe(true);
    pauses.listed('EUR/USD');
    expect(isIn()).toBe(false);
  });

  it('until open ends with the calendar, at the earliest 10 s after its cause', () => {
    const late = create(NOW + 30 * SECOND);
    late.pauses.add({ ...PAUSE, until: 'open' });
    expect([late.isIn({}, 29), late.isIn({}, 30)]).toEqual([true, false]);
    const open = create();
    open.pauses.add({ ...PAUSE, until: 'open' });
    expect([open.isIn({}, 9), open.isIn({}, 10)]).toEqual([true, false]);
  });

  it('with a time is kept over a restart until that time', () => {
    const { pauses } = create();
    pauses.add(PAUSE);
    const listAt = (seconds: number) => pauses.listDurable(NOW + seconds * SECOND);
    expect([listAt(0), listAt(59.999), listAt(60)]).toEqual([[PAUSE], [PAUSE], []]);
  });

  it('is listed while it refuses orders, whatever ends it', () => {
    const { pauses } = create();
    const unknown = { ...PAUSE, cause: 'order c2', until: 'resolved' } as const;
    pauses.add(PAUSE);
    pauses.add(unknown);
    const listAt = (seconds: number) => pauses.listInForce(NOW + seconds * SECOND);
    expect([listAt(59.999), listAt(60)]).toEqual([[PAUSE, unknown], [unknown]]);
    expect(pauses.listDurable(NOW)).toEqual([PAUSE]);
    pauses.resolve('order c2', NOW);
    expect(listAt(0)).toEqual([PAUSE]);
  });

  it('until restart or resume outlasts all others; the operator ends only the latter', () => {
    const { pauses, isIn } = create();
    pauses.add({ ...PAUSE, scope: 'type', key: 'Limit/IOC', until: 'restart' });
    pauses.add({ ...PAUSE, until: 'resume' });
    pauses.resolve('order c1', NOW);
    pauses.listed('EUR/USD');
    expect(pauses.listDurable(NOW)).toEqual([{ ...PAUSE, until: 'resume' }]);
    pauses.resume('symbol', 'USD/JPY');
    expect(pauses.listDurable(NOW)).toHaveLength(1);
    pauses.resume('symbol', 'EUR/USD');
    expect(pauses.listDurable(NOW)).toEqual([]);
    expect(isIn({}, 100_000)).toBe(true);
    expect(isIn({ timeInForce: 'GTC' })).toBe(false);
  });

  it('beyond the thousandth pauses everything until resume', () => {
    const { pauses, isIn } = create();
    for (let i = 0; i < 1_000; i++) pauses.add({ ...PAUSE, cause: `order c${String(i)}` });
    expect([pauses.count, isIn(OTHER)]).toEqual([1_000, false]);
    pauses.add({ ...PAUSE, cause: 'one more' });
    expect([pauses.count, isIn(OTHER)]).toEqual([1_000, true]);
    const late = pauses.listDurable(NOW + 60 * SECOND);
    expect(late).toMatchObject([{ scope: 'all', key: '', until: 'resume' }]);
    expect(late[0]?.reason).toBe('more than 1000 pauses, the last: a drill');
    expect(pauses.find(candidate())[0]?.cause).toBe('order c1');
  });

  it('is skipped for orders that request another control only', () => {
    const { pauses } = create();
    pauses.add(PAUSE);
    expect(pauses.find(candidate(), 'RC51')).toEqual([PAUSE]);
    expect(pauses.find(candidate(), 'RC39')).toEqual([]);
  });

  it('is found beside pauses of other controls, once for each control', () => {
    const { pauses } = create();
    const all = { scope: 'all', key: '' } as const;
    pauses.add(PAUSE);
    pauses.add({ ...PAUSE, cause: 'order c2' });
    pauses.add({ ...PAUSE, ...all, control: 'RC53' });
    pauses.add({ ...PAUSE, key: 'USD/JPY', control: 'RC51' });
    expect(pauses.find(candidate()).map(({ control }) => control)).toEqual(['RC39', 'RC53']);
    expect(pauses.find(candidate(OTHER)).map(({ control }) => control)).toEqual(['RC53', 'RC51']);
  });

  it('is dropped at its time and not before', () => {
    const { pauses } = create();
    pauses.add(PAUSE);
    const counts = [59.999, 60].map((seconds) => {
      pauses.dropOver(NOW + seconds * SECOND);
      return [pauses.count, pauses.list().length];
    });
    expect(counts).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  it('that comes again keeps its start and takes the later end', () => {
    for (const [seconds, end] of [
      [50, 60],
      [70, 70],
    ] as const) {
      const { pauses } = create();
      pauses.add(PAUSE);
      const at = NOW + 5 * SECOND;
      const again = { reason: 'again', since: at, hitAt: at, until: NOW + seconds * SECOND };
      pauses.add({ ...PAUSE, ...again });
      const until = NOW + end * SECOND;
      expect(pauses.list()).toEqual([{ ...PAUSE, reason: 'again', hitAt: at, until }]);
    }
  });

  it.each([
    { scope: 'strategy' },
    { key: 'USD/JPY' },
    { control: 'RC51' },
    { cause: 'order c2' },
    { until: 'resume' },
  ] as const)('is a separate one with %j', (other) => {
    const { pauses } = create();
    pauses.add(PAUSE);
    pauses.add({ ...PAUSE, ...other });
    expect(pauses.count).toBe(2);
  });

  it('with the ending condition of another is a separate one', () => {
    const { pauses } = create();
    for (const until of ['fresh', 'open', 'resume', 'fresh'] as const) {
      pauses.add({ ...PAUSE, until });
    }
    expect(pauses.list().map(({ until }) => until)).toEqual(['fresh', 'open', 'resume']);
  });

  it('is ended by an operator only where it waits for resume, in any scope', () => {
    const { pauses } = create();
    pauses.add({ ...PAUSE, until: 'resume' });
    pauses.add({ ...PAUSE, scope: 'all', key: '', until: 'resume' });
    pauses.add({ ...PAUSE, until: 'restart' });
    pauses.resume('all');
    expect(pauses.list().map(({ scope, until }) => `${scope} ${String(until)}`)).toEqual([
      'symbol resume',
      'symbol restart',
    ]);
    pauses.resume();
    expect(pauses.list().map(({ until }) => until)).toEqual(['restart']);
  });

  it('of all ends when any symbol is listed, one of a symbol with that symbol', () => {
    const { pauses } = create();
    pauses.add({ ...PAUSE, scope: 'all', key: '', until: 'listed' });
    pauses.add({ ...PAUSE, until: 'listed' });
    pauses.add({ ...PAUSE, until: 'fresh' });
    pauses.listed('USD/JPY');
    expect(pauses.list().map(({ scope, until }) => `${scope} ${String(until)}`)).toEqual([
      'symbol listed',
      'symbol fresh',
    ]);
  });

  it('message names scope, start, end and reason', () => {
    const since = '2026-07-13T12:00:00.000Z';
    expect(describePause(PAUSE)).toBe(
      `EUR/USD is paused since ${since} until 2026-07-13T12:01:00.000Z: a drill`,
    );
    expect(describePause({ ...PAUSE, scope: 'all', key: '', until: 'resume' })).toBe(
      `trading is paused since ${since} until an operator resumes (weir resume): a drill`,
    );
  });
});
