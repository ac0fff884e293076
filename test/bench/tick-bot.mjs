// The production order path under a stopwatch, at gaps like those of the raw socket's floor.
// node tick-bot.mjs PORT JOURNAL_DIR RECORDING SHARE IDLE_SECONDS   prints one JSON line
import assert from 'node:assert/strict';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { toQuantile, withDirectory } from './measure.mjs';
import { startBot } from './tick-session.mjs';
import { TICK_GAPS, watchSockets } from './tick-watch.mjs';

const WARM_UP_CYCLES = 2_000;
const [port, journalDirectory, recording, share, idleSeconds] = process.argv.slice(2);
await withDirectory(async (directory) => {
  const watch = watchSockets('POST /v2/orders ');
  const bot = await startBot({ port, journalDirectory, recording, directory });
  const take = (count) => Math.max(1, Math.round(count * Number(share)));
  for (let i = 0; i < take(WARM_UP_CYCLES); i++) await bot.cycle();
  const results = [];
  for (const { gap, gapMs, settleCycles, cycles } of TICK_GAPS) {
    for (let i = 0; i < take(settleCycles); i++) await pause(bot, gapMs);
    watch.samples.length = 0;
    for (let i = 0; i < take(cycles); i++) await pause(bot, gapMs);
    results.push({ gap, ...summarise(watch.samples, take(cycles)) });
  }
  const firstUs = await measureFirst(bot, watch, Number(idleSeconds));
  console.log(JSON.stringify({ results, firstAfterIdleUs: firstUs }));
});
process.exit();

async function pause(bot, gapMs) {
  await bot.cycle();
  await (gapMs === 0 ? nextTurn() : sleep(gapMs));
}

function summarise(samples, cycles) {
  assert.equal(samples.length, cycles, 'one order per rate');
  const quantile = (key, at) =>
    Number(
      toQuantile(
        samples.map((one) => one[key]),
        at,
      ).toFixed(1),
    );
  return {
    cycles,
    p50Us: quantile('toWrite', 0.5),
    p99Us: quantile('toWrite', 0.99),
    writtenP50Us: quantile('written', 0.5),
  };
}

/** An order after some time with a rate a second and no order. */
async function measureFirst(bot, watch, seconds) {
  bot.trade(false);
  for (let i = 0; i < seconds; i++) {
    bot.poll();
    await sleep(1_000);
  }
  bot.trade(true);
  watch.samples.length = 0;
  await bot.cycle();
  assert.equal(watch.samples.length, 1);
  return Number(watch.samples[0].toWrite.toFixed(1));
}
