// Runs one world: a time of faults, a time of calm, a stop, and what must hold at each point.
import { type Instant, type Micros, type Result, SECOND } from '../domain/index.js';
import { createRandom } from '../determinism/index.js';
import { endsByOperator } from '../risk/index.js';
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
import { FirstViolation, readRecords } from './simulation/first-violation.js';
import { addRare, drawFaults, FaultCounts, placeFaults } from './faults/place-faults.js';
import { resumeByHand } from './simulation/operator.js';
import { drawBinding, placeOverrides } from './simulation/overrides.js';
import { watchRecoveries, watchRest } from './simulation/quiescence.js';
import { drawVariant } from './simulation/plan-variants.js';
import { World } from './simulation/world.js';

/** A Tuesday; every world begins in the middle of an ordinary week. */
export const EPOCH: Instant = 1_784_023_200_000_000;

/** Time of faults, drawn between these. */
const LEAST_FAULTS: Micros = 60 * SECOND;
const MOST_FAULTS: Micros = 240 * SECOND;
/** What the bot gets to become ready again, and to end once it is told to. */
const CALM: Micros = 60 * SECOND;
/**
 * The same, at most, of one that dies at points: with each death the minute begins anew that proves
 * an order lost.
 */
const CALM_AFTER_DEATHS: Micros = 5 * 60 * SECOND;
const ENDING: Micros = 90 * SECOND;
/** Until nothing is on its way any more, not even what a fault has made late. */
const SETTLING: Micros = 130 * SECOND;
/** The same in a world in which the bot dies at a point: nothing is late there. */
const SETTLING_SOON: Micros = 3 * SECOND;
/** A bot that could not open is started again, as a person or a supervisor would. */
const RESTART_AFTER: Micros = 10 * SECOND;
const MAX_LIVES = 300;
/** Faults of which orders in the name of strategies are the whole point. */
const PLACING: readonly string[] = ['P05', 'P06'];

export interface WorldOptions {
  readonly plan: Plan;
  readonly seed: number;
  /** All of them when absent. */
  readonly groups?: ReadonlySet<FaultGroup>;
  /** These and no others, instead of a draw. */
  readonly faults?: readonly string[];
  /** Faults come for so long, instead of a draw. */
  readonly span?: Micros;
  /**
   * The bot dies at each of these, one after another. The world then ends as soon as it is at rest,
   * and its effects are counted.
   */
  readonly crashes?: readonly CrashPoint[];
  readonly epoch?: Instant;
  /** Narrow limits and a second channel of trades in some worlds: for the shipped configuration. */
  readonly hasVariants?: boolean;
  /** Orders are the strategies' own: no fault places any in their name, unless it is asked for. */
  readonly hasOwnStrategies?: boolean;
  readonly notify?: (line: string) => void;
  /** Done to the world before it begins: for a test that plants a defect. */
  readonly prepare?: (world: World) => void;
  /** What must hold; everything when absent. */
  readonly invariants?: readonly Invariant[];
}

export interface WorldReport {
  readonly seed: number;
  /** Two runs of one seed give the same. */
  readonly hash: string;
  readonly faults: readonly string[];
  readonly span: Micros;
  /** How often each fault came. */
  readonly counts: ReadonlyMap<string, number>;
  readonly breach: Breach | undefined;
  /** The last lines of the trace. */
  readonly trace: readonly string[];
  /** Virtual time that passed. */
  readonly elapsed: Micros;
  readonly orders: number;
  /** What the gate said of the first order that it refused, if any. */
  readonly refused: string | undefined;
  /** What the bot has been through, by name. */
  readonly situations: ReadonlySet<string>;
  /** With `crashes`: effects on disk and network before the first of them, within the span. */
  readonly effects: readonly Effect[];
  /** Effects of the start after the last crash, until the bot was ready or halted. */
  readonly recovery: number;
}

/** Faults are those of the venue's settings; a broken invariant is in the report. */
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
  const judge = new FirstViolation(world, options.invariants ?? INVARIANTS);
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
      ...{ seed, faults, span, breach: judge.breach },
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

/** Faults that place orders of their own would break what a strategy says of itself. */
function isUsable(id: string, { hasOwnStrategies = false }: WorldOptions): boolean {
  return !(hasOwnStrategies && PLACING.includes(id));
}

/** Plan and time of the world that these faults need. */
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
  /** How long faults come. */
  readonly span: Micros;
  /** How long none come, until it is told to stop. */
  readonly calm: Micros;
  /** It ends as soon as it is at rest. */
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
    // It died when it was told to stop.
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
  // One that is about to open can be told nothing yet.
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

/** Tells all to stop, and waits until they have ended and nothing is on its way. */
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

/** Nobody tries to resume what has yet to come to its start, or stands still. */
function isHeld(bot: Bot | undefined): boolean {
  if (bot?.session === undefined || bot.life.isOver || bot.life.isFrozen) return false;
  const { mode, snapshot } = bot.session.inspect();
  return mode === 'halted' || snapshot.gate.pauses.some(endsByOperator);
}

/**
 * What could not open is tried again; and what halted, for what is latched has to stay so; and what
 * a person stopped.
 */
function mustRestart(bot: Bot | undefined): boolean {
  const end = bot?.end;
  if (bot === undefined || end === undefined || bot.life.isOver) return false;
  return end.kind === 'not-opened' || (end.kind === 'ended' && end.end.reason !== 'done');
}

/** How it ended, and Weir's sentence of it. */
function describeEnd(bot: Bot | undefined): readonly [string, string] {
  const end = bot?.end;
  if (end?.kind !== 'ended') return [end?.kind ?? 'none', ''];
  return [`ended ${end.end.reason}`, end.end.message];
}

/** Crash points stay: the last start may come to its points only then. */
function stopFaults(world: World, hasPoints: boolean): void {
  world.venue.clearFaults();
  world.wire.armVenue();
  world.wire.meddlers.length = 0;
  world.machine.clocks.drawLateness = () => 0;
  // As a person does once logins work: their count would keep starts waiting for ten minutes.
  const { disk } = world;
  if (disk.describe(CONTROL_DIR) !== undefined) {
    disk.tamper(CONTROL_DIR, REFUSED_LOGINS, () => undefined);
  }
  if (!hasPoints) disk.before = () => undefined;
}
