// The production order path under a stopwatch: session, gate, journal and client over a bench venue.
// node tick-bot.mjs PORT JOURNAL_DIR RECORDING SHARE IDLE_SECONDS   prints one JSON line
import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { clearImmediate } from 'node:timers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createVenueClient } from '../../dist/src/client/index.js';
import { unwrap } from '../../dist/src/domain/index.js';
import { createRemoteGateway } from '../../dist/src/gateway/index.js';
import { defineStrategy, mapDefined, market } from '../../dist/src/index.js';
import { createJournal } from '../../dist/src/journal/index.js';
import {
  createHeader,
  createSessionClock,
  createSessionCollector,
  LiveSession,
  loadPlan,
  toKernelSetup,
} from '../../dist/src/session/index.js';
import { SessionJournal } from '../../dist/src/session/session-journal.js';
import { toQuantile, withDirectory } from './measure.mjs';
import { copyReferenceConfig } from './reference.mjs';

const TRADED = 'EUR/USD';
const SIZE = 1_000;
const MINUTE = 60_000_000; // microseconds
const MILLISECOND = 1_000;
const POLL_EVERY = 24 * 60 * MINUTE; // never: the bench sets off each poll
const AT_ONCE = 1; // microseconds to the first query of an order
const PLENTY = 1_000_000; // requests a second
const CYCLE_MS = 5_000; // longest cycle
const FIRST_RATES = 5; // the gate wants to see some before an order
const RATE_MS = 100; // more than one takes
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
  const bot = await startBot(directory);
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

/** An order after some time with a rate a second and no order: its connection has been closed. */
async function measureFirst(bot, watch, seconds) {
  bot.isTrading = false;
  for (let i = 0; i < seconds; i++) {
    bot.poll();
    await sleep(1_000);
  }
  bot.isTrading = true;
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

/** A live session whose strategy answers every rate with an order; each order is filled at once. */
async function startBot(directory) {
  const plan = unwrap(
    await loadPlan(copyReferenceConfig('next-rate', recording, directory), new Map()),
  );
  const clock = createDrivenClock();
  const instrument = plan.instruments.find(({ symbol }) => symbol === TRADED);
  const client = unwrap(
    createVenueClient({
      baseUrl: `http://127.0.0.1:${port}`,
      user: 'bench',
      password: 'bench',
      org: 'bench',
      findInstrument: (symbol) => plan.instruments.find((one) => one.symbol === symbol),
      now: () => clock.now(),
    }),
  );
  const gateway = createRemoteGateway({
    client,
    clock,
    instruments: [instrument],
    pollInterval: POLL_EVERY,
    orderPoll: { first: AT_ONCE, most: MILLISECOND },
    seed: 1,
    shares: { safety: PLENTY, trading: PLENTY, data: PLENTY },
  });
  const opening = unwrap(await gateway.open());
  const header = createHeader(plan, {
    mode: 'run',
    startAt: clock.now(),
    speed: 1,
    epochSalt: 1,
    seesEveryRate: false,
    instruments: plan.instruments,
    notes: [],
  });
  const bot = { isTrading: false, poll: clock.poll, cycle: undefined };
  const setup = unwrap(await toKernelSetup(header));
  let settle = () => {};
  const collector = createSessionCollector(header);
  const session = new LiveSession({
    header,
    setup: {
      ...setup,
      strategies: [{ name: 'bench', definition: tradeEveryRate(bot), params: {} }],
    },
    clock,
    gateway,
    journal: new SessionJournal(unwrap(createJournal(journalDirectory)), clock, header.startAt),
    collector: watchFills(collector, () => settle()),
    tell: (message) => assert.fail(message),
  });
  void session.run(opening);
  for (let i = 0; i < FIRST_RATES; i++) {
    clock.poll();
    await sleep(RATE_MS);
  }
  bot.isTrading = true;
  bot.cycle = () =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('an order was not filled')), CYCLE_MS);
      settle = () => {
        clearTimeout(timer);
        setImmediate(resolve);
      };
      clock.poll();
    });
  return bot;
}

function tradeEveryRate(bot) {
  return defineStrategy({
    id: 'bench',
    summary: 'Buys at one rate and sells at the next.',
    params: z.strictObject({}),
    run: (ctx) => {
      let isLong = false;
      const decide = ({ bid, offer }) => {
        if (!bot.isTrading) return undefined;
        isLong = !isLong;
        const order = { symbol: TRADED, size: SIZE };
        return isLong
          ? market({ ...order, side: 'Buy', price: offer })
          : market({ ...order, side: 'Sell', price: bid });
      };
      return ctx.rates(TRADED).pipe(mapDefined(decide));
    },
  });
}

/** The collector, with someone told of each fill. */
function watchFills(collector, onFill) {
  const watched = Object.create(collector);
  watched.fill = (fill) => {
    collector.fill(fill);
    onFill();
  };
  return watched;
}

/** Session time at speed 1, with the one far timer, the poll of the rate, in the bench's hands. */
function createDrivenClock() {
  const clock = createSessionClock(Date.now() * 1_000, 1);
  let reach;
  return {
    speed: clock.speed,
    now: clock.now,
    at: (dueAt, action) => {
      const wait = dueAt - clock.now();
      if (wait <= MILLISECOND) {
        const immediate = setImmediate(action);
        return { cancel: () => clearImmediate(immediate) };
      }
      if (wait <= MINUTE) return clock.at(dueAt, action);
      if (wait <= POLL_EVERY) reach = action;
      return { cancel: () => {} };
    },
    poll: () => reach(),
  };
}
