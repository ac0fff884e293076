// Buys or sells one total amount of a symbol, evenly over time, with Weir's TWAP algorithm.
import { amount, defineStrategy, duration, execute, parentKey, price, side, symbol } from 'weir';
import { map, skip, take } from 'rxjs';
import { z } from 'zod';

/** Number of rates after which the gate's warm-up is over and a first child can pass. */
const WARM_UP_RATES = 3;

export const twap = defineStrategy({
  id: 'twap',
  summary: 'Works one order evenly over time, with a limit price.',
  params: z.strictObject({
    key: parentKey(),
    symbol: symbol(),
    side: side(),
    size: amount(),
    limitPrice: price().optional().describe('worst acceptable price of every slice'),
    duration: duration().refine((span) => span > 0, 'expected a duration above 0'),
    slices: z.int().min(1).max(10_000).default(20).describe('number of slices'),
    sizeJitter: z.number().min(0).max(0.9).default(0).describe('share by which sizes vary'),
    intervalJitter: z.number().min(0).max(0.9).default(0).describe('share by which times vary'),
    atEnd: z
      .enum(['sweep', 'stop'])
      .default('sweep')
      .describe('what happens to the rest at the end'),
  }),
  run: (ctx) => {
    const { key, symbol, side, size, limitPrice, duration, ...rest } = ctx.params;
    return ctx.rates(symbol).pipe(
      skip(WARM_UP_RATES - 1),
      take(1),
      map(() =>
        execute({
          algorithm: 'twap',
          ...(key === undefined ? {} : { key }),
          symbol,
          side,
          size,
          ...(limitPrice === undefined ? {} : { limitPrice }),
          params: { ...rest, duration: `${String(duration)}us` },
        }),
      ),
    );
  },
});
