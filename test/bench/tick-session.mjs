// The production order path for a stopwatch: session, gate, journal and client over a bench venue.
import assert from 'node:assert/strict';
import { clearImmediate } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createConnection, createVenueClient } from '../../dist/src/client/index.js';
import { unwrap } from '../../dist/src/domain/index.js';
import { createRemoteGateway } from '../../dist/src/gateway/index.js';
import { defineStrategy, mapDefined, market } from '../../dist/src/index.js';
import { createJournal } from '../../dist/src/journal/index.js';
import { createHeader, toKernelSetup } from '../../dist/src/records/index.js';
import { createSessionClock, realPorts, tuneEngine } from '../../dist/src/host/index.js';
import { createSessionCollector, LiveSession } from '../../dist/src/session/index.js';
import { loadPlan } from '../../dist/src/plan/index.js';
import { ConnectionGate } from '../../dist/src/gateway/remote/connection-gate.js';
import {
  createOrderPathWarmup,
  withOrderPathWarmup,
} from '../../dist/src/session/monitors/order-path-warmup.js';
import { SessionJournal } from '../../dist/src/records/session-journal.js';
import { copyReferenceConfig } from './reference.mjs';

const TRADED = 'EUR/USD';
const SIZE = 1_000;
const MINUTE = 60_000_000; // microseconds
const HOUR = 60 * MINUTE;
const MILLISECOND = 1_000;
const POLL_EVERY = 24 * 60 * MINUTE; // never: the bench sets off each poll
const AT_ONCE = 1; // microseconds to the first query of an order
const PLENTY = 1_000_000; // requests a second
const CYCLE_MS = 5_000; // longest cycle
const FIRST_RATES = 5; // the gate wants to see some before an order
const RATE_MS = 100; // more than one takes

/**
 * A live session whose strategy answers every rate with an order, which is filled at once: `cycle`
 * polls a rate and resolves when all is settled, `poll` only polls, `trade` switches the strategy.
 */
export async function startBot({ port, journalDirectory, recording, directory }) {
  tuneEngine('bot');
  const config = copyReferenceConfig('next-rate', recording, directory);
  const plan = unwrap(await loadPlan(config, new Map()));
  const clock = createDrivenClock();
  const opened = {};
  const mayLeave = (requestId, body) => opened.session.outlet.mayLeave(requestId, body);
  const guard = new ConnectionGate(mayLeave, realPorts.clock);
  const gateway = openGateway(plan, clock, port, guard);
  const opening = unwrap(await gateway.open());
  const header = toHeader(plan, clock);
  const setup = unwrap(await toKernelSetup(header));
  const state = { isTrading: false, settle: () => {} };
  const strategy = { name: 'bench', definition: tradeEveryRate(state), params: {} };
  const session = new LiveSession({
    ports: realPorts,
    header,
    setup: { ...setup, strategies: [strategy] },
    clock,
    gateway,
    journal: new SessionJournal(
      unwrap(createJournal(journalDirectory)),
      clock,
      realPorts,
      header.startAt,
    ),
    collector: watchFills(createSessionCollector(header), () => state.settle()),
    notify: failUnlessHarmless,
  });
  opened.session = session;
  void session.run(opening);
  for (let i = 0; i < FIRST_RATES; i++) {
    clock.poll();
    await sleep(RATE_MS);
  }
  state.isTrading = true;
  return {
    poll: clock.poll,
    trade: (isTrading) => (state.isTrading = isTrading),
    cycle: () => runCycle(state, clock),
  };
}

function runCycle(state, clock) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('an order was not filled')), CYCLE_MS);
    state.settle = () => {
      clearTimeout(timer);
      setImmediate(resolve);
    };
    clock.poll();
  });
}

function openGateway({ instruments }, clock, port, guard) {
  const warmLane = withOrderPathWarmup(createConnection, createOrderPathWarmup(instruments));
  const find = (symbol) => instruments.find((one) => one.symbol === symbol);
  const client = createVenueClient({
    baseUrl: `http://127.0.0.1:${port}`,
    user: 'bench',
    password: 'bench',
    org: 'bench',
    findInstrument: find,
    now: () => clock.now(),
    createLane: (lane, origin) => guard.guard(warmLane(lane, origin), lane === 'trading'),
  });
  return createRemoteGateway({
    classify: (outcome) => outcome.class,
    client: unwrap(client),
    clock,
    machine: realPorts.clock,
    instruments: [find(TRADED)],
    pollInterval: POLL_EVERY,
    orderPoll: { first: AT_ONCE, most: MILLISECOND },
    seed: 1,
    shares: { safety: PLENTY, trading: PLENTY, data: PLENTY },
  });
}

function toHeader(plan, clock) {
  return createHeader(plan, {
    mode: 'run',
    startAt: clock.now(),
    speed: 1,
    node: process.version,
    epoch: 1,
    epochSalt: 1,
    seesEveryRate: false,
    instruments: plan.instruments,
    notes: [],
  });
}

function tradeEveryRate(state) {
  return defineStrategy({
    id: 'bench',
    summary: 'Buys at one rate and sells at the next.',
    params: z.strictObject({}),
    run: (ctx) => {
      let isLong = false;
      const decide = ({ bid, offer }) => {
        if (!state.isTrading) return undefined;
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
  const clock = createSessionClock(Date.now() * 1_000, 1, realPorts.clock);
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
      // Between the two lie the repeats of reconciling, which would disturb the stopwatch.
      if (wait > HOUR && wait <= POLL_EVERY) reach = action;
      return { cancel: () => {} };
    },
    poll: () => reach(),
  };
}

/** No wrong results: a busy machine is late, and only the symbol that is traded has rates. */
function failUnlessHarmless(message) {
  const isLate = message.startsWith('WARN (RC58): ');
  const isSilent = /^(WARN|PAGE) \(RC16\) /.test(message) && !message.includes(TRADED);
  if (!isLate && !isSilent) assert.fail(message);
}
