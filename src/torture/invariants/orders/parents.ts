// Invariant 15: the children of a parent order never exceed its size, also across restarts.
import { ORDER_STATES } from '../../../kernel/index.js';
import { isPlace } from '../../platform/request-kinds.js';
import type { World } from '../../simulation/world.js';
import { type Data, type Invariant, listData, type Records } from '../invariant.js';

interface Child {
  readonly coId: string;
  readonly strategy: string;
  readonly parent: string;
}

interface Parent {
  readonly strategy: string;
  readonly key: string;
  readonly units: number;
  readonly startedAt?: number;
}

const toKey = (strategy: string, key: string): string => `${strategy}/${key}`;

export const parents: Invariant = {
  number: 15,
  title: 'children of a parent never exceed it, and a key has one parent',
  holdsAlways: true,
  onLeave: (_, { bot, call }) => {
    const session = bot?.session;
    if (session === undefined || !isPlace(call)) return undefined;
    const [, coId = ''] = /"coId":"([\w-]+)"/.exec(call.request.body.toString()) ?? [];
    const child = session.listAtWork().orders.find((order) => order.coId === coId);
    if (child === undefined || child.parent === '') return undefined;
    const { orders, parents: known, settled } = session.snapshot();
    const parent = known.find(
      ({ key, strategy }) => key === child.parent && strategy === child.strategy,
    );
    if (parent === undefined) return `order ${coId} is a child of an unknown parent`;
    let sum = 0;
    for (const one of [...orders, ...settled]) {
      if (one.parent !== child.parent || one.strategy !== child.strategy) continue;
      // An ended child counts by its reported quantity: the records of its trades may still be
      // missing.
      sum += ORDER_STATES[one.state].isTerminal ? one.cumUnits : one.units;
    }
    return sum > parent.units && settled.length < MOST_SETTLED
      ? `parent ${parent.key} has ${String(parent.units)}, its children ask for ${String(sum)}`
      : undefined;
  },
  atQuiet: (world, records) => findOverfilled(world, records) ?? findSecond(records),
};

/** Beyond this number the oldest closed orders may be gone from the snapshot. */
const MOST_SETTLED = 1_000;

/** Fills beyond a parent's size, by the venue's books. */
function findOverfilled(world: World, records: Records): string | undefined {
  const owners = new Map<unknown, string>();
  for (const { coId, parent, strategy } of listData(records, 'command') as Iterable<Data & Child>) {
    if (parent) owners.set(coId, toKey(strategy, parent));
  }
  const filled = new Map<string, number>();
  const made = new Set<string>();
  for (const { cumBaseUnits, terms } of world.listOwnOrders()) {
    // Does not count a duplicate that the venue creates itself.
    const isMadeTwice = world.phantoms.has(terms.coId) && made.has(terms.coId);
    made.add(terms.coId);
    const owner = isMadeTwice ? undefined : owners.get(terms.coId);
    if (owner !== undefined) filled.set(owner, (filled.get(owner) ?? 0) + cumBaseUnits);
  }
  // Busted trades no longer count as filled.
  for (const { coId, near } of world.busted) {
    const owner = owners.get(coId);
    if (owner !== undefined) filled.set(owner, (filled.get(owner) ?? 0) - near.baseUnits);
  }
  const seen = new Set<string>();
  for (const { key, strategy, units } of listData(records, 'parent') as Iterable<Data & Parent>) {
    // The first record of a parent has the accepted size.
    if (seen.has(toKey(strategy, key))) continue;
    seen.add(toKey(strategy, key));
    const sum = filled.get(toKey(strategy, key)) ?? 0;
    if (sum > units) return `parent ${key} has ${String(units)}, ${String(sum)} were filled`;
  }
  return undefined;
}

/** Finds one key with two parents. */
function findSecond(records: Records): string | undefined {
  const begun = new Map<string, number>();
  for (const data of listData(records, 'parent') as Iterable<Data & Parent>) {
    const { key, startedAt, strategy } = data;
    if (startedAt === undefined) continue;
    const name = toKey(strategy, key);
    const first = begun.get(name);
    if (first !== undefined && first !== startedAt) return `a second parent for the key ${key}`;
    begun.set(name, startedAt);
  }
  return undefined;
}
