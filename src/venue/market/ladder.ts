// Price levels of a symbol as the venue shows them, best first: per provider, or joined by price.
import { UNLIMITED } from '../../domain/index.js';
import { MAX_SCALED, type PriceLevel } from '../../domain/numbers/index.js';
import type { ProviderRate } from './provider-rates.js';

/** Rate types: top of book, full book by price, each provider's own rate (wire facts 3.2). */
export type RateType = 'TOB' | 'FULL' | 'RAW';

/**
 * Levels of one side: RAW keeps providers apart, FULL joins equal prices, TOB is the best of FULL.
 */
export function toLevels(
  rates: readonly ProviderRate[],
  side: 'bid' | 'offer',
  type: RateType,
): readonly PriceLevel[] {
  const single = rates
    .map((rate) => {
      const ticks = side === 'bid' ? rate.bidTicks : rate.offerTicks;
      const units = side === 'bid' ? rate.bidUnits : rate.offerUnits;
      return { ticks, units, providers: [rate.provider] };
    })
    .filter((level) => level.units > 0)
    .sort((a, b) => (side === 'bid' ? b.ticks - a.ticks : a.ticks - b.ticks));
  if (type === 'RAW') return single;
  const joined: PriceLevel[] = [];
  for (const level of single) {
    const last = joined.at(-1);
    if (last?.ticks === level.ticks) joined[joined.length - 1] = join(last, level);
    else joined.push(level);
  }
  return type === 'TOB' ? joined.slice(0, 1) : joined;
}

function join(a: PriceLevel, b: PriceLevel): PriceLevel {
  const isUnlimited = a.units === UNLIMITED || b.units === UNLIMITED;
  return {
    ticks: a.ticks,
    units: isUnlimited ? UNLIMITED : Math.min(a.units + b.units, MAX_SCALED),
    providers: [...a.providers, ...b.providers],
  };
}
