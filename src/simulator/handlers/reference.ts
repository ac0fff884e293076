// Handlers of reference data (wire facts 9).
import {
  encodeAsset,
  encodeInstrumentReference,
  encodeSymbolReference,
} from '../../protocol/codecs/index.js';
import { type SimulatorResponse, answer, refuse, refuseSymbol } from '../response.js';
import type { AreaHandlers, Call, HandlerContext } from '../handler.js';

function symbolReference(
  { venue, byCompactSymbol, profile }: HandlerContext,
  { params: { symbol } }: Call<'symbolReference'>,
): SimulatorResponse {
  const slashed = profile.symbolInPath === 'slash' ? venue.findInstrument(symbol) : undefined;
  const instrument = slashed ?? byCompactSymbol.get(symbol);
  return instrument === undefined
    ? refuseSymbol(symbol)
    : answer(
        200,
        encodeSymbolReference(instrument, venue.settings.limits?.maxSize?.[instrument.symbol]),
      );
}

/** Decimals of every traded currency and custody asset, by first occurrence. */
function listDecimals({ venue, services }: HandlerContext): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { base, term, baseDecimals, termDecimals } of venue.instruments) {
    if (!found.has(base)) found.set(base, baseDecimals);
    if (!found.has(term)) found.set(term, termDecimals);
  }
  for (const { currency, decimals } of services.custody.assets) {
    if (!found.has(currency)) found.set(currency, decimals);
  }
  return found;
}

function instrumentReference(
  host: HandlerContext,
  call: Call<'instrumentReference'>,
): SimulatorResponse {
  const { instrument } = call.params;
  const decimals = listDecimals(host).get(instrument);
  return decimals === undefined
    ? refuse(404, `instrument ${instrument} is not supported.`)
    : answer(200, encodeInstrumentReference(instrument, decimals));
}

function referenceList(host: HandlerContext, call: Call<'referenceList'>): SimulatorResponse {
  const codes =
    call.query.type === 'symbols'
      ? host.venue.instruments.map(({ symbol }) => symbol)
      : [...listDecimals(host).keys()];
  return answer(200, JSON.stringify(codes));
}

function assetDetail(
  { services, profile }: HandlerContext,
  { query }: Call<'assetDetail'>,
): SimulatorResponse {
  const { assets } = services.custody;
  const { currency } = query;
  const asked = assets.filter((one) => currency === undefined || one.currency === currency);
  if (currency !== undefined && asked.length === 0) {
    return refuse(404, `currency ${currency} is no asset of this venue.`);
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
