// From SIGKILL to READY, or to HALTED with its cause.
import type { Figure } from './drill.js';
import { DrillPlace, hasOrders } from './drill-place.js';
import { tell } from './output.js';

/** What the requests of the former run get after the last one, and what a start gets beside it. */
const SETTLE_MS = 20_000;
const START_MS = 15_000;

export async function drillCrash(place: DrillPlace): Promise<readonly Figure[]> {
  const name = 'crash';
  const bot = place.startBot({ name });
  await bot.waitFor('to rest its orders', hasOrders);
  tell('drill: SIGKILL, and a start with the same state');
  const since = performance.now();
  const dead = new Promise((resolve) => bot.process.once('exit', resolve));
  bot.process.kill('SIGKILL');
  await dead;
  const again = place.startBot({ name });
  const { halts, mode } = await again.waitFor('to be ready or halted', (status) => {
    return status.epoch > 1 && (status.mode === 'ready' || status.mode === 'halted');
  });
  const measured = performance.now() - since;
  const cause = halts.map((halt) => halt.cause).join(' ');
  await again.end();
  const step = mode === 'ready' ? 'SIGKILL to READY' : `SIGKILL to HALTED by ${cause}`;
  return [
    {
      what: `crash, ${step}`,
      step: 'settle time and 15 s',
      budget: SETTLE_MS + START_MS,
      measured,
    },
  ];
}
