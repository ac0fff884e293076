// Checks of `weir resume`, one by one: each alone fails the resume.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../src/domain/index.js';
import {
  type Check,
  type CheckInputs,
  checkResume,
  compareWithVenue,
  findAge,
  findExternalOrders,
  findWordsFault,
  listFailedChecks,
  pickHalts,
  toCauses,
  TRADING_CHECKS,
} from '../../src/control/checks.js';
import type { HaltRecord } from '../../src/state/index.js';

const HALT: HaltRecord = {
  ...{ id: '1-7', scope: 'all', strategy: '', symbol: '', cause: 'RC63', reason: 'a test' },
  ...{ evidence: 'seq 7', who: 'Ada', at: 0, wallAt: 1_000, monoAt: 0, epoch: 1 },
};
const ORDER = { coId: 'weir-1', state: 'UNKNOWN', strategy: 'twap', symbol: 'EUR/USD' } as const;
const SETTLED: CheckInputs = {
  ...{ halts: [HALT], haltedMs: 60_000, orders: [], positions: { difference: '' } },
  ...{ accepted: '', support: '', disk: '', strangers: '', packs: [] },
  ...{ dailyLoss: '', drawdown: '', login: '' },
};

function findFailed(change: Partial<CheckInputs>): readonly Check[] {
  return checkResume({ ...SETTLED, ...change }).filter(({ hasPassed }) => !hasPassed);
}

describe('checks of a halt', () => {
  it('pass once a minute is over, no order is unknown and positions agree', () => {
    expect(findFailed({})).toEqual([]);
  });

  it('require 60 s since the last halt', () => {
    expect(findFailed({ haltedMs: 59_999 })).toMatchObject([
      { name: 'cool-down of 60 s', found: '59 s since the last halt' },
    ]);
  });

  it.each(['SENDING', 'UNKNOWN', 'QUARANTINED', 'STATUS_UNKNOWN', 'ZOMBIE'] as const)(
    'require that no order is %s in the scope of the halt',
    (state) => {
      const orders = [{ ...ORDER, state }];
      const red = [{ found: `weir-1 ${state}` }];
      expect(findFailed({ orders })).toMatchObject(red);
      const of = (place: Partial<HaltRecord>) =>
        findFailed({ orders, halts: [{ ...HALT, ...place }] });
      expect(of({ scope: 'strategy', strategy: 'twap' })).toMatchObject(red);
      expect(of({ scope: 'strategy', strategy: 'other' })).toEqual([]);
      expect(of({ scope: 'symbol', symbol: 'EUR/USD' })).toMatchObject(red);
      expect(of({ scope: 'symbol', symbol: 'USD/JPY' })).toEqual([]);
    },
  );

  it('accept orders that are known to work or to have ended', () => {
    expect(findFailed({ orders: [{ ...ORDER, state: 'WORKING' }] })).toEqual([]);
  });

  it('require equal positions, or an operator who accepts exactly that difference', () => {
    const found = [{ symbol: 'EUR/USD', units: 700 }];
    const own = [{ symbol: 'EUR/USD', units: 500 }];
    const positions = compareWithVenue(found, own, [], { at: 0, instruments: [] });
    expect(positions.difference).toBe('EUR/USD: 5 by the journal, 7 at the venue');
    expect(positions.baseline).toEqual([{ symbol: 'EUR/USD', units: 200 }]);
    expect(findFailed({ positions })).toMatchObject([{ canAccept: true }]);
    expect(findFailed({ positions, accepted: positions.difference })).toEqual([]);
    expect(findFailed({ positions, accepted: 'another one' })).toHaveLength(1);
    // What could not be read is nobody's to accept.
    const unread = { difference: 'cannot be read' };
    expect(findFailed({ positions: unread, accepted: unread.difference })).toMatchObject([
      { canAccept: false },
    ]);
  });

  it.each([
    ['RC52', { support: '' }, { support: 'case 4711' }],
    ['RC59', { disk: 'the journal cannot be written: ENOSPC' }, { disk: '' }],
    ['RC48', { strangers: 'weir-9' }, { strangers: '' }],
    ['RC43', { dailyLoss: 'alpha lost 10.00 USD today, limit 10' }, { dailyLoss: '' }],
    ['RC44', { drawdown: '10.00 USD below the peak of all runs, limit 10' }, { drawdown: '' }],
    ['RC54', { login: 'HTTP 401' }, { login: '' }],
  ])('require what their cause %s requires, and no other cause does', (cause, red, green) => {
    const halts = [{ ...HALT, cause }];
    expect(findFailed({ halts, ...red })).toHaveLength(1);
    expect(findFailed({ halts, ...green })).toEqual([]);
    expect(findFailed(red)).toEqual([]);
  });
});

describe('checks before flatten', () => {
  it('ignore losses and the time since the halt, and nothing else', () => {
    const halts = ['RC43', 'RC44', 'RC54'].map((cause) => ({ ...HALT, cause }));
    const losses = { dailyLoss: 'alpha lost 10', drawdown: '10 below', haltedMs: 0 };
    const checks = checkResume({ ...SETTLED, halts, ...losses, login: 'HTTP 401' });
    expect(checks.filter(({ hasPassed }) => !hasPassed)).toHaveLength(4);
    expect(listFailedChecks(checks, TRADING_CHECKS)).toBe(
      'the venue answers under the login: HTTP 401',
    );
  });
});

describe('age of halts', () => {
  it('is that of the latest by the machine clock, or else by session time', () => {
    const now = { mono: 61 * SECOND, session: 100 * SECOND, speed: 10 };
    expect(findAge([HALT, { ...HALT, monoAt: 41 * SECOND }], now)).toBe(200_000);
    // The wall clock was set forward.
    expect(findAge([{ ...HALT, wallAt: 1, monoAt: 60 * SECOND }], now)).toBe(10_000);
    // The machine was started anew: it has run for 61 s.
    expect(findAge([{ ...HALT, monoAt: 3_600 * SECOND }], now)).toBe(610_000);
    expect(findAge([{ ...HALT, wallAt: 0, at: 30 * SECOND }], now)).toBe(70_000);
    expect(findAge([], now)).toBe(Infinity);
  });
});

describe('active orders', () => {
  it('are external if the journal does not know them and the login is not shared', () => {
    const active = ['weir-1', 'weir-2', 'desk-1'];
    const find = (areWelcome: boolean) =>
      findExternalOrders(active, ['weir-1'], { prefix: 'weir-', areWelcome });
    expect([find(false), find(true)]).toEqual(['weir-2 desk-1', 'weir-2']);
  });
});

describe('operator’s statement', () => {
  it('needs a reason of 15 characters and the typed cause code', () => {
    const reason = 'fifteen letters';
    expect(reason).toHaveLength(15);
    expect(findWordsFault([HALT], { reason, cause: ' RC63 ' })).toBeUndefined();
    expect(findWordsFault([HALT], { reason: reason.slice(1), cause: 'RC63' })).toContain('15');
    expect(findWordsFault([HALT], { reason, cause: 'RC52' })).toContain(
      'expected the typed cause code RC63',
    );
    expect(toCauses([{ ...HALT, cause: 'RC9' }, HALT, HALT])).toBe('RC63 RC9');
  });

  it('names the halts when there are several', () => {
    const other = { ...HALT, id: '1-8', cause: 'RC52' };
    expect(pickHalts([], [])).toBe('there is no halt to clear');
    expect(pickHalts([HALT], [])).toEqual([HALT]);
    expect(pickHalts([HALT, { ...HALT, id: '1-9' }], [])).toHaveLength(2);
    expect(pickHalts([HALT, other], [])).toBe(
      'the halts differ in cause or scope: name those to clear with --halt ID (1-7, 1-8)',
    );
    expect(pickHalts([HALT, other], ['1-8'])).toEqual([other]);
    expect(pickHalts([HALT, other], ['1-9'])).toContain('found 1-9');
  });
});
