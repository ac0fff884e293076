// Runs a script of commands through either gateway over the same rates, step by step.
import { expect, onTestFinished } from 'vitest';
import { createVenueClient } from '../../src/client/index.js';
import { createColumns, prepareRecording } from '../../src/recordings/index.js';
import type { BotEvent } from '../../src/domain/events/index.js';
import {
  createInstrument,
  type Instant,
  MILLISECOND,
  SECOND,
  unwrap,
} from '../../src/domain/index.js';
import type { Approved, Command } from '../../src/domain/orders/index.js';
import { createRemoteGateway, LocalGateway } from '../../src/gateway/index.js';
import { createSteppedClock } from '../../src/torture/stepped-clock.js';
import {
  DEFAULT_RFS_SETTINGS,
  QuoteService,
  TradeBook,
  Transit,
  Venue,
  type VenueSettings,
} from '../../src/venue/index.js';
import { realClock } from '../../src/host/clock.js';
import { CONTROL_TOKEN, start, USER } from '../simulator/harness.js';
import { createCountedLanes } from '../polling/counted-lanes.js';

export const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
const RECORDING = 'config/recordings/EURUSD-2026-07-13T12.csv';
const FIRST_AT: Instant = 1_783_944_000_093 * MILLISECOND;
/** Steps after the last command, in which everything that can end does. */
const CLOSING_STEPS = 60;
const LATENCY = { rates: 0, orders: 20 * MILLISECOND, replies: 30 * MILLISECOND };
const SEED = 1;

/** Makes a command of what the gateway has told so far, or none. */
export type MakeCommand = (
  told: readonly BotEvent[],
  now: Instant,
) => Approved<Command> | undefined;

/** A command and the step (a second of session time) at which it is sent. */
export interface ScriptedStep {
  readonly step: number;
  readonly make: MakeCommand;
}

export type Providers = NonNullable<VenueSettings['providers']>;

/** Step by step: time first, then the step's commands, one after the other. */
async function runScript(
  script: readonly ScriptedStep[],
  moveTo: (at: Instant) => Promise<void>,
  send: (make: MakeCommand, now: Instant) => Promise<void>,
): Promise<void> {
  let next = 0;
  const last = script.at(-1)?.step ?? 0;
  for (let step = 1; step <= last + CLOSING_STEPS; step++) {
    const now = FIRST_AT + step * SECOND;
    await moveTo(now);
    for (; script[next]?.step === step; next++) await send(script[next]!.make, now);
  }
  expect(next).toBe(script.length);
}

/** `now` reads the time of the bot, which the venue machine shares. */
function startLocal(now: () => Instant, providers: Providers | undefined) {
  const venue = new Venue({
    instruments: [EURUSD],
    users: [USER],
    latency: LATENCY,
    fillTiming: 'arrival',
    tokenLife: SECOND,
    seed: SEED,
    maxEndedOrders: 100_000,
    ...(providers === undefined ? {} : { providers }),
  });
  const gateway = new LocalGateway({
    venue,
    account: venue.findAccount(USER.user, USER.org)!,
    rfs: new QuoteService(
      { venue, trades: new TradeBook(16), settings: DEFAULT_RFS_SETTINGS },
      SEED,
      'RFS',
    ),
    answers: new Transit(LATENCY.replies, SEED, 'answers'),
    now,
  });
  return { venue, gateway };
}

export async function runLocal(
  script: readonly ScriptedStep[],
  providers?: Providers,
): Promise<readonly BotEvent[]> {
  let now: Instant = FIRST_AT;
  const { venue, gateway } = startLocal(() => now, providers);
  const events: BotEvent[] = [];
  gateway.start({ event: (event) => events.push(event) });
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
  await runScript(script, moveTo, (make, at) => {
    const command = make(events, at);
    if (command !== undefined) gateway.send(command);
    return Promise.resolve();
  });
  return events;
}

export async function runRemote(
  script: readonly ScriptedStep[],
  providers?: Providers,
): Promise<readonly BotEvent[]> {
  const venue = { latency: LATENCY, fillTiming: 'arrival', maxEndedOrders: 100_000 } as const;
  const simulator = await start({
    recording: { file: RECORDING },
    venue: { ...venue, seed: SEED, ...(providers === undefined ? {} : { providers }) },
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
      onLogin: (...told) => gateway.noteLogin(...told),
    }),
  );
  const gateway = createRemoteGateway({
    classify: (outcome) => outcome.class,
    machine: realClock,
    client,
    clock,
    instruments: [EURUSD],
    pollInterval: 3_600 * SECOND,
    seed: SEED,
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
  await runScript(script, moveTo, async (make, at) => {
    const command = make(events, at);
    if (command !== undefined) gateway.send(command);
    await lanes.settle();
  });
  return events;
}
