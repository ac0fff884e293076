// The run phase of a backtest of the reference workload, over rates that are already in memory.
import assert from 'node:assert/strict';
import { BacktestClock, runBacktest, runLoop } from '../../dist/backtest/index.js';
import { createColumns, openRecording } from '../../dist/src/data/index.js';
import { ok, unwrap } from '../../dist/src/domain/index.js';
import { LocalGateway } from '../../dist/src/gateway/index.js';
import { Kernel } from '../../dist/src/kernel/index.js';
import { summarise } from '../../dist/src/report/index.js';
import { createSessionCollector, loadPlan, toKernelSetup } from '../../dist/src/session/index.js';
import { DEFAULT_TOKEN_LIFE, Venue } from '../../dist/src/venue/index.js';
import { assertReference, copyReferenceConfig } from './reference.mjs';

/** As in the backtest. */
const MAX_ENDED_ORDERS = 1_000;
const BOT = { user: 'bot', org: 'Weir', account: 'WeirLE' };

/**
 * All that runs of one table share. The whole backtest has run once: it gave the exact results and
 * the digest that every run of the phase is held to.
 */
export async function prepareEngine(name, file, rates, directory) {
  const plan = unwrap(await loadPlan(copyReferenceConfig(name, file, directory), new Map()));
  const { header, collector, endAt, digest } = unwrap(await runBacktest(plan));
  assertReference(name, rates, summarise(collector.finish(endAt, digest)));
  const setup = unwrap(await toKernelSetup(header));
  return { plan, header, setup, digest, columns: readAll(file, plan.instruments, rates) };
}

/** Runs the phase once and returns its milliseconds; `definition` may replace the strategy's. */
export function runEngine({ plan, header, setup, digest, columns }, definition) {
  const { instruments, config } = plan;
  const { latency, fillTiming } = config.models;
  const venue = new Venue({
    instruments,
    users: [BOT],
    latency,
    fillTiming,
    tokenLife: DEFAULT_TOKEN_LIFE,
    seed: config.seed,
    maxEndedOrders: MAX_ENDED_ORDERS,
  });
  const account = venue.findAccount(BOT.user, BOT.org);
  const clock = new BacktestClock();
  const now = () => clock.now;
  const gateway = new LocalGateway({ venue, account, replyLatency: latency.replies, now });
  const collector = createSessionCollector(header);
  const sink = {
    command: (command) => gateway.send(command),
    order: (view) => collector.order(view),
    parent: (view) => collector.parent(view),
    fill: (fill) => collector.fill(fill),
    refused: (refusal) => collector.refused(refusal),
    note: (note) => collector.note(note),
    halted: (halt) => collector.halted(halt),
  };
  const [own] = setup.strategies;
  const strategies = [definition === undefined ? own : { ...own, definition }];
  const kernel = new Kernel({ ...setup, strategies }, sink);
  const parts = { recording: new MemoryRecording(columns, instruments), venue, gateway, kernel };
  const observe = (at, id, bidTicks, offerTicks) => collector.rate(at, id, bidTicks, offerTicks);
  const start = performance.now();
  const end = runLoop({ ...parts, observe, progress: () => {} }, clock);
  const milliseconds = performance.now() - start;
  assert.equal(unwrap(end).rates, columns.count);
  assert.equal(kernel.digest, digest, 'the phase alone gives another result than the backtest');
  return milliseconds;
}

/** A recording whose blocks are copied from memory. */
class MemoryRecording {
  file = 'memory';
  skipped = [];
  skippedCount = 0;
  #columns;
  #at = 0;

  constructor(columns, instruments) {
    this.#columns = columns;
    this.instruments = instruments;
  }

  read(into) {
    const from = this.#at;
    this.#at = Math.min(from + into.at.length, this.#columns.count);
    into.count = this.#at - from;
    for (const [name, column] of Object.entries(this.#columns)) {
      if (name !== 'count') into[name].set(column.subarray(from, this.#at));
    }
    return ok(into.count);
  }

  rewind() {
    this.#at = 0;
  }

  close() {}
}

function readAll(file, instruments, rates) {
  const recording = unwrap(openRecording(file, { instruments }));
  const columns = createColumns(rates);
  assert.equal(unwrap(recording.read(columns)), rates);
  recording.close();
  return columns;
}
