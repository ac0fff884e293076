// RC32: the bot alerts when an order takes its symbol's share of the gross exposure above the
// limit.
import { type Micros, SECOND } from '../../../domain/index.js';
import type { World } from '../../simulation/world.js';
import type { Records } from '../invariant.js';
import { listWorst, worst } from './exposure.js';
import { type Case, paramsOf, toAccount } from './order.js';
import { MOST_APPROVAL } from './pace.js';

/**
 * Tolerance in per cent of gross: mids and other working orders may have changed since the
 * decision.
 */
const MOVED = 3;
/** Above this percentage there is no other exposure. */
const ALL = 99.9;
/** The alert is repeated after a minute while the share stays above its limit. */
const TOLD_FOR: Micros = 61 * SECOND;
/**
 * Latest alert after the command: while an order waits to leave, other exposure may shrink, which
 * is noticed within a second.
 */
const TOLD_AFTER: Micros = MOST_APPROVAL + 1.5 * SECOND;

interface Share {
  readonly coId: string;
  readonly symbol: string;
  readonly percent: number;
}

/** Orders whose alert must be in the journal. */
const DUE = new WeakMap<World, Share[]>();

/** Notes an order that leaves for the first time and requires an alert. */
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

/** The first share above the limit without an alert, or undefined. */
export function findUntold(world: World, records: Records): string | undefined {
  // The alert may be in a part of the journal that is lost.
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
