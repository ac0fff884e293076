// Checks before halts are cleared: the venue is read, the journal's disk is tested.
import { beforeEach, describe, expect, it } from 'vitest';
import { checkHalts, type CheckingBot } from '../../src/control/check-halts.js';
import type { SessionState } from '../../src/control/session-state.js';
import { ok, type Result } from '../../src/domain/index.js';
import { defaultLimits, type Limits } from '../../src/risk/index.js';
import type { LedgerSnapshot } from '../../src/risk/ledger/snapshot.js';
import type { HaltRecord, StateDirectory } from '../../src/state/index.js';
import { MemoryDisk, systemError } from '../journal/memory-disk.js';

const HALT: HaltRecord = {
  ...{ id: '1-7', scope: 'all', strategy: '', symbol: '', cause: 'RC63', reason: 'a test' },
  ...{ evidence: 'seq 7', who: 'Ada', at: 0, wallAt: 1_000, monoAt: 0, epoch: 1 },
};
const STATE = {
  ...{ dir: '/state', control: '/state/control', journal: '/state/journal' },
  identity: { environment: 'paper', baseUrl: 'http://127.0.0.1:1', login: 'bot@acme' },
} as unknown as StateDirectory;
const NOTHING = { value: 0, fees: 0, dayBase: 0, peakRun: 0, peakLife: 0 };
const LEDGER: LedgerSnapshot = {
  ...{ dayEndsAt: 1, turnover: 0, all: NOTHING, strategies: [], books: [] },
};
const SESSION = {
  inspect: () => ({
    snapshot: {
      orders: [{ coId: 'weir-1', state: 'WORKING', strategy: 'twap', symbol: 'EUR/USD' }],
      positions: [{ strategy: 'twap', symbol: 'EUR/USD', units: 500 }],
    } as unknown as SessionState['snapshot'],
  }),
};
/** All lost 12,000 USD today, 60,000 since the peak; alpha 6,000, beta a cent less than 5,000. */
const LOST = { value: -600_000, fees: 0, dayBase: 0, peakRun: 0, peakLife: 5_400_000 };
const LOSING: LedgerSnapshot = {
  ...LEDGER,
  all: { ...LOST, value: -1_200_000, peakLife: 4_800_000 },
  strategies: [
    { ...LOST, strategy: 'alpha' },
    { ...LOST, strategy: 'beta', value: -499_999 },
  ],
};

let disk: MemoryDisk;
let asked: string[];
beforeEach(() => {
  disk = new MemoryDisk();
  disk.createDirectory(STATE.journal);
  asked = [];
});

function makeBot(active: readonly string[], units = 700): CheckingBot {
  const never = () => ({ cancel: () => undefined });
  const clock = {
    wallMillis: () => 31_000,
    monoMicros: () => 30_000_000,
    setTimer: (_: number, action: () => void) => {
      action();
      return { cancel: () => undefined };
    },
    at: never,
  };
  return {
    ports: { disk, clock },
    clock: { now: () => 0, speed: 2 },
    bot: { state: STATE },
    gateway: {
      readPositions: () => {
        asked.push('positions');
        return Promise.resolve({
          class: 'data',
          status: 200,
          value: [{ symbol: 'EUR/USD', units }],
        });
      },
      listActive: () => {
        asked.push('orders');
        return Promise.resolve({ class: 'data', status: 200, value: active });
      },
    },
    areOthersWelcome: false,
    instruments: [],
    limits: ok(defaultLimits()),
    packs: [],
  };
}

async function findFailed(
  bot: CheckingBot,
  cause: string,
  place: Partial<HaltRecord> = {},
  gate: { readonly ledger: LedgerSnapshot } | undefined = { ledger: LEDGER },
) {
  const halts = [{ ...HALT, cause, ...place }];
  const about = { halts, baseline: [{ symbol: 'EUR/USD', units: 200 }] };
  const { snapshot } = SESSION.inspect();
  const session = { inspect: () => ({ snapshot: { ...snapshot, gate } }) };
  const { checks } = await checkHalts(bot, session, about, { accepted: '', support: '' });
  return checks.filter(({ hasPassed }) => !hasPassed).map(({ found }) => found);
}

describe('running bot that checks halts', () => {
  it('reads positions at once, and orders only for a cause that concerns them', async () => {
    expect(await findFailed(makeBot(['weir-9']), 'RC63')).toEqual([]);
    expect(asked).toEqual(['positions']);
    expect(await findFailed(makeBot(['weir-1']), 'RC48')).toEqual([]);
    expect(asked).toEqual(['positions', 'positions', 'orders']);
  });

  it('finds positions and orders that its journal does not have', async () => {
    expect(await findFailed(makeBot([], 701), 'RC63')).toEqual([
      expect.stringContaining('EUR/USD'),
    ]);
    expect(await findFailed(makeBot(['weir-1', 'weir-9', 'desk-1']), 'RC48')).toEqual([
      'weir-9 desk-1',
    ]);
  });

  it('treats an unreadable answer as no answer', async () => {
    const failed = { class: 'failed', message: 'HTTP 502' } as Awaited<
      ReturnType<CheckingBot['gateway']['listActive']>
    > & { readonly class: 'failed' };
    const gateway = {
      readPositions: () => Promise.resolve(failed),
      listActive: () => Promise.resolve(failed),
    };
    expect(await findFailed({ ...makeBot([]), gateway }, 'RC48')).toEqual([
      "the venue's positions cannot be read: HTTP 502",
      "the venue's active orders cannot be read: HTTP 502",
    ]);
  });

  it('repeats a read without an answer once', async () => {
    const bot = makeBot(['weir-1']);
    const none = { class: 'failed', status: 0, message: 'timeout' } as const;
    let reads = 0;
    const once =
      <T>(read: () => Promise<T>) =>
      () => {
        reads += 1;
        return reads % 2 === 1 ? Promise.resolve(none) : read();
      };
    const { gateway } = bot;
    const listActive = () => gateway.listActive();
    const busy = {
      readPositions: once(() => gateway.readPositions()),
      listActive: once(listActive),
    };
    expect(await findFailed({ ...bot, gateway: busy }, 'RC48')).toEqual([]);
    expect(reads).toBe(4);
    const dead = { readPositions: once(() => Promise.resolve(none)), listActive };
    const found = await findFailed({ ...bot, gateway: dead }, 'RC63');
    expect(found).toEqual(["the venue's positions cannot be read: timeout"]);
    expect(reads).toBe(6);
  });

  it('tests the disk of its journal before it clears a disk halt (RC59)', async () => {
    expect(await findFailed(makeBot([]), 'RC59')).toEqual([]);
    disk.before = () => {
      throw systemError('ENOSPC');
    };
    expect(await findFailed(makeBot([]), 'RC59')).toEqual([expect.stringContaining('ENOSPC')]);
    expect(await findFailed(makeBot([]), 'RC63')).toEqual([]);
  });

  it('measures the time since the halt at the speed of its session', async () => {
    // 30 s of machine time, twice as fast: 60 s.
    const bot = makeBot([]);
    expect(await findFailed(bot, 'RC63')).toEqual([]);
    const slow = { ...bot, clock: { now: () => 0, speed: 1.9 } };
    expect(await findFailed(slow, 'RC63')).toEqual(['57 s since the last halt']);
  });

  it('sends a request under its login before it clears a login halt (RC54)', async () => {
    expect(await findFailed(makeBot([]), 'RC54')).toEqual([]);
    const refused = { class: 'failed', status: 401, message: 'HTTP 401' } as const;
    const { gateway } = makeBot([]);
    const barred = { ...gateway, readPositions: () => Promise.resolve(refused) };
    expect(await findFailed({ ...makeBot([]), gateway: barred }, 'RC54')).toEqual([
      "the venue's positions cannot be read: HTTP 401",
      'HTTP 401',
    ]);
  });
});

describe('loss that still exceeds its limit', () => {
  const losing = { ledger: LOSING };
  const ALPHA = { scope: 'strategy', strategy: 'alpha' } as const;
  const BETA = { scope: 'strategy', strategy: 'beta' } as const;

  it('of the day blocks the resume of a strategy, or of all (RC43)', async () => {
    const bot = makeBot([]);
    expect(await findFailed(bot, 'RC43', {}, losing)).toEqual([
      'all strategies lost 12000.00 USD today, limit 10000',
    ]);
    expect(await findFailed(bot, 'RC43', ALPHA, losing)).toEqual([
      'alpha lost 6000.00 USD today, limit 5000',
    ]);
    // A cent below it.
    expect(await findFailed(bot, 'RC43', BETA, losing)).toEqual([]);
    expect(await findFailed(bot, 'RC43', { ...BETA, strategy: 'gamma' }, losing)).toEqual([]);
    expect(await findFailed(bot, 'RC63', {}, losing)).toEqual([]);
  });

  it('of the day ends with the day, once the clock is trusted', async () => {
    const over: LedgerSnapshot = { ...LOSING, dayEndsAt: 0 };
    expect(await findFailed(makeBot([]), 'RC43', {}, { ledger: over })).toEqual([]);
    const untrusted = { ledger: { ...over, isOverdue: true } as const };
    expect(await findFailed(makeBot([]), 'RC43', {}, untrusted)).toHaveLength(1);
  });

  it('since the peak of all runs blocks the resume (RC44)', async () => {
    expect(await findFailed(makeBot([]), 'RC44', {}, losing)).toEqual([
      '60000.00 USD below the peak of all runs, limit 50000',
    ]);
    const regained = { ...LOSING, all: { ...LOSING.all, value: -199_999 } };
    expect(await findFailed(makeBot([]), 'RC44', {}, { ledger: regained })).toEqual([]);
  });

  it('is what the present limits define as one', async () => {
    const { rules, ...rest } = defaultLimits();
    const change = (more: Limits['rules']): Result<Limits> => {
      return ok({ ...rest, rules: { ...rules, ...more } });
    };
    const raised = change({ RC43: { strategy: 7_000, all: 13_000, softShare: 0.5 } });
    expect(await findFailed({ ...makeBot([]), limits: raised }, 'RC43', {}, losing)).toEqual([]);
    const off = { ...makeBot([]), limits: change({ RC43: 'off', RC44: 'off' }) };
    expect(await findFailed(off, 'RC43', {}, losing)).toEqual([]);
    expect(await findFailed(off, 'RC44', {}, losing)).toEqual([]);
  });

  it.each(['RC43', 'RC44'])('is assumed where the loss is unknown (%s)', async (cause) => {
    const fault = { code: 'config.read', message: 'no file' };
    const unread = { ...makeBot([]), limits: { ok: false, fault } as const };
    expect(await findFailed(unread, cause)).toEqual(['the limits cannot be read: no file']);
    const { snapshot } = SESSION.inspect();
    const session = { inspect: () => ({ snapshot: { ...snapshot, gate: undefined } }) };
    const about = { halts: [{ ...HALT, cause }], baseline: [{ symbol: 'EUR/USD', units: 200 }] };
    const text = { accepted: '', support: '' };
    const { checks } = await checkHalts(makeBot([]), session, about, text);
    expect(checks.filter(({ hasPassed }) => !hasPassed)).toMatchObject([
      { found: 'the journal has no profit and loss' },
    ]);
  });
});
