// Reference data (wire facts 9).
import {
  encodeAsset,
  encodeInstrumentReference,
  encodeSymbolReference,
} from '../../protocol/index.js';
import { type Answer, answer, refuse, refuseSymbol } from '../response.js';
import type { AreaHandlers, Call, Host } from '../handler.js';

function symbolReference(
  { venue, byCompactSymbol, profile }: Host,
  { params: { symbol } }: Call<'symbolReference'>,
): Answer {
  const slashed = profile.symbolInPath === 'slash' ? venue.findInstrument(symbol) : undefined;
  const instrument = slashed ?? byCompactSymbol.get(symbol);
  return instrument === undefined
    ? refuseSymbol(symbol)
    : answer(
        200,
        encodeSymbolReference(instrument, venue.settings.limits?.maxSize?.[instrument.symbol]),
      );
}

/** Decimals of every currency that is traded or held, in the order of their first symbol. */
function listDecimals({ venue, desks }: Host): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { base, term, baseDecimals, termDecimals } of venue.instruments) {
    if (!found.has(base)) found.set(base, baseDecimals);
    if (!found.has(term)) found.set(term, termDecimals);
  }
  for (const { currency, decimals } of desks.custody.assets) {
    if (!found.has(currency)) found.set(currency, decimals);
  }
  return found;
}

function instrumentReference(host: Host, call: Call<'instrumentReference'>): Answer {
  const { instrument } = call.params;
  const decimals = listDecimals(host).get(instrument);
  return decimals === undefined
    ? refuse(404, `instrument ${instrument} is not supported.`)
    : answer(200, encodeInstrumentReference(instrument, decimals));
}

function referenceList(host: Host, call: Call<'referenceList'>): Answer {
  const codes =
    call.query.type === 'symbols'
      ? host.venue.instruments.map(({ symbol }) => symbol)
      : [...listDecimals(host).keys()];
  return answer(200, JSON.stringify(codes));
}

function assetDetail({ desks, profile }: Host, { query }: Call<'assetDetail'>): Answer {
  const { assets } = desks.custody;
  const { currency } = query;
  const asked = assets.filter((one) => currency === undefined || one.currency === currency);
  if (currency !== undefined && asked.length === 0) {
    return refuse(404, `currency ${currency} is no asset here.`);
  }
  const rows = asked.map((asset) => [JSON.stringify(asset.currency), encodeAsset(asset)] as const);
  return profile.assetsAs === 'list'
    ? answer(200, `[${rows.map(([, text]) => text).join(',')}]`)
    : answer(200, `{${rows.map(([code, text]) => `${code}:${text}`).join(',')}}`);
}

export const REFERENCE_HANDLERS: AreaHandlers<'reference'> = {
  symbolReference,
  instrumentReference,
  referenceList,
  assetDetail,
};
