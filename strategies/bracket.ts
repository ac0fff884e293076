// Enters with a limit order and leaves by a stop-loss or a take-profit: one order at a time is at
// the venue, so that whatever fills late or not at all, exits never add up to more than is held.
import {
  amount,
  bps,
  cancel,
  type CancelIntent,
  defineStrategy,
  duration,
  isDefined,
  limit,
  type OrderView,
  type PlaceIntent,
  type Rate,
  type Refusal,
  side,
  stop as stopOrder,
  type StrategyContext,
  symbol,
} from 'weir';
import { filter, map, merge, skip, takeWhile } from 'rxjs';
import { z } from 'zod';

/** Rates after which the gate's warm-up is over and a first order can pass. */
const WARM_UP_RATES = 3;
/** Shares of the way from stop to target: there the target takes over, and gives way again. */
const TARGET_FROM = 0.75;
const STOP_FROM = 0.5;

type Leg = 'entry' | 'stop' | 'target';

interface Working {
  readonly id: number;
  readonly leg: Leg;
  readonly size: number;
  filled: number;
  /** When it was last asked to end; 0 while it was not. */
  cancelledAt: number;
}

/** An intent to emit, or that nothing is left to do. */
type Step = CancelIntent | 'done' | undefined;

const seconds = (what: string) => z.int().min(1).max(3_600).describe(what);
const distance = (what: string) =>
  bps(5)
    .refine((found) => found > 0, 'expected basis points above 0')
    .describe(`${what}, basis points`);

const params = z.strictObject({
  symbol: symbol(),
  side: side().describe('of the entry'),
  size: amount(),
  times: z.int().min(1).default(1).describe('entries in all'),
  patience: seconds('how long an entry rests, seconds').default(60),
  stop: distance('from the entry to the stop-loss'),
  target: distance('from the entry to the take-profit'),
  slippage: bps(2).describe('how far beyond its stop price a stop may be filled, basis points'),
  life: seconds('life of an exit, which is renewed, seconds').default(3_600),
  retry: duration('5s').describe('time after a refusal, a rejection or a cancel that did nothing'),
});

class Bracket {
  readonly #ctx: StrategyContext<z.output<typeof params>>;
  /** Of the entry. */
  readonly #sign: 1 | -1;
  readonly #ticksPerUnit: number;
  #rate: Rate | undefined;
  #working: Working | undefined;
  /** Price in ticks that both exits are reckoned from: that of the entry. */
  #anchor: number | undefined;
  #nearer: 'stop' | 'target' = 'stop';
  #entries = 0;
  #notBefore = 0;

  constructor(ctx: StrategyContext<z.output<typeof params>>) {
    this.#ctx = ctx;
    this.#sign = ctx.params.side === 'Buy' ? 1 : -1;
    this.#ticksPerUnit = ctx.instrument(ctx.params.symbol).ticksPerUnit;
  }

  seeRate(rate: Rate): Step {
    this.#rate = rate;
    return this.#step();
  }

  seeOrder({ intentId, units, filledUnits, isTerminal, state }: OrderView): Step {
    const working = this.#working;
    if (working?.id !== intentId) return undefined;
    working.filled = (working.size * filledUnits) / units;
    if (state === 'REJECTED' || state === 'ABANDONED') this.#wait();
    if (isTerminal) this.#working = undefined;
    return this.#step();
  }

  seeRefusal({ intentId }: Refusal): Step {
    if (this.#working?.id !== intentId) return undefined;
    if (this.#working.leg === 'entry') this.#entries -= 1;
    this.#working = undefined;
    this.#wait();
    return undefined;
  }

  #step(): Step {
    const rate = this.#rate;
    if (rate === undefined) return undefined;
    const { symbol, times } = this.#ctx.params;
    const held = this.#sign * this.#ctx.position(symbol);
    if (held > 0) {
      // One of a run before: its entry is not known any more.
      const mid = (rate.bidTicks + rate.offerTicks) / 2;
      this.#anchor ??= mid;
      this.#choose(this.#anchor, mid);
    }
    if (this.#working !== undefined) return this.#end(this.#working, held);
    if (this.#ctx.now() < this.#notBefore) return undefined;
    if (this.#anchor !== undefined && held > 0) this.#leave(this.#anchor, held);
    else if (this.#entries < times) this.#enter(rate);
    else return 'done';
    return undefined;
  }

  /** Cancels what is not wanted any more; what comes next waits until it has ended. */
  #end(working: Working, held: number): Step {
    const { id, leg, size, filled, cancelledAt } = working;
    const isWanted = leg === 'entry' ? filled === 0 : leg === this.#nearer && size - filled <= held;
    const now = this.#ctx.now();
    if (isWanted || now < cancelledAt + this.#ctx.params.retry) return undefined;
    working.cancelledAt = now;
    return cancel(id);
  }

  #enter({ bidTicks, offerTicks }: Rate): void {
    const { symbol, side, size, patience } = this.#ctx.params;
    this.#entries += 1;
    this.#nearer = 'stop';
    this.#anchor = side === 'Buy' ? bidTicks : offerTicks;
    const price = this.#anchor / this.#ticksPerUnit;
    const life = { timeInForce: 'GTT', expirySeconds: patience } as const;
    this.#place('entry', limit({ symbol, side, size, price, ...life }));
  }

  #leave(anchor: number, held: number): void {
    const { symbol, side, slippage, life } = this.#ctx.params;
    const { stop, target } = this.#findLevels(anchor);
    const exit = { symbol, side: side === 'Buy' ? 'Sell' : 'Buy', size: held } as const;
    if (this.#nearer === 'target') {
      const price = target / this.#ticksPerUnit;
      const order = { ...exit, price, timeInForce: 'GTT', expirySeconds: life } as const;
      this.#place('target', limit(order));
      return;
    }
    const price = moveAway(stop, slippage, -this.#sign) / this.#ticksPerUnit;
    const stopPrice = stop / this.#ticksPerUnit;
    this.#place('stop', stopOrder({ ...exit, price, stopPrice, expirySeconds: life }));
  }

  /** Which exit the market has come near to; all in ticks. */
  #choose(anchor: number, mid: number): void {
    const { stop, target } = this.#findLevels(anchor);
    const way = (mid - stop) / (target - stop);
    if (way >= TARGET_FROM) this.#nearer = 'target';
    else if (way <= STOP_FROM) this.#nearer = 'stop';
  }

  /** In ticks. */
  #findLevels(anchor: number): { readonly stop: number; readonly target: number } {
    const { stop, target } = this.#ctx.params;
    return {
      stop: moveAway(anchor, stop, -this.#sign),
      target: moveAway(anchor, target, this.#sign),
    };
  }

  #place(leg: Leg, order: PlaceIntent): void {
    const id = this.#ctx.place(order);
    this.#working = { id, leg, size: order.size, filled: 0, cancelledAt: 0 };
  }

  #wait(): void {
    this.#notBefore = this.#ctx.now() + this.#ctx.params.retry;
  }
}

/** So many basis points from a price in ticks, up or down, rounded away from it. */
function moveAway(ticks: number, points: number, way: number): number {
  const exact = ticks * (1 + (way * points) / 10_000);
  return way > 0 ? Math.ceil(exact) : Math.floor(exact);
}

export const bracket = defineStrategy({
  id: 'bracket',
  summary: 'Enters with a limit order and leaves by a stop-loss or a take-profit.',
  params,
  run: (ctx) => {
    const trade = new Bracket(ctx);
    return merge(
      ctx.orders.pipe(map((order) => trade.seeOrder(order))),
      ctx.refusals.pipe(map((refusal) => trade.seeRefusal(refusal))),
      ctx.rates(ctx.params.symbol).pipe(
        skip(WARM_UP_RATES - 1),
        map((rate) => trade.seeRate(rate)),
      ),
    ).pipe(
      takeWhile((step) => step !== 'done'),
      filter(isDefined),
    );
  },
});
