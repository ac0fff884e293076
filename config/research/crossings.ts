// A strategy for research: follows the crossings of two moving averages, long or short at any time.
import { amount, bps, defineStrategy, limit, mapDefined, symbol } from 'weir';
import type { Rate, StrategyContext } from 'weir';
import { merge } from 'rxjs';
import { z } from 'zod';

const params = z
  .strictObject({
    symbols: z.array(symbol()).min(1).max(50),
    fast: z.int().min(1).max(10_000).describe('rates of the faster average'),
    slow: z.int().min(2).max(10_000).describe('rates of the slower average, and of the warm-up'),
    size: amount().describe('position, long or short'),
    protection: bps().default(4).describe('how far beyond the touch an order may be filled'),
  })
  .refine(({ fast, slow }) => fast < slow, { path: ['fast'], message: 'expected fast below slow' });

type Params = z.output<typeof params>;

/** An average that forgets: of about so many rates. */
const toWeight = (rates: number): number => 2 / (rates + 1);

function decideCrossings(ctx: StrategyContext<Params>, name: string) {
  const { fast, slow, size, protection } = ctx.params;
  const ticksPerUnit = Number(`1e${ctx.instrument(name).ratePrecision}`);
  const mean = { fast: 0, slow: 0 };
  let seen = 0;
  let target = 0;
  return (rate: Rate) => {
    const mid = (rate.bid + rate.offer) / 2;
    if (seen++ === 0) {
      mean.fast = mid;
      mean.slow = mid;
      return undefined;
    }
    mean.fast += toWeight(fast) * (mid - mean.fast);
    mean.slow += toWeight(slow) * (mid - mean.slow);
    if (seen <= slow) return undefined;
    const wanted = Math.sign(mean.fast - mean.slow);
    if (wanted === 0 || wanted === target) return undefined;
    const change = wanted - target;
    target = wanted;
    const touch = change > 0 ? rate.offer : rate.bid;
    const worst = touch * (1 + (wanted * protection) / 10_000);
    const price = Math.round(worst * ticksPerUnit) / ticksPerUnit;
    const side = change > 0 ? 'Buy' : 'Sell';
    return limit({ symbol: name, side, size: Math.abs(change) * size, price });
  };
}

export default defineStrategy({
  id: 'crossings',
  summary: 'Turns between long and short at each crossing of two moving averages.',
  params,
  run: (ctx) =>
    merge(
      ...ctx.params.symbols.map((name) =>
        ctx.rates(name).pipe(mapDefined(decideCrossings(ctx, name))),
      ),
    ),
});
