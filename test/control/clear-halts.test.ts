// One meaning of `weir resume`, for a bot that runs and for one that does not.
import { describe, expect, it } from 'vitest';
import type { Check } from '../../src/control/checks.js';
import { clearHalts, viewHalts } from '../../src/control/clear-halts.js';
import type { CommandedBot } from '../../src/control/commanded-bot.js';
import { fail, ok } from '../../src/domain/index.js';
import type { ResumeData } from '../../src/recovery/index.js';
import type { HaltRecord } from '../../src/state/index.js';

const HALT = { id: '1-7', scope: 'all', strategy: '', symbol: '', cause: 'RC63' } as HaltRecord;
const SHOWN = { file: '', kills: 0, halts: 1 };
const PASSED: Check = { name: 'cool-down', hasPassed: true, found: '60 s' };
const FAILED: Check = { name: 'positions', hasPassed: false, found: '+5', canAccept: true };
const REQUEST = {
  do: 'resume',
  by: 'Ada',
  reason: 'the cause of it was fixed',
  halts: ['1-7'],
  cause: 'RC63',
  support: '',
  accepted: '',
  shown: SHOWN,
} as const;

function makeBot(change: Partial<CommandedBot> = {}, checks: readonly Check[] = [PASSED]) {
  const cleared: ResumeData[] = [];
  const bot: CommandedBot = {
    mode: 'halted',
    halts: [HALT],
    snapshot: null,
    show: () => ({ killFile: '', shown: SHOWN }),
    check: () => Promise.resolve({ checks, positions: { difference: '+5', baseline: [] } }),
    findUnseen: () => undefined,
    clear: (_, data) => {
      cleared.push(data);
      return ok(undefined);
    },
    resolve: () => ok(undefined),
    describe: () => fail('control.mode', 'not asked for'),
    ...change,
  };
  return { bot, cleared };
}

describe('clearing halts', () => {
  it.each(['halted', 'dead'] as const)('records its checks in a bot that is %s', async (mode) => {
    const { bot, cleared } = makeBot({ mode });
    expect((await clearHalts(bot, REQUEST)).ok).toBe(true);
    const checks = [{ name: 'cool-down', isGreen: true, found: '60 s' }];
    const { by, halts, reason } = REQUEST;
    expect(cleared).toEqual([{ halts, by, reason, checks }]);
  });

  it('records the positions that the operator has accepted as the baseline', async () => {
    const { bot, cleared } = makeBot();
    await clearHalts(bot, { ...REQUEST, accepted: '+5' });
    expect(cleared).toMatchObject([{ baseline: [] }]);
  });

  it.each<[code: string, bot: Partial<CommandedBot>, request: object, checks?: readonly Check[]]>([
    ['control.halt', { halts: [] }, {}],
    ['control.halt', {}, { halts: ['1-8'] }],
    ['control.halt', { mode: 'stopping' }, {}],
    ['control.words', {}, { cause: 'RC52' }],
    ['control.words', {}, { reason: 'short' }],
    ['control.halt', { findUnseen: () => 'another kill' }, {}],
    ['control.checks', {}, {}, [PASSED, FAILED]],
    ['state.latch', { clear: () => fail('state.latch', 'no disk') }, {}],
  ])('fails with %s and clears nothing', async (code, change, request, checks) => {
    const { bot, cleared } = makeBot(change, checks);
    const result = await clearHalts(bot, { ...REQUEST, ...request });
    expect([result, cleared]).toMatchObject([{ ok: false, fault: { code } }, []]);
  });

  it('fails when the session has begun to end during the checks', async () => {
    const modes = ['halted', 'stopping', 'stopping'] as const;
    let asked = 0;
    const { bot, cleared } = makeBot();
    Object.defineProperty(bot, 'mode', { get: () => modes[asked++] });
    const message = 'the bot went from halted to stopping: run resume again';
    const result = await clearHalts(bot, REQUEST);
    expect([result, cleared]).toMatchObject([{ fault: { message } }, []]);
  });
});

it('an operator is shown the halts with their checks and what to return', async () => {
  const { bot } = makeBot({}, [FAILED]);
  const view = { halts: [HALT], checks: [FAILED], pauses: [], killFile: '', shown: SHOWN };
  expect(await viewHalts(bot, { halts: [], support: '' })).toEqual(ok(view));
});
