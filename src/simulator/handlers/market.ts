// Market data (wire facts 3).
import { encodeSpotRate } from '../../protocol/index.js';
import { formatRateId } from '../../venue/index.js';
import { type Answer, answer, refuse, refuseSymbol } from '../answer.js';
import type { AreaHandlers, Call, Host } from '../host.js';

function spotRate({ venue }: Host, call: Call<'spotRate'>): Answer {
  const { symbol } = call.query;
  const instrument = venue.findInstrument(symbol);
  if (instrument === undefined) return refuseSymbol(symbol);
  const rate = venue.visibleRate(instrument);
  if (rate === undefined) return refuse(404, `There is no rate of ${symbol} yet.`);
  const { bidTicks, offerTicks, bidUnits, offerUnits, at } = rate;
  const rateId = formatRateId(rate);
  return answer(
    200,
    encodeSpotRate(instrument, bidTicks, offerTicks, bidUnits, offerUnits, at, rateId),
  );
}

export const MARKET_HANDLERS: AreaHandlers<'market'> = { spotRate };
