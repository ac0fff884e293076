// A strategy for torture: orders of every kind at odd moments, some of them cancelled again.
import { cancel, defineStrategy, type Intent, type Rate, symbol } from 'weir';
import { from, merge, mergeMap } from 'rxjs';
import { z } from 'zod';

/** Rates after which the gate's warm-up is over. */
const WARM_UP_RATES = 3;
const LOT = 10_000;

export default defineStrategy({
  id: 'restless',
  summary: 'Places and cancels small orders at odd moments.',
  params: z.strictObject({
    symbols: z.array(symbol()).min(1),
    share: z.number().min(0).max(1).default(0.1).describe('of the rates that lead to an order'),
    maxLots: z.int().min(1).max(20).default(5),
    maxExpirySeconds: z.int().min(2).max(120).default(60),
  }),
  run: (ctx) => {
    const { symbols, share, maxLots, maxExpirySeconds } = ctx.params;
    const random = ctx.random('restless');
    const resting: number[] = [];
    const draw = (most: number) => 1 + Math.floor(random() * most);
    const decide = ({ instrument, bidTicks, offerTicks }: Rate): readonly Intent[] => {
      const oldest = random() < 0.3 ? resting.shift() : undefined;
      if (oldest !== undefined) return [cancel(oldest)];
      if (random() >= share) return [];
      const side = random() < 0.5 ? 'Buy' : 'Sell';
      const isResting = random() < 0.5;
      const away = isResting ? -draw(5) : draw(2) - 1;
      const ticks = side === 'Buy' ? offerTicks + away : bidTicks - away;
      const order = {
        symbol: instrument.symbol,
        side,
        type: 'Limit',
        size: draw(maxLots) * LOT,
        price: Number(`${String(ticks)}e-${String(instrument.ratePrecision)}`),
      } as const;
      if (!isResting) ctx.place({ ...order, timeInForce: 'IOC' });
      else {
        const expirySeconds = draw(maxExpirySeconds);
        resting.push(ctx.place({ ...order, timeInForce: 'GTT', expirySeconds }));
      }
      return [];
    };
    const streams = symbols.map((name) => {
      let seen = 0;
      return ctx
        .rates(name)
        .pipe(mergeMap((rate) => from(++seen <= WARM_UP_RATES ? [] : decide(rate))));
    });
    return merge(...streams);
  },
});
