// RC07: prices must be whole ticks of the instrument.
import { z } from 'zod';
import type { Instrument } from '../../../domain/index.js';
import { powerOfTen, toScaled } from '../../../domain/numbers/index.js';
import { DETAIL_DECIMALS, type OrderRequestDetails } from '../../../domain/orders/index.js';
import type { Breach, RiskRule } from '../../rule.js';

/** Checks the stop price, and the offset of a peg, which is in pips. */
function findDetailFault(
  { stopPrice = 0, pegOffsetValue = 0 }: OrderRequestDetails,
  { ratePrecision, ticksPerUnit, pipFactor }: Instrument,
): Breach | undefined {
  if (toScaled(stopPrice, ratePrecision) === undefined) {
    const limit = `${String(ratePrecision)} decimals`;
    const message = `expected at most ${limit}, found stopPrice ${String(stopPrice)}`;
    return { limit, value: stopPrice, message };
  }
  const scaled = toScaled(pegOffsetValue, DETAIL_DECIMALS) ?? Number.NaN;
  const ticks = (scaled * ticksPerUnit) / (pipFactor * powerOfTen(DETAIL_DECIMALS));
  if (Number.isSafeInteger(ticks)) return undefined;
  const message = `expected pips that make whole ticks, found pegOffsetValue ${pegOffsetValue}`;
  return { limit: 'whole ticks', value: pegOffsetValue, message };
}

const params = z.strictObject({});

export const rc07: RiskRule<typeof params> = {
  id: 'RC07',
  name: 'priceTick',
  summary: 'Price tick',
  stage: 'shape',
  alsoChecks: ['parent'],
  class: 'L',
  research: 'enforced',
  live: 'D',
  mitigates: 'prices that the venue rejects or rounds',
  action: 'REFUSE',
  params,
  create: () => ({
    check: ({ symbol: { instrument }, priceTicks, price, details }) => {
      if (!Number.isNaN(priceTicks)) {
        return details === undefined ? undefined : findDetailFault(details, instrument);
      }
      const limit = `${String(instrument.ratePrecision)} decimals`;
      const message = `expected at most ${limit}, found price ${String(price)}`;
      return { limit, value: price, message };
    },
  }),
};
