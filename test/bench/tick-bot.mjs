// The production order path under a stopwatch, at gaps like those of the raw socket's floor.
// node tick-bot.mjs PORT JOURNAL_DIR RECORDING SHARE IDLE_SECONDS   prints one JSON line
import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { toQuantile, withDirectory } from './measure.mjs';
import { startBot } from './tick-session.mjs';

const WARM_UP_CYCLES = 2_000;
/** As in the floor; a smaller share of the cycles where asked for. */
const GAPS = [
  { gap: 'hot', gapMs: 0, settleCycles: 100, cycles: 5_000 },
  { gap: '1 ms', gapMs: 1, settleCycles: 100, cycles: 3_000 },
  { gap: '20 ms', gapMs: 20, settleCycles: 20, cycles: 500 },
];

const [port, journalDirectory, recording, share, idleSeconds] = process.argv.slice(2);
await withDirectory(async (directory) => {
  const watch = watchSockets();
  const bot = await startBot({ port, journalDirectory, recording, directory });
  const take = (count) => Math.max(1, Math.round(count * Number(share)));
  for (let i = 0; i < take(WARM_UP_CYCLES); i++) await bot.cycle();
  const results = [];
  for (const { gap, gapMs, settleCycles, cycles } of GAPS) {
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

/** Microseconds from the last read of a rate to each write of an order: begun, and done. */
function watchSockets() {
  const samples = [];
  let readAt = 0;
  const { push, _write, _writev } = Socket.prototype;
  Socket.prototype.push = function (chunk, ...rest) {
    const now = performance.now();
    if (chunk?.includes('"bid"')) readAt = now;
    return push.call(this, chunk, ...rest);
  };
  const timed = (text, write) => {
    if (!String(text).startsWith('POST /v2/orders ')) return write();
    const writeAt = performance.now();
    write();
    const written = performance.now() - readAt;
    samples.push({ toWrite: (writeAt - readAt) * 1_000, written: written * 1_000 });
  };
  Socket.prototype._write = function (chunk, ...rest) {
    timed(chunk, () => _write.call(this, chunk, ...rest));
  };
  Socket.prototype._writev = function (chunks, ...rest) {
    timed(chunks[0].chunk, () => _writev.call(this, chunks, ...rest));
  };
  return { samples };
}
