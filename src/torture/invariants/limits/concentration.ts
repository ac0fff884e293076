// RC32: an order that takes its symbol's share of all that is held above the limit is told of.
import { type Micros, SECOND } from '../../../domain/index.js';
import type { World } from '../../simulation/world.js';
import type { Records } from '../invariant.js';
import { listWorst, worst } from './exposure.js';
import { type Case, paramsOf, toAccount } from './order.js';
import { MOST_APPROVAL } from './pace.js';

/** Mids, and what else works, may have changed since the bot decided: per cent of all. */
const MOVED = 3;
/** All of it: nothing else is held. */
const ALL = 99.9;
/** What stays above its limit is told again after a minute. */
const TOLD_FOR: Micros = 61 * SECOND;
/** While an order waits to leave all else may become less, which is told within a second. */
const TOLD_AFTER: Micros = MOST_APPROVAL + 1.5 * SECOND;

interface Share {
  readonly coId: string;
  readonly symbol: string;
  readonly percent: number;
}

/** Of orders whose alert has to be in the journal. */
const DUE = new WeakMap<World, Share[]>();

/** Notes an order that leaves for the first time and has to be told of. */
export function noteShare(one: Case): void {
  const { order, world } = one;
  const limit = paramsOf(world, 'RC32')?.['percent'];
  const isRepeat = world.departures.some(
    ({ call }) => call !== one.departure.call && call.request.body.includes(`"${order.coId}"`),
  );
  if (limit === undefined || isRepeat) return;
  let [own, gross] = [0, 0];
  for (const line of listWorst(one, true)) {
    const value = toAccount(world, line.instrument.base, worst(line)) ?? NaN;
    gross += value;
    if (line.instrument === one.instrument) own = value;
  }
  const percent = (own / gross) * 100;
  if (!(percent > limit + MOVED && percent < ALL)) return;
  const due = DUE.get(world) ?? [];
  due.push({ coId: order.coId, symbol: order.symbol, percent });
  DUE.set(world, due);
}

interface Data {
  readonly kind?: string;
  readonly coId?: string;
  readonly rule?: string;
  readonly symbol?: string;
}

/** The first share above the limit that nobody was told of. */
export function findUntold(world: World, records: Records): string | undefined {
  // What was in a journal that is lost, nobody knows.
  if (world.isDamaged || world.forgotten.size > 0) return undefined;
  const sentAt = new Map<string, number>();
  const told: { readonly at: number; readonly symbol: string }[] = [];
  for (const { data, stamp, type } of records) {
    const { coId = '', kind, rule, symbol = '' } = data as Data;
    if (type === 'command' && kind === 'place') sentAt.set(coId, stamp.session);
    if (type === 'alert' && rule === 'RC32') told.push({ at: stamp.session, symbol });
  }
  const untold = DUE.get(world)?.find(({ coId, symbol }) => {
    const at = sentAt.get(coId);
    const isOf = (one: (typeof told)[number]) =>
      one.symbol === symbol &&
      at !== undefined &&
      one.at <= at + TOLD_AFTER &&
      one.at > at - TOLD_FOR;
    return at !== undefined && !told.some(isOf);
  });
  if (untold === undefined) return undefined;
  const { coId, percent, symbol } = untold;
  return `RC32: nobody was told of ${percent.toFixed(1)} % of gross in ${symbol} with ${coId}`;
}
