// The limits file: defaults, what may be switched off, and the inventory of rules.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  defaultLimits,
  limitsSchema,
  listControlsOff,
  listTradable,
  type RiskRule,
  RULES,
  toLimits,
} from '../../src/risk/index.js';
import { LIMITABLE_CONTROLS } from '../../src/risk/limitable-controls.js';
import type { LimitableControl } from '../../src/risk/rule.js';

const rules: readonly RiskRule[] = RULES;
/** Ids of the controls of the specification. */
const SPECIFIED = readFileSync(new URL('../fixtures/controls.json', import.meta.url), 'utf8');
const FIXED = ['RC03', 'RC08', 'RC09', 'RC13', 'RC40', 'RC46', 'RC47', 'RC49'];
const isOpen = (rule: LimitableControl) => rule.live !== 'F' && rule.liveOnly !== true;

/** As the table of controls states them. */
const DEFAULTS = {
  RC01: { restricted: [] },
  RC02: {
    allowed: ['Limit/IOC', 'Limit/GTT', 'AtBest/FOK', 'PQ/FOK'],
    ...{ accounts: [], customParameters: [], onBehalf: [] },
  },
  RC03: {},
  RC04: { G10: 1_000_000, EM: 500_000, DA: 1_000_000 },
  RC05: { hard: 2_000_000, soft: 1_000_000 },
  RC06: {},
  RC07: {},
  RC08: {},
  RC09: {},
  RC10: { timesMedian: 5, timesTop: 3, softTimes: 2 },
  RC11: {},
  RC12: { maxSeconds: 3_600 },
  RC13: {},
  RC14: { G10: 50, EM: 100, DA: 300, soft: { G10: 20, EM: 50, DA: 150 } },
  RC15: { G10: 5, EM: 15, DA: 30, atBest: 'send' },
  RC16: {
    receiveSeconds: 3,
    venueSeconds: { G10: 30, EM: 60, DA: 30 },
    pauseTimes: 10,
    cancelTimes: 40,
    quoteLifeSeconds: 0.25,
  },
  RC17: { G10: 60, EM: 300, DA: 300, activeFrom: 6, activeTo: 20 },
  RC18: { pauseSeconds: 10 },
  RC19: { G10: 10, EM: 60, DA: 100, timesMedian: 5, pauseSeconds: 60 },
  RC20: {
    confirm: { G10: 1, EM: 2, DA: 5 },
    halt: { G10: 3, EM: 5, DA: 15 },
    confirmations: 3,
  },
  RC21: { distance: { G10: 100, EM: 200, DA: 600 }, oldest: 120, bands: {} },
  RC22: { seconds: 60 },
  RC23: { G10: 10_000_000, EM: 1_000_000, DA: 250_000 },
  RC24: { hard: 10_000_000, EM: 2_000_000 },
  RC25: { hard: 20_000_000 },
  RC26: { hard: 10_000_000 },
  RC27: { symbol: 10, strategy: 25, all: 50 },
  RC28: { hard: 5_000_000 },
  RC29: { hard: 100_000_000, softShare: 0.5 },
  RC30: { static: 25_000_000, source: 'static', bufferPercent: 2, oldest: 60 },
  RC32: { percent: 60 },
  RC33: {
    strategyPerSecond: 2,
    strategyPerMinute: 30,
    allPerSecond: 5,
    allPerMinute: 40,
    refusedPerMinute: 300,
  },
  RC35: { within10Minutes: 20, perRun: 100 },
  RC36: { windowMs: 1_000 },
  RC37: {},
  RC38: { ratio: 20, leastOrders: 100, share: 0.5 },
  RC40: {},
  RC43: { strategy: 5_000, all: 10_000, softShare: 0.5 },
  RC44: { equity: 1_000_000, runPercent: 1.5, lifetimePercent: 5 },
  RC45: {
    single: { G10: 10, EM: 30, DA: 75 },
    mean: { G10: 3, EM: 10, DA: 25 },
    softShare: 0.5,
  },
  RC46: { collar: { G10: 50, EM: 100, DA: 300 } },
  RC47: {},
  RC48: {},
  RC49: { large: 100_000, confirmIntervals: 2, explainedSeconds: 300 },
  RC50: {},
  RC53: {},
  RC55: { softSeconds: 2, signedSeconds: 10, plainSeconds: 30 },
  RC56: { orderIntervals: 3, positionSeconds: 120 },
  RC57: { slowMs: 2_000, forSeconds: 60, timeoutPercent: 5, holdSeconds: 60 },
  RC58: { softMs: 250, pauseMs: 1_000, haltMs: 5_000, heapPercent: 80 },
  RC67: {},
  RC70: { assets: 'fx', holidays: [] },
};

describe('limits', () => {
  it('are complete without a file', () => {
    const { rules: found, ...rest } = defaultLimits();
    expect(rest).toEqual({ accountCurrency: 'USD', feePerMillion: 0 });
    const others = LIMITABLE_CONTROLS.filter(({ id, liveOnly }) => !(id in DEFAULTS) && !liveOnly);
    const more = others.map(({ id, params }) => [id, params.parse({})] as const);
    expect(found).toEqual({ ...DEFAULTS, ...Object.fromEntries(more) });
  });

  it('keep the defaults of parameters that a rule leaves out', () => {
    const limits = toLimits(limitsSchema.parse({ accountCurrency: 'EUR', RC04: { EM: 7 } }));
    expect(limits.accountCurrency).toBe('EUR');
    expect(limits.rules['RC04']).toEqual({ G10: 1_000_000, EM: 7, DA: 1_000_000 });
    expect(limits.rules['RC14']).toEqual(DEFAULTS.RC14);
  });

  it('default the daily turnover to 50 times the largest order', () => {
    const resolve = (file: object) => toLimits(limitsSchema.parse(file)).rules['RC29'];
    expect(resolve({ RC05: { hard: 10_000 } })).toEqual({ hard: 500_000, softShare: 0.5 });
    expect(resolve({ RC05: 'off' })).toEqual(DEFAULTS.RC29);
    const RC29 = { hard: 7, softShare: 0.1 };
    expect(resolve({ RC05: { hard: 10_000 }, RC29 })).toEqual(RC29);
    expect(resolve({ RC05: { hard: 10_000 }, RC29: 'off' })).toBe('off');
  });

  it.each(LIMITABLE_CONTROLS.filter(isOpen).map((rule) => rule.id))('can be off: %s', (id) => {
    const limits = toLimits(limitsSchema.parse({ [id]: 'off' }));
    expect(limits.rules[id]).toBe('off');
    expect(listControlsOff(limits)).toEqual([id]);
  });

  it('allow each strategy the symbols of its RC01 list', () => {
    const all = ['EUR/USD', 'USD/JPY'];
    const list = (RC01: unknown) =>
      listTradable(toLimits(limitsSchema.parse({ RC01 })).rules['RC01'], 'alpha', all);
    expect(listTradable(undefined, 'alpha', all)).toEqual(all);
    expect([list('off'), list({}), list({ strategies: { beta: [] } })]).toEqual([all, all, all]);
    expect(list({ symbols: ['USD/JPY'] })).toEqual(['USD/JPY']);
    expect(list({ strategies: { alpha: ['EUR/USD'] } })).toEqual(['EUR/USD']);
    expect(list({ symbols: all, restricted: ['EUR/USD'] })).toEqual(['USD/JPY']);
  });

  it('cannot be off where they are fixed', () => {
    expect(rules.filter(({ live }) => live === 'F').map((rule) => rule.id)).toEqual(
      expect.arrayContaining(FIXED),
    );
    for (const id of FIXED) expect(limitsSchema.safeParse({ [id]: 'off' }).success).toBe(false);
    expect(listControlsOff(defaultLimits())).toEqual([]);
  });

  it.each([
    { RC99: {} },
    { accountCurrency: 'usd' },
    { RC04: { G10: 0 } },
    { RC04: { G20: 5 } },
    { RC04: 'unlimited' },
    { RC05: { hard: -1 } },
    { RC12: { maxSeconds: 0 } },
    { RC16: { receiveSeconds: 0 } },
    { RC17: { activeFrom: 20, activeTo: 6 } },
    { RC33: { allPerSecond: 1.5 } },
    { RC36: { windowMs: -1 } },
    { RC40: { limit: 5 } },
  ])('refuse %o', (limits) => {
    expect(limitsSchema.safeParse(limits).success).toBe(false);
  });
});

describe('inventory of rules', () => {
  it('has every rule once, with its texts', () => {
    const ids = rules.map((rule) => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, summary } of rules) {
      expect(id).toMatch(/^RC\d\d$/);
      expect(summary).toMatch(/^[A-Z][^.]+$/);
    }
  });

  it('states which rules halt, and after how many refusals', () => {
    const halting = rules.flatMap(({ id, escalation }) =>
      escalation === undefined
        ? []
        : [[id, escalation.scope, escalation.refusals, escalation.within / 1_000_000]],
    );
    // docs/risk-and-stop-rules.md has also those of later rules; test/docs compares it.
    const specified = halting.filter(([id]) => SPECIFIED.includes(String(id)));
    expect(specified).toEqual([
      ['RC01', 'strategy', 3, 60],
      ['RC08', 'strategy', 1, expect.any(Number)],
      ['RC04', 'strategy', 3, 60],
      ['RC14', 'strategy', 5, 300],
      ['RC40', 'strategy', 1, expect.any(Number)],
      ['RC29', 'strategy', 1, expect.any(Number)],
      ['RC13', 'all', 1, expect.any(Number)],
    ]);
  });
});
