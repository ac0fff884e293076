// Repeatedly requests quotes for an amount and accepts the best one that is near enough to the mid.
import {
  accept,
  amount,
  bps,
  defineStrategy,
  duration,
  findBestQuote,
  mapDefined,
  side,
  symbol,
} from 'weir';
import { exhaustMap, skipUntil, take, withLatestFrom } from 'rxjs';
import { z } from 'zod';

export const rfsTaker = defineStrategy({
  id: 'rfs-taker',
  summary: 'Requests firm quotes of an amount and accepts the best one within a limit to the mid.',
  params: z.strictObject({
    symbol: symbol(),
    side: side(),
    size: amount(),
    times: z.int().min(1).default(10).describe('quote requests per run'),
    every: duration('30s').describe(
      'time between two quote requests; the next one waits until the last has ended',
    ),
    life: z.int().min(1).max(3_600).default(10).describe('lifetime of a quote request, seconds'),
    quoteWait: duration('300ms')
      .meta({ former: 'patience' })
      .describe('time that providers get before a quote is chosen'),
    limit: bps(0.5).describe('most that a quote may be worse than the mid, basis points'),
  }),
  run: (ctx) => {
    const { symbol, side, size, times, every, life, quoteWait, limit } = ctx.params;
    const askOnce = () =>
      ctx.rfs({ symbol, side, size, lifeSeconds: life }).pipe(
        skipUntil(ctx.time.timer(`${quoteWait}us`)),
        withLatestFrom(ctx.rates(symbol)),
        mapDefined(([request, rate]) => {
          const quote = findBestQuote(request, side, ctx.now());
          const price = side === 'Buy' ? quote?.offer : quote?.bid;
          if (quote === undefined || price === undefined) return undefined;
          const worse = (side === 'Buy' ? price / rate.mid - 1 : 1 - price / rate.mid) * 10_000;
          return worse <= limit ? accept(quote, side) : undefined;
        }),
        take(1), // unsubscribes, which withdraws the request unless its quote is accepted
      );
    const gap = `${every}us` as const;
    return ctx.time.timer(gap, gap).pipe(take(times), exhaustMap(askOnce));
  },
});
