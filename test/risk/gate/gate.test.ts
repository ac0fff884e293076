// The gate as a whole: stages, halts, pauses, escalations, and who may approve an order.
import { describe, expect, it } from 'vitest';
import type { Halt } from '../../../src/domain/events/index.js';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import type {
  Approved,
  CancelCommand,
  Command,
  PlaceCommand,
} from '../../../src/domain/orders/index.js';
import { type Pause, SymbolState } from '../../../src/risk/gate/index.js';
import { approveCancel, approvePlace } from '../../../src/risk/index.js';
import {
  ANY_RATE,
  BTC_USD,
  candidate,
  createGate,
  EUR_USD,
  listBroken,
  makeSetup,
  NOW,
  quote,
  USD_JPY,
} from '../candidate.js';

const usdJpy = quote(USD_JPY, 150_000, 150_010);
const inYen = (order = {}) => candidate({ symbol: usdJpy, priceTicks: 150_005, ...order });
const symbols = [quote(EUR_USD), usdJpy];
const gateOf = (limits: Readonly<Record<string, unknown>> = {}) =>
  createGate({ ...ANY_RATE, ...limits }, makeSetup({ symbols }));

function haltOf(scope: Halt['scope'], strategy: string, rule = 'RC52'): Halt {
  return { at: NOW, scope, strategy, rule, reason: 'HTTP 500' };
}

/** 2026-07-12T12:00:00Z, a Sunday, and that day's opening at 17:05 New York. */
const SUNDAY = NOW - 24 * 60 * MINUTE;
const OPENING = SUNDAY + (9 * 60 + 5) * MINUTE;

describe('pause until the market opens', () => {
  const pause: Pause = {
    ...{ scope: 'all' as const, until: 'open' as const },
    ...{ key: '', control: 'RC51', reason: 'closed', cause: '', since: SUNDAY, hitAt: SUNDAY },
  };
  const listAt = (limits: Readonly<Record<string, unknown>>, isLive: boolean) => {
    const gate = createGate(limits, makeSetup({ symbols, isLive }));
    gate.trading.pauses.add(pause);
    return [SUNDAY + MINUTE, OPENING - 1, OPENING].map(
      (at) => gate.trading.pauses.find(inYen({ at }))[0]?.control ?? '',
    );
  };

  it('lasts as long as FX hours state, in live and where the limits name them', () => {
    expect(listAt({}, true)).toEqual(['RC51', 'RC51', '']);
    expect(listAt({ RC70: { hours: 'fx' } }, false)).toEqual(['RC51', 'RC51', '']);
    const holidays = ['2026-07-13'];
    expect(listAt({ RC70: { hours: 'fx', holidays } }, false)).toEqual(['RC51', 'RC51', 'RC51']);
  });

  it('ends after 10 s where the market has no hours', () => {
    expect(listAt({}, false)).toEqual(['', '', '']);
    expect(listAt({ RC70: 'off' }, true)).toEqual(['', '', '']);
  });

  it('of an asset that trades at all times ends while FX is closed', () => {
    const asset = quote(BTC_USD, 6_000_000, 6_000_100);
    const setup = makeSetup({ symbols: [quote(EUR_USD), asset], isLive: true });
    const ofAsset: Pause = { ...pause, scope: 'symbol', key: 'BTC/USD' };
    const findWith = (assets: string) => {
      const gate = createGate({ RC70: { assets } }, setup);
      gate.trading.pauses.add(ofAsset);
      return gate.trading.pauses.find(candidate({ symbol: asset, at: SUNDAY + MINUTE }))[0];
    };
    expect(findWith('always')).toBeUndefined();
    expect(findWith('fx')?.control).toBe('RC51');
  });
});

describe('gate', () => {
  it('lets a proper order pass', () => {
    expect(listBroken(gateOf(), inYen())).toEqual([]);
  });

  it('reports every broken rule of a stage and checks no later stage', () => {
    const broken = { type: 'Stop' as const, expirySeconds: 5, currency: 'JPY', priceTicks: 1 };
    // price 1 tick would break RC14 of the market stage
    expect(listBroken(gateOf(), inYen(broken))).toEqual(['RC02', 'RC03', 'RC09']);
    const stale = quote(USD_JPY, 150_000, 150_010);
    stale.receivedAt = NOW - MINUTE;
    const both = inYen({ symbol: stale, priceTicks: 160_000, units: 100_000_000 });
    expect(listBroken(gateOf(), both)).toEqual(['RC16', 'RC14', 'RC15']);
  });

  it('checks market before exposure, and the order rate last', () => {
    const busy = createGate({}, makeSetup({ symbols, hasIdenticalOrder: () => true }));
    expect(listBroken(busy, inYen({ parentRest: 5 }))).toEqual(['RC36']);
    const alone = createGate({ RC36: 'off' }, makeSetup({ symbols }));
    expect(listBroken(alone, inYen({ parentRest: 5 }))).toEqual(['RC40']);
    const fast = createGate({ RC36: 'off' }, makeSetup({ symbols }));
    const runs = [1, 2, 3].map(() => listBroken(fast, inYen()));
    expect(runs).toEqual([[], [], ['RC33']]);
  });

  it('counts neither refused nor halted orders in the order rate', () => {
    const gate = createGate({ RC36: 'off' }, makeSetup({ symbols }));
    for (let i = 0; i < 9; i++)
      expect(listBroken(gate, inYen({ type: 'Market' }))).toEqual(['RC02']);
    gate.trading.halts.latch(haltOf('strategy', 'beta'));
    for (let i = 0; i < 9; i++) listBroken(gate, inYen({ strategy: 'beta' }));
    expect(listBroken(gate, inYen())).toEqual([]);
  });

  it('switches off the rules that the limits switch off', () => {
    const order = inYen({ type: 'Market', units: 100_001, priceTicks: 160_000 });
    expect(listBroken(gateOf(), order)).toEqual(['RC02']);
    expect(listBroken(gateOf({ RC02: 'off' }), order)).toEqual(['RC14', 'RC15']);
    expect(listBroken(gateOf({ RC02: 'off', RC14: 'off' }), order)).toEqual(['RC15']);
    const free = gateOf({ RC02: 'off', RC14: 'off', RC15: 'off' });
    expect(listBroken(free, order)).toEqual([]);
  });

  it('dry-runs some rules only, without counting an order', () => {
    const gate = createGate({}, makeSetup({ symbols }));
    const order = inYen({ type: 'Market', size: -1 });
    expect(gate.dryRun(order, new Set(['RC08'])).map(({ rule }) => rule)).toEqual(['RC08']);
    expect(gate.dryRun(order, new Set(['RC14']))).toEqual([]);
    for (let i = 0; i < 9; i++) gate.dryRun(inYen(), new Set(['RC33']));
    expect(listBroken(gate, inYen())).toEqual([]);
    gate.trading.halts.latch(haltOf('all', ''));
    expect(gate.dryRun(inYen(), new Set()).map(({ rule }) => rule)).toEqual(['RC69']);
  });

  it('describes a refusal with all figures that reproduce the decision', () => {
    const symbol = quote(EUR_USD);
    Object.assign(symbol, { position: 7, workingBuy: 8, workingSell: 9, venueAt: NOW - 5 });
    const order = candidate({ symbol, type: 'Market', intentId: 12 });
    const gate = gateOf();
    expect(gate.describe(order, gate.preTradeCheck(order)[0]!)).toEqual({
      at: NOW,
      intentId: 12,
      strategy: 'alpha',
      symbol: 'EUR/USD',
      rule: 'RC02',
      message: 'expected one of Limit/IOC Limit/GTT AtBest/FOK PQ/FOK, found Market/IOC',
      limit: 'Limit/IOC Limit/GTT AtBest/FOK PQ/FOK',
      value: 'Market/IOC',
      rate: { bidTicks: 110_000, offerTicks: 110_010, receiveAge: 0, venueAge: 5 },
      position: 7,
      workingBuy: 8,
      workingSell: 9,
      limitsVersion: 'v1',
    });
    const blind = candidate({ symbol: new SymbolState(EUR_USD) });
    expect(gate.describe(blind, gate.preTradeCheck(blind)[0]!).rate).toBeUndefined();
  });
});

describe('halt in the gate', () => {
  it('of everything refuses every order of every strategy by RC69 alone', () => {
    const gate = gateOf();
    expect(gate.trading.halts.latch(haltOf('all', ''))).toBe(true);
    for (const strategy of ['alpha', 'beta']) {
      expect(gate.preTradeCheck(inYen({ strategy, type: 'Market' }))).toEqual([
        {
          rule: 'RC69',
          limit: 'not halted',
          value: 'RC52',
          message: 'trading is halted by RC52: HTTP 500',
        },
      ]);
      expect(gate.trading.isHalted(strategy)).toBe(true);
    }
    expect(gate.trading.halt?.rule).toBe('RC52');
  });

  it('of a strategy refuses the orders of that strategy only', () => {
    const gate = gateOf();
    expect(gate.trading.halts.latch(haltOf('strategy', 'alpha'))).toBe(true);
    expect(listBroken(gate, inYen())).toEqual(['RC69']);
    expect(listBroken(gate, inYen({ strategy: 'beta' }))).toEqual([]);
    expect(gate.trading.halt).toBeUndefined();
    expect([gate.trading.isHalted('alpha'), gate.trading.isHalted('beta')]).toEqual([true, false]);
  });

  it('is kept as the first of its scope', () => {
    const gate = gateOf();
    expect(gate.trading.halts.latch(haltOf('strategy', 'alpha', 'RC08'))).toBe(true);
    expect(gate.trading.halts.latch(haltOf('strategy', 'alpha', 'RC40'))).toBe(false);
    expect(gate.preTradeCheck(inYen())[0]?.value).toBe('RC08');
    expect(gate.trading.halts.latch(haltOf('all', '', 'RC63'))).toBe(true);
    expect(gate.trading.halts.latch(haltOf('all', '', 'RC52'))).toBe(false);
    expect(gate.trading.halts.latch(haltOf('strategy', 'beta'))).toBe(false);
    expect(gate.trading.halt?.rule).toBe('RC63');
    expect(gate.preTradeCheck(inYen())[0]?.value).toBe('RC63');
  });
});

describe('pause in the gate', () => {
  const pause = {
    scope: 'symbol',
    key: 'USD/JPY',
    control: 'RC39',
    reason: 'a test',
    cause: 'x',
    since: NOW,
    hitAt: NOW,
    until: NOW + 30 * SECOND,
  } as const;

  it('refuses orders of its symbol until its end, and no others', () => {
    const gate = gateOf();
    gate.trading.pauses.add(pause);
    const at = NOW + 30 * SECOND - 1;
    const [refusal] = gate.preTradeCheck(inYen({ at }));
    expect(refusal).toMatchObject({ rule: 'RC39', limit: pause.until, value: at });
    expect(refusal?.message).toMatch(
      /^USD\/JPY is paused since 2026-\S+Z until 2026-\S+Z: a test$/,
    );
    const fresh = quote(USD_JPY, 150_000, 150_010);
    fresh.receivedAt = fresh.venueAt = NOW + 30 * SECOND;
    expect(listBroken(gate, inYen({ at: NOW + 30 * SECOND, symbol: fresh }))).toEqual([]);
    expect(listBroken(gate, candidate({ symbol: quote(EUR_USD) }))).toEqual([]);
  });

  it('is not reported beside a halt', () => {
    const gate = gateOf();
    gate.trading.pauses.add({ ...pause, scope: 'all', key: '', until: 'resume' });
    gate.trading.halts.latch(haltOf('all', ''));
    expect(listBroken(gate, inYen())).toEqual(['RC69']);
  });
});

describe('escalation of refusals', () => {
  /** What so many refusals in a row, so far apart, come to. */
  function repeat(order: object, times: number, gap: number, gate = gateOf()) {
    return Array.from({ length: times }, (_, i) => {
      const one = inYen({ ...order, at: NOW + i * gap });
      return gate.findEscalation(one, gate.preTradeCheck(one))?.rule;
    });
  }
  const limits = { RC01: { symbols: ['EUR/USD'] }, RC16: 'off' };

  it('halts at once where a rule says so', () => {
    expect(repeat({ size: Number.NaN }, 1, 0)).toEqual(['RC08']);
    expect(repeat({ parentRest: 1 }, 1, 0)).toEqual(['RC40']);
  });

  it.each([
    ['RC01', { symbol: usdJpy }, 3, 60],
    ['RC04', { units: 100_000_001 }, 3, 60],
    ['RC14', { priceTicks: 140_000 }, 5, 300],
  ])('%s halts at its nth refusal within its span', (rule, order, count, seconds) => {
    const gate = () => gateOf(rule === 'RC01' ? limits : { RC16: 'off' });
    const calm = Array.from({ length: count - 1 }, () => undefined);
    const within = Math.floor((seconds * SECOND - 1) / (count - 1));
    expect(repeat(order, count, within, gate())).toEqual([...calm, rule]);
    const slowly = repeat(order, count + 3, (seconds * SECOND) / (count - 1), gate());
    expect(slowly).toEqual([...calm, undefined, undefined, undefined, undefined]);
  });

  it('counts each strategy separately', () => {
    const gate = gateOf(limits);
    const order = (strategy: string) => inYen({ strategy });
    const escalate = (strategy: string) =>
      gate.findEscalation(order(strategy), gate.preTradeCheck(order(strategy)))?.rule;
    const found = ['a', 'b', 'a', 'b', 'a'].map(escalate);
    expect(found).toEqual([undefined, undefined, undefined, undefined, 'RC01']);
  });

  it('never follows from a rule that only refuses', () => {
    const halting = repeat({ type: 'Market' }, 100, 1);
    expect(halting.every((rule) => rule === undefined)).toBe(true);
  });
});

describe('approval', () => {
  it('marks the order with the gate’s limits', () => {
    const order = inYen({ intentId: 5, timeInForce: 'GTT' as const, expirySeconds: 60 });
    const decision = approvePlace(gateOf(), order, 'w1-0001-0000005-0abc');
    expect(decision).toEqual({
      approved: {
        kind: 'place',
        coId: 'w1-0001-0000005-0abc',
        intentId: 5,
        instrument: USD_JPY,
        side: 'Buy',
        type: 'Limit',
        timeInForce: 'GTT',
        units: 100_000,
        priceTicks: 150_005,
        expirySeconds: 60,
        attempt: 1,
        limitsVersion: 'v1',
        valueDate: '',
      },
    });
  });

  it('is not given to an order that breaks a rule', () => {
    const decision = approvePlace(gateOf(), inYen({ type: 'Market' }), 'w1');
    expect(decision).toMatchObject({ broken: [{ rule: 'RC02' }] });
    expect('approved' in decision).toBe(false);
  });

  it('is given to every cancel, also under a halt', () => {
    const cancel: CancelCommand = { kind: 'cancel', coId: 'w1', orderId: '', intentId: 5 };
    expect(approveCancel(cancel)).toEqual(cancel);
  });

  it('cannot be forged: the compiler refuses an unapproved command', () => {
    const send = (command: Approved<Command>) => command.coId;
    const place = { kind: 'place', coId: 'w1' } as PlaceCommand;
    // @ts-expect-error only what passed the gate may be sent
    expect(send(place)).toBe('w1');
  });
});
