// Handlers of market data (wire facts 3).
import type { Instrument } from '../../domain/index.js';
import {
  encodeBenchmark,
  encodeBest,
  encodeLadder,
  encodeSpotRate,
  encodeTicker,
} from '../../protocol/codecs/index.js';
import { formatRateId, type RateType, type SpotLadder } from '../../venue/index.js';
import { type SimulatorResponse, answer, refuse, refuseSymbol } from '../response.js';
import { type AreaHandlers, type Call, findAccount, type HandlerContext } from '../handler.js';
import { marketDataSet } from './market-data-set.js';

function spotRate(host: HandlerContext, call: Call<'spotRate'>): SimulatorResponse {
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

function spotRatesByType(host: HandlerContext, call: Call<'spotRatesByType'>): SimulatorResponse {
  return answerLadder(host, findAccount(call).user.org, call.params.type, call.query.symbol);
}

function spotRatesByOrg(host: HandlerContext, call: Call<'spotRatesByOrg'>): SimulatorResponse {
  const { type, org } = call.params;
  const { user } = findAccount(call);
  return host.venue.directory.mayTradeFor(user, org)
    ? answerLadder(host, org, type, call.query.symbol)
    : refuse(404, `org: no rates of ${org.slice(0, 100)} are shown to ${user.org}.`);
}

function benchmark(
  { venue, services }: HandlerContext,
  call: Call<'benchmark'>,
): SimulatorResponse {
  const { symbol } = call.query;
  const instrument = venue.findInstrument(symbol);
  if (instrument === undefined) return refuseSymbol(symbol);
  const fixing = services.market.benchmark(call.at, instrument);
  if (fixing === undefined) return refuseEarly(symbol);
  return answer(200, encodeBenchmark(instrument, fixing.sumTicks, fixing.uid, fixing.at));
}

function ticker(
  { venue, services, profile }: HandlerContext,
  call: Call<'ticker'>,
): SimulatorResponse {
  const { symbol } = call.query;
  const instrument = venue.findInstrument(symbol);
  if (instrument === undefined) return refuseSymbol(symbol);
  const trade = services.market.lastTrade(instrument);
  if (trade === undefined) return refuse(404, `Nothing has traded in ${symbol} yet.`);
  const { spotTicks: priceTicks, units, side, at } = trade;
  const last = { instrument, priceTicks, units, side, at };
  return answer(200, encodeTicker(last, profile));
}

/** Top of book over an organization's providers. */
function answerBest(host: HandlerContext, org: string, instrument: Instrument): SimulatorResponse {
  const found = findLevels(host, org, instrument, 'TOB');
  return 'status' in found ? found : answer(200, encodeBest(found, found.rateId));
}

function answerLadder(
  host: HandlerContext,
  org: string,
  type: RateType,
  symbol: string,
): SimulatorResponse {
  const instrument = host.venue.findInstrument(symbol);
  if (instrument === undefined) return refuseSymbol(symbol);
  const found = findLevels(host, org, instrument, type);
  if ('status' in found) return found;
  const parts = type === 'RAW' ? found.parts : undefined;
  return answer(200, encodeLadder(found, found.rateId, parts, host.profile));
}

function findLevels(
  { services }: HandlerContext,
  org: string,
  instrument: Instrument,
  type: RateType,
): SpotLadder | SimulatorResponse {
  const { symbol } = instrument;
  const found = services.market.listLevels(org, instrument, type);
  if (found === 'no-rate') return refuseEarly(symbol);
  const isEmpty = found === 'no-provider' || found.bids.length + found.offers.length === 0;
  return isEmpty ? refuse(404, `${org} has no provider of ${symbol}.`) : found;
}

function refuseEarly(symbol: string): SimulatorResponse {
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
