// Limits on the rate feed: RC17, RC18, RC20 and RC22, recomputed from the rates shown to the bot.
import { type Instrument, type Micros, SECOND } from '../../../domain/index.js';
import type { ShownRate } from '../../simulation/delivered-data.js';
import { listWorst, worst } from './exposure.js';
import { type Case, type LimitCheck, paramsOf } from './order.js';

/** Time until the bot has processed what it was shown, and earlier approved orders have left. */
const GRACE: Micros = 3 * SECOND;
/** An order approved up to this long before may still leave. */
const APPROVED: Micros = 0.6 * SECOND;
/** Tolerance of a relative change: mids are sums of doubles. */
const ROUNDING = 1e-9;
/** Rates further apart than this do not belong to one feed. */
const MOST_GAP: Micros = 2.5 * SECOND;
/** Faults in which the bot does not accept some of the rates that it was shown. */
const NOT_TAKEN: readonly string[] = ['X04', 'X05', 'V22', 'V33', 'N07', 'N12'];
/** Hours of the day, UTC, in which markets move and RC17 applies. */
const ACTIVE = { from: 6, to: 20 };

function listShown({ bot, order, world }: Case, symbol = order.symbol): readonly ShownRate[] {
  return world.wire.shown.listRates(bot.life.number, symbol, 0);
}

const areTaken = ({ world }: Case, more = '') =>
  !world.faults.some((id) => NOT_TAKEN.includes(id) || id === more);

/** RC17: the rate did not change for too long although it was read all the time. */
const checkFrozen: LimitCheck = (one) => {
  const { instrument, world } = one;
  const seconds = paramsOf(world, 'RC17')?.[instrument.class];
  const hour = new Date(world.venueNow / 1_000).getUTCHours();
  // The bot does not accept broken rates (V32) either.
  if (seconds === undefined || !areTaken(one, 'V32') || hour < ACTIVE.from || hour >= ACTIVE.to)
    return;
  const shown = listShown(one);
  const newest = shown.at(-1);
  if (newest === undefined) return undefined;
  let since = newest.at;
  for (const { at, bid, offer } of shown.toReversed()) {
    if (bid !== newest.bid || offer !== newest.offer || since - at > MOST_GAP) break;
    since = at;
  }
  const span = newest.at - since;
  return span > seconds * SECOND + GRACE
    ? `RC17: the rate was the same for ${String(span / SECOND)} s`
    : undefined;
};

/** RC18: the newest rate, shown before the order was approved, lacks a side or is crossed. */
const checkBroken: LimitCheck = (one) => {
  const { departure, world } = one;
  const newest = listShown(one).at(-1);
  if (newest === undefined || paramsOf(world, 'RC18') === undefined || !areTaken(one)) return;
  const { at, bid, offer } = newest;
  if ((bid > 0 && offer >= bid) || at >= world.epoch + departure.at - APPROVED) return undefined;
  return `RC18: an order left on a rate of ${String(bid)} to ${String(offer)}`;
};

interface JumpRule {
  readonly confirm: Readonly<Record<string, number>>;
  readonly halt: Readonly<Record<string, number>>;
  readonly confirmations: number;
}

/**
 * RC20: a large jump halts its symbol; a smaller one needs confirmation by the rates that follow.
 */
const checkJump: LimitCheck = (one) => {
  const { departure, instrument, world } = one;
  const rule = world.plan.limits.rules['RC20'] as JumpRule | 'off' | undefined;
  if (rule === undefined || rule === 'off' || !areTaken(one)) return undefined;
  const confirm = (rule.confirm[instrument.class] ?? Infinity) / 100;
  const halt = (rule.halt[instrument.class] ?? Infinity) / 100;
  const leftAt = world.epoch + departure.at;
  let [missing, jumpedAt] = [0, 0];
  let before: number | undefined;
  for (const { at, bid, offer } of listShown(one)) {
    if (!(bid > 0 && offer >= bid)) continue;
    const mid = bid + offer;
    const change = before === undefined ? 0 : Math.abs(mid / before - 1);
    before = mid;
    if (change > halt + ROUNDING && at < leftAt - GRACE) {
      return `RC20: an order left after the mid jumped to ${String(bid)}`;
    }
    if (change > confirm + ROUNDING) [missing, jumpedAt] = [rule.confirmations, at];
    else missing -= 1;
  }
  return missing > 0 && jumpedAt < leftAt - APPROVED
    ? `RC20: an order left while a jump lacked ${String(missing)} rates that confirm it`
    : undefined;
};

/**
 * RC22: the rates of the symbol, of other exposure and for conversion to the account must be fresh.
 */
const checkConversion: LimitCheck = (one) => {
  const { instrument, sign, world } = one;
  const seconds = paramsOf(world, 'RC22')?.['seconds'];
  if (seconds === undefined) return undefined;
  const lines = listWorst(one, false);
  const isUsed = (other: Instrument) => {
    const line = lines.find((held) => held.instrument === other);
    return line !== undefined && worst(line) > 0;
  };
  const own = listWorst(one, true).find((line) => line.instrument === instrument);
  const onlyReduces = own !== undefined && (sign > 0 ? own.long : -own.short) <= 0;
  for (const other of world.plan.instruments) {
    if (other !== instrument && (onlyReduces || !isUsed(other))) continue;
    const old = findOld(one, other, seconds);
    if (old !== undefined) return `RC22: no young rate of ${old} for ${other.symbol}`;
  }
  return undefined;
};

/** Symbol whose rate is too old; one of several rates to the account currency is enough. */
function findOld(one: Case, { base, symbol, term }: Instrument, seconds: number) {
  const { world } = one;
  const { accountCurrency } = world.plan.limits;
  const isYoung = (name: string) => {
    const newest = listShown(one, name).at(-1);
    return newest !== undefined && world.venueNow - newest.at <= seconds * SECOND + GRACE;
  };
  if (!isYoung(symbol)) return symbol;
  if (base === accountCurrency || term === accountCurrency) return undefined;
  const leading = world.plan.instruments.filter((other) => {
    const own = [other.base, other.term];
    return own.includes(base) && own.includes(accountCurrency);
  });
  return leading.length === 0 || leading.some((other) => isYoung(other.symbol))
    ? undefined
    : leading[0]?.symbol;
}

export const FEED_CHECKS: readonly LimitCheck[] = [
  ...[checkFrozen, checkBroken, checkJump, checkConversion],
];
