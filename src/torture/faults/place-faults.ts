// Draws the faults of a world and adds them to it.
import type { Micros } from '../../domain/index.js';
import { createRandom, type Random } from '../../determinism/index.js';
import {
  drawShare,
  FAULT_GROUPS,
  type FaultGroup,
  type InjectedFaultKind,
  type FaultStage,
} from './fault.js';
import { FAULTS, groupOf } from './index.js';
import type { Survivors } from '../platform/disk.js';
import { BOT_LOGIN } from '../simulation/venue.js';
import type { World } from '../simulation/world.js';

/** Probability that a group of faults is on, and the range of the probability of its members. */
const GROUP_CHANCE = 0.4;
const LEAST_KIND_CHANCE = 0.03;
const MOST_KIND_CHANCE = 0.25;
const LATER: readonly string[] = ['V26', 'V28', 'V34', 'P17'];
/** Share of worlds without any fault. */
const CALM_CHANCE = 0.05;

/** Draws groups before faults, so that small groups are not drowned by large ones. */
export function drawFaults(seed: number, groups: ReadonlySet<FaultGroup>): readonly string[] {
  const random = createRandom(seed, 'world/faults');
  if (random() < CALM_CHANCE) return [];
  const isOn = new Map(FAULT_GROUPS.map((group) => [group as string, random() < GROUP_CHANCE]));
  const only = groups.size === 1;
  // More often small: many faults at once hide each other, and a halted bot shows little.
  const chance = LEAST_KIND_CHANCE + drawShare(random, MOST_KIND_CHANCE - LEAST_KIND_CHANCE);
  return FAULTS.filter((kind) => {
    const group = groupOf(kind);
    // Faults added later draw from streams of their own, so that the older worlds stay the same.
    const own = LATER.includes(kind.id) ? createRandom(seed, `world/${kind.id}`) : random;
    const isDrawn = own() < chance;
    return groups.has(group as FaultGroup) && isDrawn && (only || isOn.get(group) === true);
  }).map(({ id }) => id);
}

/**
 * Faults that lead to rare situations: some worlds with few faults get one entry of this list. An
 * entry is repeated if only few of its worlds reach the situation.
 */
const RARE: readonly (readonly string[])[] = [
  ...[['V23'], ['V23'], ['V03'], ['V03'], ['V03'], ['N08'], ['N09'], ['P15'], ['X07'], ['X07']],
  ...[['P01'], ['P01'], ['N10'], ['N10', 'P01'], ['N10', 'P01'], ['V12', 'P01'], ['V12']],
  ...[['H03', 'P01'], ['H03'], ['V04'], ['V04'], ['V15'], ['V32'], ['V01'], ['H04'], ['H04']],
];
const RARE_CHANCE = 0.4;
const MOST_BESIDE = 3;

/** Faults of a world for coverage: those drawn, sometimes with a rare entry. */
export function addRare(
  seed: number,
  drawn: readonly string[],
  groups: ReadonlySet<FaultGroup>,
): readonly string[] {
  const random = createRandom(seed, 'world/rare');
  const rare = RARE[Math.floor(random() * RARE.length)] ?? [];
  if (random() >= RARE_CHANCE || drawn.length === 0 || drawn.length > MOST_BESIDE) return drawn;
  const allowed = rare.filter((id) => groups.has(id.slice(0, 1) as FaultGroup));
  return FAULTS.map(({ id }) => id).filter((id) => drawn.includes(id) || allowed.includes(id));
}

/** Number of injections of each fault. */
export class FaultCounts {
  readonly #counts = new Map<string, number>();

  add(id: string): void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
  }

  /** Adds the hits of the simulator's own faults; call it while the simulator still has them. */
  addHits(world: World): void {
    for (const { id, hits } of world.venue.listFaults()) {
      const [kind = id] = id.split('-');
      for (let hit = 0; hit < hits; hit++) this.add(kind);
    }
  }

  list(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}

/** Adds the faults to a world for `span`. Each fault draws from a random stream of its own. */
export function placeFaults(
  world: World,
  ids: readonly string[],
  span: Micros,
  counts: FaultCounts,
): void {
  const isOver = () => world.time.now >= span;
  for (const kind of FAULTS) {
    if (!ids.includes(kind.id)) continue;
    kind.put(createStage(world, kind, span, isOver, counts));
  }
}

function drawSurvivors(random: Random): Survivors {
  switch (Math.floor(random() * 4)) {
    case 0:
      return { kind: 'synced' };
    case 1:
      return { kind: 'all' };
    case 2:
      return { kind: 'torn', share: random() };
    default:
      return { kind: 'some', draw: () => random() < 0.5 };
  }
}

function createStage(
  world: World,
  { id }: InjectedFaultKind,
  span: Micros,
  isOver: () => boolean,
  counts: FaultCounts,
): FaultStage {
  const random: Random = createRandom(world.seed, `fault/${id}`);
  const count = () => {
    counts.add(id);
    world.trace.add(world.time.now, `fault ${id}`);
  };
  let scenarios = 0;
  return {
    random,
    span,
    count,
    world,
    clocks: world.machine.clocks,
    host: world.machine.host,
    instruments: world.plan.instruments,
    user: `${BOT_LOGIN.user}@${BOT_LOGIN.org}`,
    disk: () => world.disk,
    at: (at, action) => {
      world.time.at(at, () => {
        if (isOver()) return;
        count();
        action();
      });
    },
    onRequest: (probability, change, fits = () => true) => {
      world.wire.meddlers.push((call, plan) => {
        if (isOver() || !fits(call) || random() >= probability) return;
        count();
        change(plan, random, call);
      });
    },
    scenario: (faults, seeds = random) => {
      const problem = world.venue.addFaults({
        seed: Math.floor(seeds() * 1_000_000),
        faults: faults.map((fault) => ({ ...fault, id: `${id}-${String(++scenarios)}` })),
      });
      if (problem !== undefined) throw new RangeError(`fault ${id}: ${problem}`);
    },
    ...createBlows(world, random, isOver, count),
  };
}

/** Actions that hit the bot or the venue as a whole. */
function createBlows(
  world: World,
  random: Random,
  isOver: () => boolean,
  count: () => void,
): Pick<FaultStage, 'endOrders' | 'crash' | 'crashAtEffect' | 'block'> {
  return {
    endOrders: (at, status, reason, coId) => {
      world.time.quietlyAt(at, () => {
        if (!isOver() && world.endOrders(status, reason, coId)) count();
      });
    },
    crash: (survivors = drawSurvivors(random), tamper) => {
      world.crash(survivors, tamper);
    },
    crashAtEffect: (number) => {
      world.crashAtEffect(number, () => drawSurvivors(random));
    },
    block: (time) => {
      world.block(time);
    },
  };
}
