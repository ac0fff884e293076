// Time from the read of a rate to the write of the order it causes, over undici's alone and
// a raw socket's.
// node tick-to-trade.mjs [ROUNDS=5] [SHARE=1] [IDLE_SECONDS=60]   prints one JSON line; needs dist
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { baselinePath, referenceRecording } from './fixtures.mjs';
import {
  KEEP_LOW,
  printResult,
  runScript,
  takeTurns,
  toMedian,
  withDirectory,
} from './measure.mjs';

const BOT = fileURLToPath(new URL('tick-bot.mjs', import.meta.url));
const UNDICI = fileURLToPath(new URL('tick-undici.mjs', import.meta.url));
const VENUE = fileURLToPath(new URL('venue.mjs', import.meta.url));
/** In memory, where making a file durable costs nothing. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const TRY_TWO = { better: 'low', aim: 'try 2' };

const [rounds = 5, share = 1, idleSeconds = 60] = process.argv.slice(2).map(Number);
const results = [];
for (let round = 0; round < rounds; round++) {
  const times = {};
  for (const name of takeTurns(round, ['floor', 'undici', 'sync', 'memory', 'disk'])) {
    times[name] = await measure(name);
  }
  results.push(times);
}
report();

function measure(name) {
  if (name === 'floor') return runScript(baselinePath('tick-floor'));
  if (name === 'undici') return runScript(UNDICI, share);
  if (name === 'memory') return runBot(MEMORY, idleSeconds);
  if (name === 'disk') return runBot(tmpdir(), 0);
  return withDirectory((directory) => runScript(baselinePath('append-sync'), directory));
}

/** One session with its journal below `parent`, against a fresh venue. */
async function runBot(parent, idle) {
  const venue = fork(VENUE);
  const [port] = await once(venue, 'message');
  try {
    return await withDirectory(
      (directory) =>
        runScript(BOT, port, join(directory, 'journal'), referenceRecording(500_000), share, idle),
      parent,
    );
  } finally {
    venue.disconnect();
  }
}

function report() {
  const gaps = results[0].floor.results.map(({ gap }) => gap);
  const at = (times, name, gap) => times[name].results.find((one) => one.gap === gap);
  const median = (pick) => toMedian(results.map(pick));
  const overUndici = gaps.map((gap) => ({
    id: 'P11',
    what: `tick-to-trade p50 over undici alone, gap ${gap}`,
    value: median((times) => at(times, 'memory', gap).p50Us / at(times, 'undici', gap).p50Us),
    ...TRY_TWO,
  }));
  const tails = gaps.map((gap) => ({
    id: 'P11',
    what: `tick-to-trade p99 over p50, gap ${gap}`,
    value: median((times) => at(times, 'memory', gap).p99Us / at(times, 'memory', gap).p50Us),
    ...KEEP_LOW,
  }));
  const first = {
    id: 'P11b',
    what: `first order after ${idleSeconds} s without over steady`,
    value: median(({ memory }) => memory.firstAfterIdleUs / memory.results.at(-1).p50Us),
    ...TRY_TWO,
  };
  const durable = {
    id: 'P12',
    what: 'durable before send, extra in times of one append and fdatasync',
    value: median((times) => {
      const extra = at(times, 'disk', 'hot').p50Us - at(times, 'memory', 'hot').p50Us;
      return extra / times.sync.results[0].commitP50Us;
    }),
    ...KEEP_LOW,
  };
  const p50Us = (name) => gaps.map((gap) => median((times) => at(times, name, gap).p50Us));
  printResult('tick-to-trade', [...overUndici, ...tails, first, durable], {
    rounds,
    gaps,
    floorP50Us: p50Us('floor'),
    undiciP50Us: p50Us('undici'),
    memoryP50Us: p50Us('memory'),
    diskP50Us: p50Us('disk'),
    appendSyncP50Us: median(({ sync }) => sync.results[0].commitP50Us),
    firstAfterIdleUs: median(({ memory }) => memory.firstAfterIdleUs),
  });
}
