// Buys or sells one total amount of a symbol by resting at a price, with Weir's resting algorithm.
import { amount, defineStrategy, duration, execute, parentKey, price, side, symbol } from 'weir';
import { map, skip, take } from 'rxjs';
import { z } from 'zod';

/** Number of rates after which the gate's warm-up is over and a first child can pass. */
const WARM_UP_RATES = 3;

export const resting = defineStrategy({
  id: 'resting',
  summary: 'Rests one order at a price, in short-lived orders that are renewed.',
  params: z.strictObject({
    key: parentKey(),
    symbol: symbol(),
    side: side(),
    size: amount(),
    limitPrice: price()
      .optional()
      .describe('price of every order; absent: the best price of its side'),
    duration: duration().refine((span) => span > 0, 'expected a duration above 0'),
    life: duration().optional().describe('longest life of one order, 10s to 1h; 2m by default'),
    orders: z.int().min(1).max(10).default(1).describe('orders that rest at the same time'),
  }),
  run: (ctx) => {
    const { key, symbol, side, size, limitPrice, duration, life, orders } = ctx.params;
    const micros = (span: number) => `${String(span)}us`;
    return ctx.rates(symbol).pipe(
      skip(WARM_UP_RATES - 1),
      take(1),
      map(() =>
        execute({
          algorithm: 'resting',
          ...(key === undefined ? {} : { key }),
          symbol,
          side,
          size,
          ...(limitPrice === undefined ? {} : { limitPrice }),
          params: {
            duration: micros(duration),
            orders,
            ...(life === undefined ? {} : { life: micros(life) }),
          },
        }),
      ),
    );
  },
});
