// Parents of a previous run: HELD until the operator decides, then their rest is worked or stopped.
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { SECOND } from '../../../src/domain/index.js';
import type { ExecuteIntent } from '../../../src/domain/orders/index.js';
import { type ExecutionAlgorithm, listAlgorithms } from '../../../src/algorithms/index.js';
import { replayJournal, type KernelSnapshot } from '../../../src/kernel/index.js';
import { Bot, EUR_USD, THOUSAND, USD_JPY } from '../../kernel/harness.js';

const INSTRUMENTS = [EUR_USD, USD_JPY];

function execute(bot: Bot, parent: Partial<ExecuteIntent> = {}, name = 'alpha'): void {
  bot.act(name, (ctx) => {
    const params = { duration: '10s', slices: 2 };
    const order = { algorithm: 'twap', key: 'main', symbol: 'EUR/USD', side: 'Buy' } as const;
    ctx.execute({ ...order, size: 4_000, params, ...parent });
  });
  bot.wait(0);
}

/** A run that ends with the first half of each of its parents filled. */
function live(start: (bot: Bot) => void): { restored: KernelSnapshot; startAt: number } {
  const bot = new Bot({ hands: ['alpha', 'beta'], instruments: INSTRUMENTS }).warmUp();
  start(bot);
  for (const child of bot.placed) {
    bot.trade(child, `T-${child.coId}`, child.units);
    bot.status(child, 'FILLED', child.units);
  }
  return { restored: replayJournal(bot.foldSetup, bot.records), startAt: bot.now + SECOND };
}

function restart(before: ReturnType<typeof live>): Bot {
  const bot = new Bot({ ...before, hands: ['alpha', 'beta'], instruments: INSTRUMENTS, epoch: 2 });
  return bot.warmUp();
}

/** They go on; the next slice of a TWAP is due within five seconds. */
function release(bot: Bot): void {
  bot.event({ type: 'recovery', step: 'resume-parents', reason: 'a test' });
  for (let second = 0; second < 6; second += 1) {
    bot.wait(SECOND);
    bot.rate(EUR_USD, 110_000, 110_010);
  }
}

const show = (bot: Bot) =>
  bot.kernel.listParents().map(({ strategy, key, state }) => `${strategy}/${key} ${state}`);

it('held parent works its rest once the operator resumes it, and starts nothing twice', () => {
  const bot = restart(live(execute));
  expect(show(bot)).toEqual(['alpha/main HELD']);
  execute(bot, { key: 'new' });
  bot.wait(20 * SECOND);
  const { length } = bot.placed;
  expect(show(bot)).toEqual(['alpha/main HELD', 'alpha/new WORKING']);
  release(bot);
  expect(show(bot)).toEqual(['alpha/main WORKING', 'alpha/new WORKING']);
  expect(bot.placed.slice(length).map((one) => bot.view(one).parent)).toEqual(['main']);
});

it('held parent keeps its pace for the rest and restarts no schedule', () => {
  const before = live((one) => {
    execute(one, { size: 10_000, params: { duration: '100s', slices: 10 } });
  });
  const bot = restart(before);
  const since = bot.now;
  bot.event({ type: 'recovery', step: 'resume-parents', reason: 'a test' });
  const sent: number[] = [];
  for (let second = 0; second < 120; second++) {
    const { length } = bot.placed;
    bot.wait(SECOND);
    bot.rate(EUR_USD, 110_000 + (second % 2), 110_010);
    for (const child of bot.placed.slice(length)) {
      sent.push((bot.now - since) / SECOND);
      bot.trade(child, `T-${child.coId}`, child.units);
      bot.status(child, 'FILLED', child.units);
    }
  }
  expect(bot.parents.at(-1)).toMatchObject({ state: 'DONE', filledUnits: 10 * THOUSAND });
  // Nine tenths are left: the first slice of them at once, the last after eight intervals.
  expect(sent).toHaveLength(9);
  expect([sent.at(0)! <= 1, sent.at(-1)! > 70, sent.at(-1)! <= 90]).toEqual([true, true, true]);
});

it('parent that had ended stays known and is not worked', () => {
  const bot = restart(
    live((one) => {
      execute(one, { size: 1_000, params: { duration: '1s', slices: 1 } });
    }),
  );
  expect(show(bot)).toEqual([]);
  release(bot);
  expect([bot.placed, bot.parents]).toEqual([[], []]);
  expect(bot.kernel.snapshot().parents).toMatchObject([{ key: 'main', state: 'DONE' }]);
});

it('held parent of a halted strategy or symbol ends, and the others continue', () => {
  const bot = restart(
    live((one) => {
      execute(one);
      execute(one, {}, 'beta');
      execute(one, { symbol: 'USD/JPY', key: 'yen' }, 'beta');
    }),
  );
  bot.place({ size: Number.NaN }, 'alpha');
  const halt = {
    at: bot.now,
    scope: 'symbol',
    strategy: '',
    symbol: 'USD/JPY',
    rule: 'RC28',
  } as const;
  bot.event({ type: 'recovery', step: 'halt', reason: '', halt: { ...halt, reason: 'a test' } });
  release(bot);
  expect(show(bot)).toEqual(['beta/main WORKING']);
});

it.each([
  ['no longer exists', undefined],
  ['has other parameters', z.strictObject({ speed: z.number() })],
])('held parent whose algorithm %s ends with the reason', (_, params) => {
  const algorithms = listAlgorithms() as ExecutionAlgorithm[];
  const begin = (one: Pick<ExecutionAlgorithm, 'params'>) =>
    algorithms.push({
      ...{ id: 'brief', summary: 'Buys half.', ...one },
      start: (parent) => {
        const order = { priceTicks: 110_010, timeInForce: 'GTT', expirySeconds: 30 } as const;
        parent.placeChild({ ...order, units: parent.units / 2 });
      },
    });
  begin({ params: z.any() });
  onTestFinished(() => {
    algorithms.splice(algorithms.findIndex(({ id }) => id === 'brief') >>> 0, 1);
  });
  const before = live((one) => {
    execute(one, { algorithm: 'brief' });
  });
  algorithms.pop();
  if (params !== undefined) begin({ params });
  const bot = restart(before);
  release(bot);
  const reason = 'algorithm brief cannot continue it after the restart';
  expect(bot.parents.at(-1)).toMatchObject({ state: 'STOPPED', reason, filledUnits: 2 * THOUSAND });
  expect(bot.placed).toEqual([]);
});

it('replay restores held parents and does not work them', () => {
  const bot = restart(live(execute));
  release(bot);
  expect(bot.placed).toHaveLength(1);
  expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
});
