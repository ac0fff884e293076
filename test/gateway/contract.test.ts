// One contract, two gateways: the same commands over the same rates give the same fills.
import { describe, expect, it, onTestFinished } from 'vitest';
import { createVenueClient } from '../../src/client/index.js';
import { createColumns, prepareRecording } from '../../src/data/index.js';
import {
  type BotEvent,
  createInstrument,
  type Instant,
  MILLISECOND,
  SECOND,
  unwrap,
} from '../../src/domain/index.js';
import { createRemoteGateway, LocalGateway } from '../../src/gateway/index.js';
import { createSteppedClock } from '../../src/testing/stepped-clock.js';
import { DEFAULT_RFS_SETTINGS, RfsDesk, TradeBook, Transit, Venue } from '../../src/venue/index.js';
import { realClock } from '../../src/session/real-ports/clock.js';
import { CONTROL_TOKEN, start, USER } from '../simulator/harness.js';
import { createCountedLanes } from '../streams/counted-lanes.js';
import {
  collectOutcome,
  generateCommands,
  type ScriptedCommand,
  SPECIAL,
} from './contract-script.js';

const RECORDING = 'config/recordings/EURUSD-2026-07-13T12.csv';
const FIRST_AT: Instant = 1_783_944_000_093 * MILLISECOND;
const COMMANDS = 10_000;
const STEPS = 3_400;
/** Steps after the last command, in which everything that can end does. */
const CLOSING_STEPS = 60;
const LATENCY = { rates: 0, orders: 20 * MILLISECOND, replies: 30 * MILLISECOND };
const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));

/** Runs the script step by step: time first, then the step's commands, one after the other. */
async function runScript(
  script: readonly ScriptedCommand[],
  moveTo: (at: Instant) => Promise<void>,
  send: (command: ScriptedCommand['command']) => Promise<void>,
): Promise<void> {
  let next = 0;
  const last = script.at(-1)?.step ?? 0;
  for (let step = 1; step <= last + CLOSING_STEPS; step++) {
    await moveTo(FIRST_AT + step * SECOND);
    for (; script[next]?.step === step; next++) await send(script[next]!.command);
  }
  expect(next).toBe(script.length);
}

async function runLocal(script: readonly ScriptedCommand[]): Promise<readonly BotEvent[]> {
  const venue = new Venue({
    instruments: [EURUSD],
    users: [USER],
    latency: LATENCY,
    fillTiming: 'arrival',
    tokenLife: SECOND,
    seed: 1,
    maxEndedOrders: 100_000,
  });
  let now: Instant = FIRST_AT;
  const gateway = new LocalGateway({
    venue,
    account: venue.findAccount(USER.user, USER.org)!,
    rfs: new RfsDesk(
      { venue, trades: new TradeBook(16), settings: DEFAULT_RFS_SETTINGS },
      1,
      'RFS',
    ),
    answers: new Transit(LATENCY.replies, 1, 'answers'),
    now: () => now,
  });
  const events: BotEvent[] = [];
  gateway.start({ rate: () => undefined, event: (event) => events.push(event) });
  const recording = unwrap(await prepareRecording(RECORDING, {})).open();
  const columns = createColumns(10_000);
  const count = unwrap(recording.read(columns));
  recording.close();
  let row = 0;
  const moveTo = (at: Instant): Promise<void> => {
    for (;;) {
      const rateAt = row < count ? columns.at[row]! : Infinity;
      const due = Math.min(venue.nextTimerAt, gateway.nextDueAt, rateAt);
      if (due > at) break;
      now = due;
      venue.fireTimers(due);
      if (rateAt === due) {
        const { bidTicks, offerTicks, bidUnits, offerUnits } = columns;
        const sizes = [bidUnits[row]!, offerUnits[row]!] as const;
        venue.rate(due, 0, bidTicks[row]!, offerTicks[row]!, ...sizes);
        row++;
      }
      gateway.deliver(due);
    }
    now = at;
    return Promise.resolve();
  };
  await runScript(script, moveTo, (command) => {
    gateway.send(command);
    return Promise.resolve();
  });
  return events;
}

async function runRemote(script: readonly ScriptedCommand[]): Promise<readonly BotEvent[]> {
  const simulator = await start({
    recording: { file: RECORDING },
    venue: { latency: LATENCY, fillTiming: 'arrival', maxEndedOrders: 100_000 },
  });
  const lanes = createCountedLanes();
  const clock = createSteppedClock(FIRST_AT, () => lanes.settle());
  const client = unwrap(
    createVenueClient({
      ...USER,
      baseUrl: simulator.simulator.url,
      findInstrument: () => EURUSD,
      now: () => clock.now(),
      createLane: lanes.createLane,
      onLogin: (result, status) => gateway.noteLogin(result, status),
    }),
  );
  const gateway = createRemoteGateway({
    machine: realClock,
    client,
    clock,
    instruments: [EURUSD],
    pollInterval: 3_600 * SECOND,
    seed: 1,
    // Here only what comes back counts, not how fast: no request is held back.
    shares: { safety: 1e6, trading: 1e6, data: 1e6 },
  });
  onTestFinished(() => gateway.close());
  const events: BotEvent[] = [];
  unwrap(await gateway.open());
  gateway.start({ rate: () => undefined, event: (event) => events.push(event) });
  const moveTo = async (at: Instant): Promise<void> => {
    await simulator.ask('POST', '/control/clock', {
      headers: { 'X-Control-Token': CONTROL_TOKEN },
      body: { toMicros: at },
    });
    await clock.advanceTo(at);
    await lanes.settle();
  };
  await runScript(script, moveTo, async (command) => {
    gateway.send(command);
    await lanes.settle();
  });
  return events;
}

describe('the gateways', () => {
  it(`find the same fills for ${COMMANDS} generated commands`, { timeout: 300_000 }, async () => {
    const script = generateCommands(COMMANDS, STEPS, EURUSD);
    const local = collectOutcome(await runLocal(script));
    const remote = collectOutcome(await runRemote(script));
    const statuses = new Set(Object.values(local).map(({ status }) => status));
    expect(statuses).toEqual(new Set(['FILLED', 'EXPIRED', 'CANCELED', 'NEW', 'PARTIALLY_FILLED']));
    expect(Object.values(local).flatMap(({ fills }) => fills).length).toBeGreaterThan(2_000);
    expect(remote).toEqual(local);
  });

  it('find the same fills for orders that are more than plain ones', async () => {
    const script = generateCommands(300, 300, EURUSD, SPECIAL);
    const local = collectOutcome(await runLocal(script));
    const remote = collectOutcome(await runRemote(script));
    for (const { type, details } of SPECIAL) {
      const isFilled = script.some(({ command }) => {
        if (command.kind !== 'place' || command.type !== type) return false;
        const isSame = command.details?.maxShow === details?.maxShow;
        return isSame && (local[command.coId]?.fills.length ?? 0) > 0;
      });
      expect([type, isFilled]).toEqual([type, true]);
    }
    expect(remote).toEqual(local);
  });
});
