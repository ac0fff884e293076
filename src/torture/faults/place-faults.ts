// Draws which faults a world has, and puts them into it.
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

/** Chance of a group to be on; that of a kind whose group is on is drawn between these. */
const GROUP_CHANCE = 0.4;
const LEAST_KIND_CHANCE = 0.03;
const MOST_KIND_CHANCE = 0.25;
const LATER: readonly string[] = ['V26', 'V28', 'V34', 'P17'];
/** Worlds without any fault. */
const CALM_CHANCE = 0.05;

/** Groups first, so that rare ones are not drowned; then kinds. */
export function drawFaults(seed: number, groups: ReadonlySet<FaultGroup>): readonly string[] {
  const random = createRandom(seed, 'world/faults');
  if (random() < CALM_CHANCE) return [];
  const isOn = new Map(FAULT_GROUPS.map((group) => [group as string, random() < GROUP_CHANCE]));
  const only = groups.size === 1;
  // More often small: what many faults do at once, few show, and a bot that halts shows little.
  const chance = LEAST_KIND_CHANCE + drawShare(random, MOST_KIND_CHANCE - LEAST_KIND_CHANCE);
  return FAULTS.filter((kind) => {
    const group = groupOf(kind);
    // Kinds that came later have streams of their own: the worlds of before stay what they were.
    const own = LATER.includes(kind.id) ? createRandom(seed, `world/${kind.id}`) : random;
    const isDrawn = own() < chance;
    return groups.has(group as FaultGroup) && isDrawn && (only || isOn.get(group) === true);
  }).map(({ id }) => id);
}

/**
 * What leads to rare situations: some worlds get one of these on top of few others. Those that are
 * there more than once bring it in few of their worlds.
 */
const RARE: readonly (readonly string[])[] = [
  ...[['V23'], ['V23'], ['V03'], ['V03'], ['V03'], ['N08'], ['N09'], ['P15'], ['X07'], ['X07']],
  ...[['P01'], ['P01'], ['N10'], ['N10', 'P01'], ['N10', 'P01'], ['V12', 'P01'], ['V12']],
  ...[['H03', 'P01'], ['H03'], ['V04'], ['V04'], ['V15'], ['V32'], ['V01'], ['H04'], ['H04']],
];
const RARE_CHANCE = 0.4;
const MOST_BESIDE = 3;

/** The faults of a world of coverage. */
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

/** How often each fault came. */
export class FaultCounts {
  readonly #counts = new Map<string, number>();

  add(id: string): void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
  }

  /** Those of the simulator's own faults come on top, when it still has them. */
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

/** Puts faults into a world for so long. Each kind draws from a stream of its own. */
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
    ...{ random, span, count, world, clocks: world.machine.clocks, host: world.machine.host },
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

/** What hits the bot or the venue as a whole. */
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
