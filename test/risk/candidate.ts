// Orders under examination, and rules and gates that examine them.
import { createBuiltInCalendars } from '../../src/domain/dates/index.js';
import {
  createInstrument,
  type Instant,
  type Instrument,
  SECOND,
  unwrap,
  UNLIMITED,
} from '../../src/domain/index.js';
import { toSign } from '../../src/domain/orders/index.js';
import {
  type ActionScope,
  Gate,
  NO_ACTIONS,
  type RuleActions,
  SymbolState,
  TradingState,
} from '../../src/risk/gate/index.js';
import {
  type Candidate,
  limitsSchema,
  type RiskRule,
  RULES,
  toLimits,
} from '../../src/risk/index.js';
import { AccountValues } from '../../src/risk/ledger/account-values.js';
import { Exposure } from '../../src/risk/ledger/exposure.js';
import { Ledger } from '../../src/risk/ledger/ledger.js';
import type { RuleSetup } from '../../src/risk/rule.js';

/** 2026-07-13T12:00:00Z. */
export const NOW: Instant = 1_783_944_000 * SECOND;
export const EUR_USD: Instrument = unwrap(createInstrument(0, 'EUR/USD'));
/** The account currency is its base: a position converts one to one. */
export const USD_JPY: Instrument = unwrap(createInstrument(1, 'USD/JPY'));
export const EUR_TRY: Instrument = unwrap(createInstrument(2, 'EUR/TRY'));
export const BTC_USD: Instrument = unwrap(
  createInstrument(3, 'BTC/USD', { ratePrecision: 2, sizeIncrement: 0.0001, minSize: 0.001 }),
);

/** A symbol with a fresh rate: 1.10000/1.10010 in EUR/USD unless told otherwise. */
export function quote(instrument: Instrument, bidTicks = 110_000, offerTicks = 110_010) {
  const state = new SymbolState(instrument);
  state.bidTicks = bidTicks;
  state.offerTicks = offerTicks;
  state.bidUnits = UNLIMITED;
  state.offerUnits = UNLIMITED;
  state.venueAt = NOW;
  state.receivedAt = NOW;
  state.rateCount = 3;
  return state;
}

/** Buys 1,000 EUR/USD at 1.10005 by IOC; size and price follow units and ticks where they fit. */
export function candidate(order: Partial<Candidate> = {}): Candidate {
  const symbol = order.symbol ?? quote(EUR_USD);
  const { instrument } = symbol;
  const { units = 100_000, priceTicks = 110_005, side = 'Buy' } = order;
  return {
    at: NOW,
    intentId: 1,
    coId: 'w1-0001-0000001-0001',
    valueDate: '',
    strategy: 'alpha',
    symbol,
    side,
    sign: toSign(side),
    type: 'Limit',
    timeInForce: 'IOC',
    currency: instrument.base,
    size: units / Number(`1e${String(instrument.baseDecimals)}`),
    price: priceTicks / Number(`1e${String(instrument.ratePrecision)}`),
    units,
    priceTicks,
    expirySeconds: 0,
    stopTicks: 0,
    parentRest: Infinity,
    ...order,
  };
}

export function makeSetup(setup: Partial<RuleSetup> = {}): RuleSetup {
  const { symbols = [], accountCurrency = 'USD' } = setup;
  const money = new AccountValues(symbols, accountCurrency);
  return {
    symbols,
    accountCurrency,
    seesEveryRate: false,
    pollInterval: SECOND,
    isLive: false,
    positionLimits: { G10: 10_000_000, EM: 1_000_000, DA: 250_000 },
    priceBands: { G10: 50, EM: 100, DA: 300 },
    calendars: createBuiltInCalendars(),
    ledger: new Ledger(symbols, money),
    money,
    exposure: new Exposure(symbols, money),
    act: NO_ACTIONS,
    sharesLogin: false,
    coIdPrefix: 'w1-',
    checkedAt: (decidedAt) => decidedAt,
    medianGap: () => 0,
    hasIdenticalOrder: () => false,
    listHalts: () => [],
    listOrders: () => [],
    listHolders: () => [],
    lastIntentId: () => 0,
    ...setup,
  };
}

/** Actions that are only written down: what was done, by which rule, to what. */
export function recordActions() {
  const messages: string[] = [];
  const notify = (kind: string, { strategy = '', symbol = '' }: ActionScope, text = '') => {
    const scope = [strategy, symbol].filter((part) => part !== '').join(' ');
    messages.push(`${kind} ${scope === '' ? 'all' : scope}${text === '' ? '' : `: ${text}`}`);
  };
  const act: RuleActions = {
    ...NO_ACTIONS,
    alert: (level, _, scope, text) => {
      notify(level, scope, text);
    },
    pause: (_, scope, reason, until) => {
      const end = typeof until === 'number' ? `${String((until - NOW) / SECOND)} s` : until;
      notify('pause', scope, `${reason} until ${end}`);
    },
    mute: (_, strategy, reason, until) => {
      act.pause('', { strategy }, reason, until);
    },
    resolve: (_, scope) => {
      notify('resolve', scope);
    },
    halt: (_, scope, reason) => {
      notify('halt', scope, typeof reason === 'string' ? reason : reason());
    },
    cancel: (scope) => {
      notify('cancel', scope);
    },
    throttle: (_, share) => {
      notify(`throttle ${String(share)}`, {});
    },
    reread: (_, symbol) => {
      notify('reread', { symbol });
    },
  };
  return { act, told: (): readonly string[] => messages.splice(0) };
}

export function findRule(id: string): RiskRule {
  const rules: readonly RiskRule[] = RULES;
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) throw new RangeError(`no rule ${id}`);
  return rule;
}

/**
 * A rule ready to check candidates; its defaults where `params` say nothing. `check` gives what
 * refuses, `examine` what only alerts too.
 */
export function createRule(id: string, params: unknown = {}, setup: Partial<RuleSetup> = {}) {
  const rule = findRule(id);
  const made = rule.create(rule.params.parse(params), makeSetup(setup));
  const examine = (one: Candidate) => made.check?.(one);
  const check = (one: Candidate) => {
    const breach = examine(one);
    return breach?.isAlertOnly === true ? undefined : breach;
  };
  return { ...made, check, examine };
}

/** A gate with the default limits, or those given on top of them. */
export function createGate(limits: Readonly<Record<string, unknown>> = {}, setup = makeSetup()) {
  const own = toLimits(limitsSchema.parse(limits));
  const trading = new TradingState(own, setup);
  return new Gate(own, { ...setup, trading, limitsVersion: 'v1' });
}

/** Rules that a candidate breaks at a gate, in their order. */
export function listBroken(gate: Gate, order: Candidate): readonly string[] {
  return gate.preTradeCheck(order).map(({ rule }) => rule);
}

/** Limits that let any rate of orders pass. */
export const ANY_RATE = {
  RC33: {
    strategyPerSecond: 100_000,
    strategyPerMinute: 100_000,
    allPerSecond: 100_000,
    allPerMinute: 100_000,
  },
};

/** A rule over EUR/USD, or other symbols, and what it does. */
export function watch(id: string, params: unknown = {}, symbols = [quote(EUR_USD)], more = {}) {
  const { act, told } = recordActions();
  const rule = createRule(id, params, { symbols, act, ...more });
  const [symbol] = symbols;
  if (symbol === undefined) throw new RangeError('no symbol');
  return {
    ...rule,
    symbol,
    told,
    /** A rate of the first symbol so long after NOW; what it set off. */
    rate: (after: number, bidTicks: number, offerTicks: number): readonly string[] => {
      symbol.update(NOW + after, bidTicks, offerTicks, 0, 0, NOW + after);
      rule.onRate?.(symbol, NOW + after);
      return told();
    },
    tick: (after: number): readonly string[] => {
      rule.onTick?.(NOW + after);
      return told();
    },
  };
}
