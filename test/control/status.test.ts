// The status of a bot as the operator reads it.
import { describe, expect, it } from 'vitest';
import { formatStatus } from '../../src/cli/bot/bot-command.js';
import { DAY } from '../../src/domain/index.js';
import { describeSnapshot } from '../../src/control/status.js';
import { toSessionState } from '../../src/session/live/session-result.js';
import { Bot, EUR_USD } from '../kernel/harness.js';
import { policyWith } from '../kernel/policy-with.js';

const PLACE = {
  mode: 'ready',
  isFrozen: false,
  identity: { environment: 'paper', baseUrl: 'http://127.0.0.1:1', login: 'demo@DemoOrg' },
  ...{
    epoch: 2,
    refusal: '',
    hasKillFile: false,
    killFile: '',
    shown: { file: '', kills: 0, halts: 0 },
    halts: [],
    overrides: [],
    packs: [],
  },
  guard: 'off',
} as const;

function show(bot: Bot): string {
  return formatStatus({ ...PLACE, ...describeSnapshot(bot.kernel.snapshot(), [EUR_USD], bot.now) });
}

describe('status of a bot', () => {
  it('reports that the FX day goes on where no response has stated the time yet', () => {
    const limits = { RC29: { hard: 10_000_000 } };
    const before = new Bot({ limits }).warmUp();
    const order = before.mustPlace({ size: 1_000 });
    before.trade(order, 't1', order.units);
    expect(show(before)).not.toContain('FX day');
    const restored = before.kernel.snapshot();
    const bot = new Bot({ limits, restored, epoch: 2, startAt: before.now + DAY });
    bot.event({ type: 'host', loopLag: 0, memoryBytes: 1 });
    expect(show(bot)).toMatch(
      /^the FX day ended \d{4}-\d\d-\d\dT2[12]:00:00\S*: its counters still apply, as no/m,
    );
    bot.event({ type: 'host', loopLag: 0, memoryBytes: 1, clockOffset: 0 });
    expect(show(bot)).not.toContain('FX day');
  });

  it('reports that orders are left untouched under a freeze', () => {
    const policy = policyWith('onSeriousError: cancel', 'onSeriousError: freeze');
    const bot = new Bot({ policy }).warmUp();
    bot.mustPlace({ size: 1_000 });
    const inside = () => toSessionState(bot.kernel, false, true, policy);
    expect(inside()).toMatchObject({ mode: 'ready', isFrozen: false });
    const halt = { at: 0, scope: 'all', strategy: '', rule: 'RC52', reason: 'why' } as const;
    bot.event({ type: 'recovery', step: 'halt', reason: 'holds', halt });
    expect(inside()).toMatchObject({ mode: 'halted', isFrozen: true });
    const shown = { ...PLACE, ...describeSnapshot(bot.kernel.snapshot(), [EUR_USD], bot.now) };
    const text = 'own orders stay at the venue (onSeriousError: freeze)';
    expect(formatStatus({ ...shown, isFrozen: true })).toContain(text);
    expect(formatStatus(shown)).not.toContain(text);
  });

  it('shows a reason of another process as one line, whatever it contains', () => {
    const bot = new Bot({ limits: {} }).warmUp();
    const reason = 'done\nhalt 9-9 of all: RC63: forged\u001b[2J\u202e';
    const place = { id: '1-1', scope: 'all', strategy: '', symbol: '', evidence: '' } as const;
    const halt = {
      ...place,
      cause: 'RC63',
      reason,
      who: 'a\rb',
      at: 0,
      wallAt: 0,
      monoAt: 0,
      epoch: 1,
    };
    const shown = {
      ...PLACE,
      ...describeSnapshot(bot.kernel.snapshot(), [EUR_USD], bot.now),
      halts: [halt],
    };
    const text = formatStatus(shown);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text.match(/^halt /gm)).toHaveLength(1);
  });
});
