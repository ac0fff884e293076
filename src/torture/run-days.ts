// Runs a world of several days without faults: the bot runs in time windows and keeps its positions
// over their value dates. The time between two windows is skipped: no polls, no rates, no trades.
import { type Instant, type Micros, ok, type Result, SECOND } from '../domain/index.js';
import type { Plan } from '../plan/index.js';
import { DAYS_INVARIANTS } from './invariants/index.js';
import type { Breach } from './invariants/invariant.js';
import { banGlobals } from './platform/forbid-globals.js';
import { noteHalts } from './simulation/halts.js';
import { FirstViolation } from './simulation/first-violation.js';
import { readRecords } from './simulation/read-records.js';
import { listOwnHoldings } from './simulation/value-dates.js';
import { World } from './simulation/world.js';

/** Longest time for the bot to end after the stop, and for pending requests to finish. */
const ENDING: Micros = 90 * SECOND;
const SETTLING: Micros = 3 * SECOND;

export interface DaysOptions {
  readonly plan: Plan;
  readonly seed: number;
  /** Time windows in which the bot runs, in order; each is a start of its own. */
  readonly windows: readonly (readonly [from: Instant, to: Instant])[];
  /** Prepares the world before it begins, for tests that plant a defect. */
  readonly prepare?: (world: World) => void;
}

export interface DaysReport {
  readonly breach: Breach | undefined;
  readonly orders: number;
  /** Positions by value date and settled cash at the end, one line each. */
  readonly held: readonly string[];
}

export async function runDays(options: DaysOptions): Promise<Result<DaysReport>> {
  const { seed, windows } = options;
  const plan: Plan = { ...options.plan, config: { ...options.plan.config, seed, clock: 'wall' } };
  const opened = World.open({ plan, seed, epoch: windows[0]?.[0] ?? 0 });
  if (!opened.ok) return opened;
  const world = opened.value;
  world.wire.wakesVenueOnce = true;
  const judge = new FirstViolation(world, DAYS_INVARIANTS);
  options.prepare?.(world);
  const lift = banGlobals((name, place) => {
    world.complain(19, `${name} of the platform was used at ${place}`);
  });
  try {
    for (const [from, to] of windows) {
      await runWindow(world, judge, from, to);
      if (judge.breach !== undefined) break;
    }
  } finally {
    lift();
  }
  world.venue.close();
  const { breach } = judge;
  return ok({ breach, orders: world.listOwnOrders().length, held: listHeld(world) });
}

async function runWindow(
  world: World,
  judge: FirstViolation,
  from: Instant,
  to: Instant,
): Promise<void> {
  const isBroken = () => judge.breach !== undefined;
  const gap = from - world.venueNow;
  if (gap > 0) leap(world, gap);
  const bot = world.startBot();
  const { time } = world;
  await time.runTo(time.now + to - Math.max(from, world.venueNow), isBroken);
  judge.check((invariant) => invariant.whenCalm?.(world));
  bot.session?.stop('the day ends');
  await time.runTo(time.now + ENDING, () => isBroken() || bot.end !== undefined);
  await time.runTo(time.now + SETTLING, isBroken);
  const records = readRecords(world, judge);
  judge.check((invariant) => invariant.atQuiet?.(world, records));
  noteHalts(world, bot);
  bot.life.end();
}

/**
 * Skips time in which the market stands still, as over a weekend: generating the rates of days that
 * nobody sees would take longer than all else. Orders can still expire meanwhile.
 */
function leap(world: World, gap: Micros): void {
  world.venue.skipRates(world.venueNow + gap);
  world.suspend(gap);
}

function listHeld(world: World): readonly string[] {
  const { dated, cash } = listOwnHoldings(world);
  return [...dated, ...cash];
}
