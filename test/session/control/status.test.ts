// The status of a bot, as a person reads it.
import { describe, expect, it } from 'vitest';
import { formatStatus } from '../../../src/cli/bot-command.js';
import { DAY } from '../../../src/domain/index.js';
import { describeSnapshot } from '../../../src/session/control/status.js';
import { Bot, EUR_USD } from '../../kernel/harness.js';

const PLACE = {
  mode: 'ready',
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
  return formatStatus({ ...PLACE, ...describeSnapshot(bot.kernel.snapshot(), [EUR_USD]) });
}

describe('the status of a bot', () => {
  it('says that the FX day goes on where no answer has told the time since the start', () => {
    const limits = { RC29: { hard: 10_000_000 } };
    const before = new Bot({ limits }).warmUp();
    const order = before.mustPlace({ size: 1_000 });
    before.trade(order, 't1', order.units);
    expect(show(before)).not.toContain('FX day');
    const restored = before.kernel.snapshot();
    const bot = new Bot({ limits, restored, epoch: 2, startAt: before.now + DAY });
    bot.event({ type: 'host', loopLag: 0, memoryBytes: 1 });
    expect(show(bot)).toMatch(
      /^FX day over since \d{4}-\d\d-\d\dT2[12]:00:00\S*: still counted, no answer of the venue/m,
    );
    bot.event({ type: 'host', loopLag: 0, memoryBytes: 1, clockOffset: 0 });
    expect(show(bot)).not.toContain('FX day');
  });
});
