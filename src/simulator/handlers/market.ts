// Market data (wire facts 3).
import type { Instrument } from '../../domain/index.js';
import {
  encodeBenchmark,
  encodeBest,
  encodeLadder,
  encodeSpotRate,
  encodeTicker,
} from '../../protocol/index.js';
import { formatRateId, type RateType, type SpotLadder } from '../../venue/index.js';
import { type Answer, answer, refuse, refuseSymbol } from '../response.js';
import { type AreaHandlers, type Call, findAccount, type Host } from '../handler.js';
import { marketDataSet } from './market-data-set.js';

function spotRate(host: Host, call: Call<'spotRate'>): Answer {
  const { symbol } = call.query;
  const instrument = host.venue.findInstrument(symbol);
  if (instrument === undefined) return refuseSymbol(symbol);
  if (!host.venue.spot.isPlain) return answerBest(host, findAccount(call).user.org, instrument);
  const rate = host.venue.visibleRate(instrument);
  if (rate === undefined) return refuseEarly(symbol);
  const { bidTicks, offerTicks, bidUnits, offerUnits, at } = rate;
  const rateId = formatRateId(rate);
  return answer(
    200,
    encodeSpotRate(instrument, bidTicks, offerTicks, bidUnits, offerUnits, at, rateId),
  );
}

function spotRatesByType(host: Host, call: Call<'spotRatesByType'>): Answer {
  return answerLadder(host, findAccount(call).user.org, call.params.type, call.query.symbol);
}

function spotRatesByOrg(host: Host, call: Call<'spotRatesByOrg'>): Answer {
  const { type, org } = call.params;
  const { user } = findAccount(call);
  return host.venue.directory.mayTradeFor(user, org)
    ? answerLadder(host, org, type, call.query.symbol)
    : refuse(404, `org: no rates of ${org.slice(0, 100)} are shown to ${user.org}.`);
}

function benchmark({ venue, desks }: Host, call: Call<'benchmark'>): Answer {
  const { symbol } = call.query;
  const instrument = venue.findInstrument(symbol);
  if (instrument === undefined) return refuseSymbol(symbol);
  const fixing = desks.market.benchmark(call.at, instrument);
  if (fixing === undefined) return refuseEarly(symbol);
  return answer(200, encodeBenchmark(instrument, fixing.sumTicks, fixing.uid, fixing.at));
}

function ticker({ venue, desks, profile }: Host, call: Call<'ticker'>): Answer {
  const { symbol } = call.query;
  const instrument = venue.findInstrument(symbol);
  if (instrument === undefined) return refuseSymbol(symbol);
  const trade = desks.market.lastTrade(instrument);
  if (trade === undefined) return refuse(404, `Nothing has traded in ${symbol} yet.`);
  const { spotTicks: priceTicks, units, side, at } = trade;
  const last = { instrument, priceTicks, units, side, at };
  return answer(200, encodeTicker(last, profile));
}

/** The top of book of several providers, or of some of them. */
function answerBest(host: Host, org: string, instrument: Instrument): Answer {
  const found = findLevels(host, org, instrument, 'TOB');
  return 'status' in found ? found : answer(200, encodeBest(found, found.rateId));
}

function answerLadder(host: Host, org: string, type: RateType, symbol: string): Answer {
  const instrument = host.venue.findInstrument(symbol);
  if (instrument === undefined) return refuseSymbol(symbol);
  const found = findLevels(host, org, instrument, type);
  if ('status' in found) return found;
  const parts = type === 'RAW' ? found.parts : undefined;
  return answer(200, encodeLadder(found, found.rateId, parts, host.profile));
}

function findLevels(
  { desks }: Host,
  org: string,
  instrument: Instrument,
  type: RateType,
): SpotLadder | Answer {
  const { symbol } = instrument;
  const found = desks.market.listLevels(org, instrument, type);
  if (found === 'no-rate') return refuseEarly(symbol);
  const isEmpty = found === 'no-provider' || found.bids.length + found.offers.length === 0;
  return isEmpty ? refuse(404, `${org} has no provider of ${symbol}.`) : found;
}

function refuseEarly(symbol: string): Answer {
  return refuse(404, `There is no rate of ${symbol} yet.`);
}

export const MARKET_HANDLERS: AreaHandlers<'market'> = {
  marketDataSet,
  spotRate,
  spotRatesByType,
  spotRatesByOrg,
  benchmark,
  ticker,
};
