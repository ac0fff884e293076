// Drill: times the kill path step by step, of a running bot and of one with a blocked event loop.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCancelOnly } from '../../control/index.js';
import { realPorts } from '../../host/index.js';
import type { Figure } from './drill-figure.js';
import { type DrillBot, DrillPlace, hasOrders, ORDERS, pause } from './drill-place.js';
import { CommandError, EXIT, printNote, unwrap } from '../output.js';

const RUNS = 3;
/** Longer than the budget of 5 s, and longer than the watchdog waits. */
const BLOCK_SECONDS = { kill: 7, guard: 24 };

/** Budgets of the kill path, milliseconds. */
const BUDGET = { flag: 1, latch: 50, cancel: 100, blockedCancel: 2_000, gone: 5_000 };

export async function drillKill(place: DrillPlace): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    printNote(`drill: weir kill of a responding bot, ${String(run)} of ${String(RUNS)}`);
    figures.push(...(await killTurning(place, run)));
  }
  printNote('drill: weir kill of a bot whose strategy blocks the loop');
  figures.push(...(await killBlocked(place)));
  printNote('drill: the watchdog of a bot whose strategy blocks the loop');
  figures.push(...(await guardBlocked(place)));
  return figures;
}

async function killTurning(place: DrillPlace, run: number): Promise<readonly Figure[]> {
  const what = 'responding bot, weir kill';
  const name = `turning-${String(run)}`;
  const bot = place.startBot({ name });
  await bot.waitFor('to rest its orders', hasOrders);
  const { firstCancelMs, goneMs, isProven, latchMs, status } = await place.kill(name);
  // A bot that does not respond in time is killed from outside and reports no flag.
  const own = status?.kill;
  const goneBy = isProven ? goneMs : Infinity;
  // A bot that halts by the kill file and responds late has cancelled before its orders were gone.
  const cancelMs = firstCancelMs < 0 ? goneBy : firstCancelMs;
  await bot.end();
  return [
    { what, step: 'memory flag', budget: BUDGET.flag, measured: own?.flagMs ?? Infinity },
    { what, step: 'latch durable', budget: BUDGET.latch, measured: toMeasured(latchMs) },
    {
      what,
      step: 'first cancel leaves',
      budget: BUDGET.cancel,
      measured: own?.cancelsMs ?? cancelMs,
    },
    { what, step: 'own orders ended', budget: BUDGET.gone, measured: goneBy },
  ];
}

async function killBlocked(place: DrillPlace): Promise<readonly Figure[]> {
  const what = 'blocked loop, weir kill';
  const bot = place.startBot({ name: 'blocked', blockSeconds: BLOCK_SECONDS.kill });
  await waitBlocked(bot);
  const { cancels, firstCancelMs, latchMs } = await place.kill('blocked');
  const endMs =
    cancels?.isProven === true ? firstCancelMs - cancels.firstCancelMs + cancels.endMs : Infinity;
  return [
    { what, step: 'latch durable', budget: BUDGET.latch, measured: toMeasured(latchMs) },
    {
      what,
      step: 'first cancel',
      budget: BUDGET.blockedCancel,
      measured: toMeasured(firstCancelMs),
    },
    { what, step: 'own orders ended', budget: BUDGET.gone, measured: endMs },
    await countSent(bot, what),
  ];
}

async function guardBlocked(place: DrillPlace): Promise<readonly Figure[]> {
  const what = 'blocked loop, watchdog';
  const bot = place.startBot({
    name: 'guarded',
    blockSeconds: BLOCK_SECONDS.guard,
    watchdog: 'on',
  });
  await waitBlocked(bot);
  await bot.waitFor('to wake and find itself halted', ({ mode }) => mode === 'halted');
  const log = readFileSync(join(bot.place.state.dir, 'guard-log.jsonl'), 'utf8');
  const find = (pattern: RegExp) => Number(pattern.exec(log)?.[1] ?? Infinity);
  return [
    { what, step: 'latch durable', budget: BUDGET.latch, measured: find(/durable in ([\d.]+) ms/) },
    {
      what,
      step: 'first cancel',
      budget: BUDGET.blockedCancel,
      measured: find(/cancel after ([\d.]+) ms/),
    },
    {
      what,
      step: 'own orders ended',
      budget: BUDGET.gone,
      measured: find(/order of the bot after ([\d.]+) ms/),
    },
    await countSent(bot, what),
  ];
}

/** Waits until the orders rest and the strategy blocks the event loop. */
async function waitBlocked(bot: DrillBot): Promise<void> {
  await bot.waitFor('to start', () => true);
  const client = unwrap(await openCancelOnly(realPorts, unwrap(bot.place.login), undefined));
  unwrap(await client.login());
  for (let looks = 0; looks < 1_000; looks += 1) {
    const list = await client.activeOrders();
    if (list.class === 'data' && list.value.length === ORDERS) {
      await client.close();
      return pause(1_000);
    }
    await pause(50);
  }
  throw new CommandError(
    'expected the bot of the drill to rest its orders, found none',
    EXIT.fault,
  );
}

/** Active orders of the bot after it has woken, including any that it sent on waking. */
async function countSent(bot: DrillBot, what: string): Promise<Figure> {
  await bot.waitFor('to find itself halted', ({ mode }) => mode === 'halted');
  const client = unwrap(await openCancelOnly(realPorts, unwrap(bot.place.login), undefined));
  unwrap(await client.login());
  const list = await client.activeOrders();
  await client.close();
  await bot.end();
  const measured = list.class === 'data' ? list.value.length : Infinity;
  return { what, step: 'orders sent on waking', budget: 0, measured, unit: '' };
}

function toMeasured(ms: number): number {
  return ms < 0 ? Infinity : ms;
}
