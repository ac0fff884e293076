// Enters with a limit order and leaves by a stop-loss or a take-profit. At most one order is at the
// venue: an entry only without a position, an exit only for the whole position. The strategy
// continues after its last entry, so that a fill that comes after the end of its order also gets
// its exits.
import {
  amount,
  bps,
  cancel,
  type CancelIntent,
  defineStrategy,
  duration,
  type Fill,
  type Instrument,
  isDefined,
  limit,
  type OrderView,
  type PlaceIntent,
  type Rate,
  type Refusal,
  roundPassive,
  side,
  stop as stopOrder,
  type StrategyContext,
  symbol,
} from 'weir';
import { filter, map, merge, skip } from 'rxjs';
import { z } from 'zod';

/** Number of rates after which the gate's warm-up is over and a first order can pass. */
const WARM_UP_RATES = 3;
/**
 * Fractions of the distance from stop to target at which the working exit switches to the target
 * (0.75) and back to the stop (0.5).
 */
const TARGET_FROM = 0.75;
const STOP_FROM = 0.5;

type Leg = 'entry' | 'stop' | 'target';

/** Direction of an order or a position: 1 is buy or long, -1 is sell or short. */
type Sign = 1 | -1;

interface Working {
  readonly id: number;
  readonly leg: Leg;
  readonly sign: Sign;
  /** In minor units, like the fields below. */
  readonly units: number;
  /** Filled quantity by the order report and by its fills; either may come first. */
  filled: number;
  booked: number;
  /** When its cancel was last sent; 0 before. */
  cancelledAt: number;
}

/** Reference price of both exits. */
interface Anchor {
  readonly ticks: number;
  /** Direction of the position. */
  readonly sign: Sign;
}

type Step = CancelIntent | undefined;

const seconds = (what: string) => z.int().min(1).max(3_600).describe(what);
const distance = (what: string) =>
  bps(5)
    .refine((found) => found > 0, 'expected basis points above 0')
    .describe(`${what}, basis points`);

const params = z.strictObject({
  symbol: symbol(),
  side: side().describe('side of the entry order'),
  size: amount(),
  times: z.int().min(1).default(1).describe('number of entries; a restart counts from 0 again'),
  entryTimeout: seconds('how long an entry rests, seconds')
    .default(60)
    .meta({ former: 'patience' }),
  stop: distance('from the entry to the stop-loss'),
  target: distance('from the entry to the take-profit'),
  slippage: bps(2).describe('how far beyond its stop price a stop may be filled, basis points'),
  life: seconds('life of an exit, which is renewed, seconds').default(3_600),
  retry: duration('5s').describe('time to wait after a refusal, a rejection or a failed cancel'),
});

class Bracket {
  readonly #ctx: StrategyContext<z.output<typeof params>>;
  readonly #instrument: Instrument;
  readonly #ticksPerUnit: number;
  /** Minor units of the base per unit. */
  readonly #scale: number;
  #rate: Rate | undefined;
  #working: Working | undefined;
  #anchor: Anchor | undefined;
  #nearer: 'stop' | 'target' = 'stop';
  #entries = 0;
  #notBefore = 0;

  constructor(ctx: StrategyContext<z.output<typeof params>>) {
    this.#ctx = ctx;
    this.#instrument = ctx.instrument(ctx.params.symbol);
    this.#ticksPerUnit = this.#instrument.ticksPerUnit;
    this.#scale = Number(`1e${String(this.#instrument.baseDecimals)}`);
  }

  seeRate(rate: Rate): Step {
    this.#rate = rate;
    return this.#step(rate);
  }

  seeOrder({ intentId, filledUnits, isTerminal, state }: OrderView): Step {
    const working = this.#working;
    if (working?.id !== intentId) return undefined;
    working.filled = filledUnits;
    if (state === 'REJECTED' || state === 'ABANDONED') this.#wait();
    if (isTerminal) this.#working = undefined;
    return this.#rate && this.#step(this.#rate);
  }

  /** The order report or the next rate that follows triggers the reaction. */
  seeFill({ intentId, units }: Fill): Step {
    if (this.#working?.id === intentId) this.#working.booked += units;
    return undefined;
  }

  seeRefusal({ intentId }: Refusal): Step {
    if (this.#working?.id !== intentId) return undefined;
    if (this.#working.leg === 'entry') this.#entries -= 1;
    this.#working = undefined;
    this.#wait();
    return undefined;
  }

  #step(rate: Rate): Step {
    const { symbol, times } = this.#ctx.params;
    const held = Math.round(this.#ctx.position(symbol) * this.#scale);
    const anchor = held === 0 ? undefined : this.#follow(held > 0 ? 1 : -1, rate);
    if (this.#working !== undefined) return this.#end(this.#working, held);
    if (held === 0) this.#anchor = undefined;
    if (this.#ctx.now() < this.#notBefore) return undefined;
    if (anchor !== undefined) this.#leave(anchor, Math.abs(held));
    else if (this.#entries < times) this.#enter(rate);
    return undefined;
  }

  /** Cancels an order that is no longer wanted; its successor waits for its end. */
  #end(working: Working, held: number): Step {
    const { id, leg, sign, units, filled, booked, cancelledAt } = working;
    const rest = units - Math.max(filled, booked);
    const isWanted =
      leg === 'entry' ? held === 0 : leg === this.#nearer && held + sign * rest === 0;
    const now = this.#ctx.now();
    if (rest === 0 || isWanted || now < cancelledAt + this.#ctx.params.retry) return undefined;
    working.cancelledAt = now;
    return cancel(id);
  }

  #enter({ bidTicks, offerTicks }: Rate): void {
    const { symbol, side, size, entryTimeout } = this.#ctx.params;
    const isBuy = side === 'Buy';
    const ticks = isBuy ? bidTicks : offerTicks;
    this.#entries += 1;
    this.#startFrom({ ticks, sign: isBuy ? 1 : -1 });
    const price = ticks / this.#ticksPerUnit;
    const life = { timeInForce: 'GTT', expirySeconds: entryTimeout } as const;
    this.#place('entry', limit({ symbol, side, size, price, ...life }));
  }

  #leave(anchor: Anchor, units: number): void {
    const { symbol, slippage, life } = this.#ctx.params;
    const { stop, target } = this.#findLevels(anchor);
    const size = units / this.#scale;
    const exit = { symbol, side: anchor.sign > 0 ? 'Sell' : 'Buy', size } as const;
    const toPrice = (ticks: number) =>
      roundPassive(ticks / this.#ticksPerUnit, exit.side, this.#instrument);
    if (this.#nearer === 'target') {
      const price = toPrice(target);
      const order = { ...exit, price, timeInForce: 'GTT', expirySeconds: life } as const;
      this.#place('target', limit(order));
      return;
    }
    const price = toPrice(moveAway(stop, slippage, -anchor.sign));
    const stopPrice = toPrice(stop);
    this.#place('stop', stopOrder({ ...exit, price, stopPrice, expirySeconds: life }));
  }

  /** Reference price of the exits for a position; chooses the exit that the market is nearer to. */
  #follow(sign: Sign, { bidTicks, offerTicks }: Rate): Anchor {
    const mid = (bidTicks + offerTicks) / 2;
    let anchor = this.#anchor;
    // The position is from a previous run or a late fill and has no entry of this run.
    if (anchor?.sign !== sign) anchor = this.#startFrom({ ticks: mid, sign });
    const { stop, target } = this.#findLevels(anchor);
    const way = (mid - stop) / (target - stop);
    if (way >= TARGET_FROM) this.#nearer = 'target';
    else if (way <= STOP_FROM) this.#nearer = 'stop';
    return anchor;
  }

  #startFrom(anchor: Anchor): Anchor {
    this.#anchor = anchor;
    this.#nearer = 'stop';
    return anchor;
  }

  /** In ticks, with fractions. */
  #findLevels({ ticks, sign }: Anchor): { readonly stop: number; readonly target: number } {
    const { stop, target } = this.#ctx.params;
    return { stop: moveAway(ticks, stop, -sign), target: moveAway(ticks, target, sign) };
  }

  #place(leg: Leg, order: PlaceIntent): void {
    const id = this.#ctx.place(order);
    const sign = order.side === 'Buy' ? 1 : -1;
    const units = Math.round(order.size * this.#scale);
    this.#working = { id, leg, sign, units, filled: 0, booked: 0, cancelledAt: 0 };
  }

  #wait(): void {
    this.#notBefore = this.#ctx.now() + this.#ctx.params.retry;
  }
}

/** Moves a price in ticks by basis points, up (1) or down (-1). */
function moveAway(ticks: number, points: number, way: number): number {
  return ticks * (1 + (way * points) / 10_000);
}

export const bracket = defineStrategy({
  id: 'bracket',
  summary: 'Enters with a limit order and leaves by a stop-loss or a take-profit.',
  params,
  run: (ctx) => {
    const trade = new Bracket(ctx);
    return merge(
      ctx.orders.pipe(map((order) => trade.seeOrder(order))),
      ctx.fills.pipe(map((fill) => trade.seeFill(fill))),
      ctx.refusals.pipe(map((refusal) => trade.seeRefusal(refusal))),
      ctx.rates(ctx.params.symbol).pipe(
        skip(WARM_UP_RATES - 1),
        map((rate) => trade.seeRate(rate)),
      ),
    ).pipe(filter(isDefined));
  },
});
