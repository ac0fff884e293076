// Runs one world: a fault phase, a calm phase, a stop, and the invariants at each point.
import { type Instant, type Micros, type Result, SECOND } from '../domain/index.js';
import { createRandom } from '../determinism/index.js';
import { endsByOperator } from '../risk/gate/index.js';
import type { Plan } from '../plan/index.js';
import { REFUSED_LOGINS } from '../state/index.js';
import { type CrashPoint, CrashPoints, type Effect } from './crash/crash-points.js';
import { type FaultGroup, FAULT_GROUPS } from './faults/fault.js';
import { FAULTS } from './faults/index.js';
import { INVARIANTS } from './invariants/index.js';
import { type Breach, type Invariant, listData } from './invariants/invariant.js';
import { banGlobals } from './platform/forbid-globals.js';
import { type Bot, CONTROL_DIR } from './simulation/bot.js';
import { listDeals } from './simulation/quote-trades.js';
import { noteHalts } from './simulation/halts.js';
import { FirstViolation } from './simulation/first-violation.js';
import { readRecords } from './simulation/read-records.js';
import { addRare, drawFaults, FaultCounts, placeFaults } from './faults/place-faults.js';
import { resumeByHand } from './simulation/operator.js';
import { drawBinding, placeOverrides } from './simulation/overrides.js';
import { watchRecoveries, watchRest } from './simulation/quiescence.js';
import { drawVariant } from './simulation/plan-variants.js';
import { World } from './simulation/world.js';

/** A Tuesday: worlds begin in the middle of an ordinary week. */
export const EPOCH: Instant = 1_784_023_200_000_000;

/** Range of the fault phase's duration. */
const LEAST_FAULTS: Micros = 60 * SECOND;
const MOST_FAULTS: Micros = 240 * SECOND;
/** Time for the bot to become ready again after the faults. */
const CALM: Micros = 60 * SECOND;
/**
 * Maximum calm phase with crash points: each crash restarts the minute that proves an order lost.
 */
const CALM_AFTER_DEATHS: Micros = 5 * 60 * SECOND;
const ENDING: Micros = 90 * SECOND;
/** Time until nothing is in transit any more, including responses that a fault delayed. */
const SETTLING: Micros = 130 * SECOND;
/** The same in a world with crash points, where nothing is delayed. */
const SETTLING_SOON: Micros = 3 * SECOND;
/** Delay before a bot that could not open is started again, as a supervisor would do. */
const RESTART_AFTER: Micros = 10 * SECOND;
const MAX_LIVES = 300;
/** Faults whose only purpose is to place orders in the name of strategies. */
const PLACING: readonly string[] = ['P05', 'P06'];

export interface WorldOptions {
  readonly plan: Plan;
  readonly seed: number;
  /** Fault groups to draw from; all when absent. */
  readonly groups?: ReadonlySet<FaultGroup>;
  /** Exactly these faults, instead of a draw. */
  readonly faults?: readonly string[];
  /** Duration of the fault phase, instead of a draw. */
  readonly span?: Micros;
  /**
   * The bot dies at these points, one after another. The world then ends as soon as it is
   * quiescent, and its effects are counted.
   */
  readonly crashes?: readonly CrashPoint[];
  readonly epoch?: Instant;
  /**
   * In some worlds, narrow limits and the STP download as second trade channel; for the shipped
   * configuration.
   */
  readonly hasVariants?: boolean;
  /** Only strategies place orders: no drawn fault places any in their name. */
  readonly hasOwnStrategies?: boolean;
  readonly notify?: (line: string) => void;
  /** Prepares the world before it begins, for tests that plant a defect. */
  readonly prepare?: (world: World) => void;
  /** Invariants to check; all when absent. */
  readonly invariants?: readonly Invariant[];
}

export interface WorldReport {
  readonly seed: number;
  /** Hash of the trace: equal for two runs of the same seed. */
  readonly hash: string;
  readonly faults: readonly string[];
  readonly span: Micros;
  /** Number of injections of each fault. */
  readonly counts: ReadonlyMap<string, number>;
  readonly breach: Breach | undefined;
  readonly trace: readonly string[];
  /** Virtual time that passed. */
  readonly elapsed: Micros;
  readonly orders: number;
  /** Rule and message of the first order that the gate refused, if any. */
  readonly refused: string | undefined;
  /** Names of the situations that the bot went through. */
  readonly situations: ReadonlySet<string>;
  /** With `crashes`: effects on disk and network before the first crash, within the span. */
  readonly effects: readonly Effect[];
  /** Number of effects of the start after the last crash, until the bot was ready or halted. */
  readonly recovery: number;
}

/** Fails for bad settings of the venue; a violated invariant is part of the report. */
export async function runWorld(options: WorldOptions): Promise<Result<WorldReport>> {
  const { seed, groups = new Set(FAULT_GROUPS), notify } = options;
  const usual = drawFaults(seed, groups);
  const all = options.hasVariants === true ? addRare(seed, usual, groups) : usual;
  const { faults = all.filter((id) => isUsable(id, options)) } = options;
  const { calm, longer, ...setting } = toSetting(seed, faults, options);
  const opened = World.open({ ...setting, seed, ...(notify === undefined ? {} : { notify }) });
  if (!opened.ok) return opened;
  const world = opened.value;
  const random = createRandom(seed, 'world/span');
  const drawn = Math.floor(LEAST_FAULTS + random() * (MOST_FAULTS - LEAST_FAULTS));
  const span = options.span ?? drawn + longer;
  const counts = new FaultCounts();
  const judge = new FirstViolation(world, options.invariants ?? INVARIANTS, INVARIANTS);
  world.strategyFaults.mayPlace = options.hasOwnStrategies !== true;
  options.prepare?.(world);
  const points = options.crashes && new CrashPoints(world, options.crashes);
  world.faults = faults;
  placeFaults(world, faults, span, counts);
  if (options.hasVariants === true) placeOverrides(world, span);
  world.trace.add(0, `faults ${faults.join(' ')} for ${String(span)}`);
  const lift = banGlobals((name, place) => {
    world.complain(19, `${name} of the platform was used at ${place}`);
  });
  try {
    const isShort = options.crashes !== undefined;
    await live(world, judge, { span, calm, isShort }, counts);
  } finally {
    lift();
  }
  world.venue.close();
  return {
    ok: true,
    value: {
      seed,
      faults,
      span,
      breach: judge.breach,
      hash: world.trace.digest(),
      counts: counts.list(),
      trace: world.trace.last,
      elapsed: world.time.now,
      orders: world.listOwnOrders().length + listDeals(world).length,
      refused: judge.refused,
      situations: world.situations.reached,
      effects: points?.effects ?? [],
      recovery: points?.recovery ?? 0,
    },
  };
}

/** Faults that place orders would contradict what a strategy asserts about its own orders. */
function isUsable(id: string, { hasOwnStrategies = false }: WorldOptions): boolean {
  return !(hasOwnStrategies && PLACING.includes(id));
}

/** Plan and times of the world that these faults need. */
function toSetting(seed: number, faults: readonly string[], options: WorldOptions) {
  const { epoch, hasVariants = false } = options;
  const plan = hasVariants ? drawBinding(seed, drawVariant(seed, options.plan)) : options.plan;
  let changed: Plan = { ...plan, config: { ...plan.config, seed, clock: 'wall' } };
  let begin = EPOCH;
  let [longer, calm] = [0, options.crashes === undefined ? CALM : CALM_AFTER_DEATHS];
  for (const kind of FAULTS) {
    if (kind.setting === undefined || !faults.includes(kind.id)) continue;
    const setting = kind.setting(createRandom(seed, `setting/${kind.id}`));
    begin = setting.epoch ?? begin;
    longer = Math.max(longer, setting.longer ?? 0);
    calm = Math.max(calm, setting.calm ?? 0);
    changed = setting.change?.(changed) ?? changed;
  }
  return { plan: changed, epoch: epoch ?? begin, longer, calm };
}

interface Pace {
  /** Duration of the fault phase, µs. */
  readonly span: Micros;
  /** Time without faults until the bot is stopped. */
  readonly calm: Micros;
  /** The world ends as soon as it is quiescent. */
  readonly isShort: boolean;
}

async function live(
  world: World,
  judge: FirstViolation,
  { span, calm, isShort }: Pace,
  counts: FaultCounts,
): Promise<void> {
  const isBroken = () => judge.breach !== undefined;
  world.startBot();
  let isStopping = false;
  const hasPerson = createRandom(world.seed, 'world/person')() < 0.5;
  watchRecoveries(world, () => {
    judge.checkRecovered();
    // The bot died after the stop: its next run has to be stopped, too.
    if (isStopping) world.bot?.session?.stop('the world ends');
  });
  const tend = () => {
    const { bot } = world;
    if (isStopping) return;
    if (hasPerson && bot?.end === undefined && isHeld(bot)) void resumeByHand(world);
    if (mustRestart(bot) && world.bots.length < MAX_LIVES) {
      if (bot !== undefined) noteHalts(world, bot);
      bot?.life.end();
      world.startBot();
    }
    world.time.after(RESTART_AFTER, tend);
  };
  world.time.after(RESTART_AFTER, tend);
  await world.time.runTo(span, isBroken);
  counts.addHits(world);
  stopFaults(world, isShort);
  world.trace.add(world.time.now, 'faults stop');
  const rest = isShort ? watchRest(world) : () => false;
  await world.time.runTo(span + calm, () => isBroken() || rest());
  judge.check((invariant) => invariant.whenCalm?.(world));
  isStopping = true;
  // A bot that is still opening cannot be stopped yet.
  await world.time.runTo(world.time.now + ENDING, () => isBroken() || !isOpening(world.bot));
  world.stoppedAt = world.time.now;
  await stopBots(world, isShort, isBroken);
  const records = readRecords(world, judge);
  const [refusal] = listData(records, 'refused');
  if (refusal !== undefined)
    judge.refused = `${String(refusal['rule'])}: ${String(refusal['message'])}`;
  const { bot } = world;
  const [end, message] = describeEnd(bot);
  world.trace.add(world.time.now, `end ${end}`, { message });
  judge.check((invariant) => invariant.atQuiet?.(world, records));
  world.situations.journal(records);
  world.situations.ended(world.bots);
  for (const { life } of [...world.bots, ...world.others]) life.end();
}

function isOpening(bot: Bot | undefined): boolean {
  return bot !== undefined && bot.session === undefined && bot.end === undefined;
}

/** Stops all bots, and waits until they have ended and nothing is in transit. */
async function stopBots(world: World, isShort: boolean, isBroken: () => boolean): Promise<void> {
  const all = [...world.bots, ...world.others].filter(({ life }) => !life.isOver);
  for (const { session } of all) session?.stop('the world ends');
  const hasEnded = () => {
    if (isBroken()) return true;
    const isLeft = all.some(({ end, life }) => end === undefined && !life.isOver);
    return !isLeft && world.bot?.end !== undefined;
  };
  await world.time.runTo(world.time.now + ENDING, hasEnded);
  await world.time.runTo(world.time.now + (isShort ? SETTLING_SOON : SETTLING), isBroken);
}

/**
 * Whether an operator could resume the bot: it has started, is not frozen, and is halted or paused.
 */
function isHeld(bot: Bot | undefined): boolean {
  if (bot?.session === undefined || bot.life.isOver || bot.life.isFrozen) return false;
  const { mode, snapshot } = bot.session.inspect();
  return mode === 'halted' || snapshot.gate.pauses.some(endsByOperator);
}

/**
 * Whether to start the bot again: after a failed start, a halt (its latch must persist) or a stop.
 */
function mustRestart(bot: Bot | undefined): boolean {
  const end = bot?.end;
  if (bot === undefined || end === undefined || bot.life.isOver) return false;
  return end.kind === 'not-opened' || (end.kind === 'ended' && end.end.reason !== 'done');
}

/** How the bot ended, with its message. */
function describeEnd(bot: Bot | undefined): readonly [string, string] {
  const end = bot?.end;
  if (end?.kind !== 'ended') return [end?.kind ?? 'none', ''];
  return [`ended ${end.end.reason}`, end.end.message];
}

/** Ends all faults but crash points: the last start may reach its points only afterwards. */
function stopFaults(world: World, hasPoints: boolean): void {
  world.venue.clearFaults();
  world.wire.armVenue();
  world.wire.meddlers.length = 0;
  world.machine.clocks.drawLateness = () => 0;
  // Removes the count of refused logins, as an operator does: it would delay starts by 10 minutes.
  const { disk } = world;
  if (disk.describe(CONTROL_DIR) !== undefined) {
    disk.tamper(CONTROL_DIR, REFUSED_LOGINS, () => undefined);
  }
  if (!hasPoints) disk.before = () => undefined;
}
