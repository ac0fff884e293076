// Rates and reference data (wire facts 3.1 and 9).
import { encodeSpotRate, encodeSymbolReference } from '../protocol/index.js';
import { type Answer, answer, refuse } from './answer.js';
import type { Call, Host } from './host.js';
import { formatRateId } from './rate-id.js';

export function spotRate({ venue }: Host, call: Call): Answer {
  const { symbol = '' } = call.query;
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

export function symbolReference({ venue, byCompactSymbol, profile }: Host, call: Call): Answer {
  const { symbol = '' } = call.params;
  const instrument = venue.findInstrument(symbol) ?? byCompactSymbol.get(symbol);
  return instrument === undefined
    ? refuseSymbol(symbol)
    : answer(200, encodeSymbolReference(instrument, profile));
}

function refuseSymbol(symbol: string): Answer {
  return refuse(404, `symbol ${symbol.slice(0, 30)} is not supported.`);
}
