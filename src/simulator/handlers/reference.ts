// Reference data (wire facts 9).
import { encodeSymbolReference } from '../../protocol/index.js';
import { type Answer, answer, refuseSymbol } from '../answer.js';
import type { AreaHandlers, Call, Host } from '../host.js';

function symbolReference(
  { venue, byCompactSymbol, profile }: Host,
  { params: { symbol } }: Call<'symbolReference'>,
): Answer {
  const instrument = venue.findInstrument(symbol) ?? byCompactSymbol.get(symbol);
  return instrument === undefined
    ? refuseSymbol(symbol)
    : answer(200, encodeSymbolReference(instrument, profile));
}

export const REFERENCE_HANDLERS: AreaHandlers<'reference'> = { symbolReference };
