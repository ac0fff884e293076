// Invariant 28: approved orders never take the venue's position beyond the gate's worst case.
import type { Instrument } from '../../domain/index.js';
import { findSentId, takesRisk } from '../platform/request-kinds.js';
import { type Departure, isOfState } from '../simulation/departures.js';
import { findCap } from '../simulation/overrides.js';
import { sumTrades } from '../simulation/venue-actions.js';
import type { World } from '../simulation/world.js';
import type { Invariant } from './invariant.js';
import { countOpen, paramsOf, toAccount } from './limits/order.js';

/** The rule that limits the position of a symbol (RC23 positionLimit). */
const LIMIT = 'RC23';
/** Tolerance: mids move by less than this share between approvals that add up. */
const MOVED = 1.02;

const WAYS = [
  { side: 'Buy', sign: 1 },
  { side: 'Sell', sign: -1 },
] as const;

/** Exposure that the gate counted in a symbol and on one side when orders left. */
interface Approved {
  /** Highest worst case that any run counted including an order, minor units of the base. */
  counted: number;
  /** Value of a minor unit at the mid of the newest approval; undefined without a rate. */
  worth: number | undefined;
  /** The limit, or the highest cap of an override. */
  limit: number;
}

/** Orders that left from the bot's own state, and the exposure that the gate counted. */
interface Passed {
  /** Client order ids. */
  readonly orders: Set<string>;
  /** By symbol and side. */
  readonly approved: Map<string, Approved>;
}

const PASSED = new WeakMap<World, Passed>();

export const excess: Invariant = {
  number: 28,
  title: 'approved orders never take the position above the limit; any other excess halts',
  onLeave: (world, departure) => {
    if (!takesRisk(departure.call)) return undefined;
    const found = findExcess(world);
    const known = PASSED.get(world) ?? { orders: new Set(), approved: new Map() };
    PASSED.set(world, known);
    const coId = isOfState(world, departure) ? findSentId(departure.call) : undefined;
    if (coId !== undefined) known.orders.add(coId);
    for (const one of world.plan.instruments) noteApproval(world, departure, one, known);
    return found;
  },
  whenCalm: findExcess,
  atQuiet: findExcess,
};

function findExcess(world: World): string | undefined {
  const known = PASSED.get(world);
  if (known === undefined) return undefined;
  const { approved, orders } = known;
  const all = sumTrades(world, (coId) => orders.has(coId));
  const isRemembered = (coId: string) => orders.has(coId) && !world.forgotten.has(coId);
  const books = { all, known: world.forgotten.size === 0 ? all : sumTrades(world, isRemembered) };
  for (const { symbol } of world.plan.instruments) {
    for (const { side, sign } of WAYS) {
      const most = approved.get(`${symbol} ${side}`);
      if (most === undefined) continue;
      const value = sign * (books.all.get(symbol) ?? 0) * (most.worth ?? 0);
      const isOver = value > most.limit * MOVED;
      const text = `a position of ${value.toFixed(0)} above ${String(most.limit)}`;
      if (hasAct(world)) {
        if (isOver && !hasHalted(world)) return `${symbol}: nothing halts ${text}`;
        continue;
      }
      if (isOver) return `${symbol}: ${text}`;
      const held = sign * (books.known.get(symbol) ?? 0);
      if (held <= most.counted) continue;
      return `${symbol} ${side}: ${String(held)} held, ${String(most.counted)} counted at worst`;
    }
  }
  return undefined;
}

/** The venue duplicated an order, busted trades, or reported fills that did not happen. */
function hasAct({ busted, phantoms, wire }: World): boolean {
  return phantoms.size > 0 || busted.length > 0 || wire.shown.overtold.size > 0;
}

/** A bot that does not run trades nothing. */
function hasHalted({ bot }: World): boolean {
  const session = bot?.end === undefined ? bot?.session : undefined;
  return session === undefined || session.snapshot().gate.halts.length > 0;
}

function noteApproval(
  world: World,
  { bot }: Departure,
  instrument: Instrument,
  { approved }: Passed,
): void {
  const state = bot?.opened?.session.snapshot();
  if (bot === undefined || state === undefined) return;
  const { base, baseDecimals, symbol } = instrument;
  const held = state.positions
    .filter((position) => position.symbol === symbol)
    .reduce((sum, { units }) => sum + units, 0);
  const rule = paramsOf(world, LIMIT)?.[instrument.class] ?? Infinity;
  for (const { side, sign } of WAYS) {
    const orders = state.orders.filter((order) => order.symbol === symbol);
    const open = orders.reduce((sum, order) => sum + countOpen(order, side), 0);
    const cap = Math.max(
      ...orders.map(({ at }) => findCap(world, { life: bot.life.number, rule: LIMIT, symbol, at })),
      0,
    );
    const before = approved.get(`${symbol} ${side}`);
    approved.set(`${symbol} ${side}`, {
      counted: Math.max(before?.counted ?? 0, sign * held + open),
      worth: toAccount(world, base, Number(`1e-${String(baseDecimals)}`)),
      limit: Math.max(before?.limit ?? 0, rule, cap),
    });
  }
}
