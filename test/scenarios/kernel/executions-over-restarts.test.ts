// RC35 counts the executions of an order over restarts: a bot that dies after each cannot evade it.
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import { replayJournal, type ReplaySetup, type KernelSnapshot } from '../../../src/kernel/index.js';
import { Bot, type BotOptions } from '../../kernel/harness.js';

const LIMITS = { RC35: { within10Minutes: 3, perRun: 100 } };
const HALT = {
  scope: 'strategy',
  strategy: 'alpha',
  rule: 'RC35',
  reason: 'Buy of the same size in EUR/USD was executed 3 times in 10 min',
};

function begin(options: BotOptions = {}): Bot {
  return new Bot({ limits: LIMITS, ...options }).warmUp();
}

function restore(bot: Bot, setup: Partial<ReplaySetup> = {}): KernelSnapshot {
  return replayJournal({ ...bot.foldSetup, ...setup }, bot.records);
}

/** The run after it, so much later. */
function restart(bot: Bot, after: number, options: BotOptions = {}): Bot {
  return begin({
    restored: restore(bot),
    epoch: bot.foldSetup.epoch + 1,
    startAt: bot.now + after,
    ...options,
  });
}

function execute(bot: Bot, size = 1_000): void {
  bot.now += SECOND;
  const command = bot.mustPlace({ size });
  bot.answer(command, 'accepted', { orderId: '77' });
  bot.trade(command, `T-${command.coId}`, command.units);
  bot.status(command, 'FILLED', command.units);
}

describe('executions of the same order', () => {
  it('are counted on by the next runs', () => {
    const first = begin();
    execute(first);
    const second = restart(first, MINUTE);
    execute(second);
    expect(second.halts).toEqual([]);
    const third = restart(second, MINUTE);
    execute(third, 2_000);
    expect(third.halts).toEqual([]);
    execute(third);
    expect(third.halts).toMatchObject([HALT]);
  });

  it('are dropped after 10 minutes', () => {
    const first = begin();
    execute(first);
    execute(first);
    const second = restart(first, 10 * MINUTE);
    execute(second);
    expect(second.halts).toEqual([]);
    const times = [second.now];
    expect(second.kernel.snapshot().gate.executions).toMatchObject([{ times }]);
  });

  it('are equal in the state and in the replay, for each key', () => {
    const bot = begin();
    expect(bot.kernel.snapshot().gate).not.toHaveProperty('executions');
    execute(bot);
    execute(bot, 2_000);
    execute(bot);
    const units = ['200000', '100000']; // the latest last
    const keys = units.map((one) => ({ key: `alpha|EUR/USD|Buy|${one}` }));
    expect(bot.kernel.snapshot().gate.executions).toMatchObject(keys);
    expect(restore(bot)).toEqual(bot.kernel.snapshot());
    const next = restart(bot, SECOND);
    expect(next.kernel.snapshot().gate.executions).toEqual(bot.kernel.snapshot().gate.executions);
    expect(restore(next)).toEqual(next.kernel.snapshot());
  });

  it('count from zero after they halted, because an operator resumes first', () => {
    const bot = begin();
    for (let i = 0; i < 3; i++) execute(bot);
    expect(bot.halts).toMatchObject([HALT]);
    expect(bot.kernel.snapshot().gate).not.toHaveProperty('executions');
    expect(restore(bot)).toEqual(bot.kernel.snapshot());
  });

  it('are not kept by a run whose header does not say so', () => {
    const bot = begin();
    execute(bot);
    expect(restore(bot, { keepsExecutions: false }).gate).not.toHaveProperty('executions');
    const setup = { ...bot.foldSetup, keepsExecutions: false, restored: restore(bot) };
    expect(replayJournal(setup, []).gate).not.toHaveProperty('executions');
  });
});
