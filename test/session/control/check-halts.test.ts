// The checks before halts end: the venue is read, the journal's disk is tried.
import { beforeEach, describe, expect, it } from 'vitest';
import { checkHalts, type CheckingBot } from '../../../src/session/control/check-halts.js';
import type { SessionInside } from '../../../src/session/session-end.js';
import type { HaltRecord, StateDirectory } from '../../../src/session/state/index.js';
import { MemoryDisk, systemError } from '../../journal/memory-disk.js';

const HALT: HaltRecord = {
  ...{ id: '1-7', scope: 'all', strategy: '', symbol: '', cause: 'RC63', reason: 'a test' },
  ...{ evidence: 'seq 7', who: 'Ada', at: 0, wallAt: 1_000, monoAt: 0, epoch: 1 },
};
const STATE = {
  ...{ dir: '/state', control: '/state/control', journal: '/state/journal' },
  identity: { environment: 'paper', baseUrl: 'http://127.0.0.1:1', login: 'bot@acme' },
} as unknown as StateDirectory;
const SESSION = {
  inspect: () => ({
    snapshot: {
      orders: [{ coId: 'weir-1', state: 'WORKING', strategy: 'twap', symbol: 'EUR/USD' }],
      positions: [{ strategy: 'twap', symbol: 'EUR/USD', units: 500 }],
    } as unknown as SessionInside['snapshot'],
  }),
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
    setTimer: never,
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
    packs: [],
  };
}

async function findRed(bot: CheckingBot, cause: string) {
  const about = { halts: [{ ...HALT, cause }], baseline: [{ symbol: 'EUR/USD', units: 200 }] };
  const { checks } = await checkHalts(bot, SESSION, about, { accepted: '', support: '' });
  return checks.filter(({ isGreen }) => !isGreen).map(({ found }) => found);
}

describe('a running bot', () => {
  it('reads positions just then, and orders only for a cause that is about them', async () => {
    expect(await findRed(makeBot(['weir-9']), 'RC63')).toEqual([]);
    expect(asked).toEqual(['positions']);
    expect(await findRed(makeBot(['weir-1']), 'RC48')).toEqual([]);
    expect(asked).toEqual(['positions', 'positions', 'orders']);
  });

  it('finds positions and orders that its journal does not have', async () => {
    expect(await findRed(makeBot([], 701), 'RC63')).toEqual([expect.stringContaining('EUR/USD')]);
    expect(await findRed(makeBot(['weir-1', 'weir-9', 'desk-1']), 'RC48')).toEqual([
      'weir-9 desk-1',
    ]);
  });

  it('takes what cannot be read for no answer', async () => {
    const failed = { class: 'failed', message: 'HTTP 502' } as Awaited<
      ReturnType<CheckingBot['gateway']['listActive']>
    > & { readonly class: 'failed' };
    const gateway = {
      readPositions: () => Promise.resolve(failed),
      listActive: () => Promise.resolve(failed),
    };
    expect(await findRed({ ...makeBot([]), gateway }, 'RC48')).toEqual([
      "the venue's positions cannot be read: HTTP 502",
      "the venue's active orders cannot be read: HTTP 502",
    ]);
  });

  it('tries the disk of its journal before a halt for its sake ends (RC59)', async () => {
    expect(await findRed(makeBot([]), 'RC59')).toEqual([]);
    disk.before = () => {
      throw systemError('ENOSPC');
    };
    expect(await findRed(makeBot([]), 'RC59')).toEqual([expect.stringContaining('ENOSPC')]);
    expect(await findRed(makeBot([]), 'RC63')).toEqual([]);
  });

  it('counts the time since the halt by the speed of its session', async () => {
    // 30 s of machine time, twice as fast: 60 s.
    const bot = makeBot([]);
    expect(await findRed(bot, 'RC63')).toEqual([]);
    const slow = { ...bot, clock: { now: () => 0, speed: 1.9 } };
    expect(await findRed(slow, 'RC63')).toEqual(['57 s since the last halt']);
  });
});
