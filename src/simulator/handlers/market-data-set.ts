// Handler of market data sets, with the rules for combinations of parameters.
import { encodeDataSet } from '../../protocol/codecs/index.js';
import type { MarketProfile } from '../../protocol/profile/index.js';
import type { DataSet } from '../../venue/index.js';
import { type SimulatorResponse, answerList, refuse } from '../response.js';
import type { Call, HandlerContext } from '../handler.js';

type Query = Call<'marketDataSet'>['query'];

export function marketDataSet(
  { services, profile }: HandlerContext,
  call: Call<'marketDataSet'>,
): SimulatorResponse {
  const { query, at } = call;
  const { id, org, symbol, symbols, date, tenor, timeWindow } = query;
  const { market } = profile;
  const kind = id === undefined ? 'fixed-period' : services.dataSets.kindOf(id);
  const problem = findProblem(query, kind ?? 'fixed-period', market);
  if (problem !== undefined) return refuse(400, `query: ${problem}.`);
  if (kind === undefined) return refuse(404, `There is no market data set ${id ?? ''}.`);
  const asked = [...(symbol === undefined ? [] : [symbol]), ...(symbols?.split(',') ?? [])];
  const sets = services.dataSets.list(at, { id, org, symbols: asked, date, tenor, timeWindow });
  const texts = sets.map((set) => encodeDataSet(toSent(set), profile));
  return answerList(texts, market.noSetStatus, 'No market data set has such rates.');
}

/** Problem of the combination of parameters, by the rules of the set's kind. */
function findProblem(query: Query, kind: string, market: MarketProfile): string | undefined {
  const { pairParameters, tenorParameters, forbiddenParameter } = market;
  if ((query.id === undefined) === (query.org === undefined)) {
    const found = query.id === undefined ? 'neither' : 'both';
    return `expected either id or org, found ${found}`;
  }
  for (const slot of [pairParameters, tenorParameters]) {
    if (slot.every((name) => query[name] === undefined)) {
      return `expected ${slot.join(' or ')}, found neither`;
    }
  }
  if (kind !== 'fixed-period') {
    return query[forbiddenParameter] === undefined
      ? undefined
      : `expected no ${forbiddenParameter} with a set that is ${kind}`;
  }
  const pairs = pairParameters.filter((name) => query[name] !== undefined);
  return pairs.length > 1 ? `expected one of ${pairs.join(' and ')}, found both` : undefined;
}

function toSent({ settings, rates, ...times }: DataSet) {
  const { id, name = id, window } = settings;
  const { date, createdAt, activeAt, validUntil, nextCreationAt } = times;
  return {
    id,
    name,
    date,
    timeWindow: window,
    createdAt,
    activeAt,
    validUntil,
    nextCreationAt,
    expiresAt: undefined,
    rates,
  };
}
