// Profile fields of calls: names, statuses and shapes by route id.
import { z } from 'zod';
import { ANSWER_SHAPES, BODY_PLACES } from '../field-renames.js';
import { describeFields, type FieldPlace } from '../../routes/describe-route.js';
import { findNearestName } from '../../../domain/index.js';
import { ROUTE_IDS, ROUTES, type RouteId } from '../../routes/index.js';
import { type Mark, status, word } from './field.js';

const names = z.record(word.meta({ title: 'name' }), word).exactOptional();

const call = z.strictObject({
  query: names.describe("parameters: our name to the venue's"),
  body: names.describe("fields of the body: our name to the venue's"),
  answer: names.describe("fields of the response, at any depth: our name to the venue's"),
  status: status.exactOptional().describe('status of success'),
  shape: z
    .enum(ANSWER_SHAPES)
    .exactOptional()
    .describe('list: an object comes in a list; one: a list of one as its item; empty: no body'),
  bodyIn: z
    .enum(BODY_PLACES)
    .exactOptional()
    .describe("where a request's fields stand; query: only of cancelTrades"),
});

/** All calls but the login, which is documented and happens before any profile applies. */
const SPELLED = ROUTE_IDS.filter((id) => id !== 'login') as [RouteId, ...RouteId[]];

/** The only call whose request may be sent in the query: its fields are texts. */
const IN_QUERY = 'cancelTrades';

export const callsSchema = z
  .partialRecord(z.enum(SPELLED).meta({ title: 'call' }), call)
  .superRefine((calls, context) => {
    for (const [id, spelling] of Object.entries(calls)) {
      if (spelling.bodyIn === 'query' && id !== IN_QUERY) {
        const message = `expected body, found query, which only ${IN_QUERY} takes`;
        context.addIssue({ code: 'custom', path: [id, 'bodyIn'], message });
      }
      for (const place of ['query', 'body', 'answer'] as const) {
        const known = listNames(id as RouteId, place);
        for (const name of Object.keys(spelling[place] ?? {})) {
          if (known.includes(name)) continue;
          const near = findNearestName(name, known);
          const hint = near === undefined ? '' : ` (did you mean "${near}"?)`;
          const message = `expected a name of Weir, found "${name}"${hint}`;
          context.addIssue({ code: 'custom', path: [id, place, name], message });
        }
      }
    }
  })
  .exactOptional()
  .describe('calls with other names at the venue, by the ids of the page on calls');

/** Names of a call's fields in one place, without their paths. */
export function listNames(id: RouteId, place: FieldPlace): readonly string[] {
  const fields = describeFields(ROUTES[id]).filter((one) => one.place === place);
  return [...new Set(fields.map(({ name }) => name.replace(/^.*[.\]]/, '')))];
}

/** An inferred or open part of a call. */
export interface CallFacts {
  readonly call: RouteId;
  readonly place: 'query' | 'body' | 'answer' | 'status' | 'shape' | 'bodyIn';
  readonly point: number;
  readonly section: string;
  readonly mark: Mark;
  /** Names used by other venues, by our names; conformance tries them first. */
  readonly others: Readonly<Record<string, readonly string[]>>;
}

const PRICE = { price: ['rate', 'lastPrice', 'last'], timestamp: ['time'] };
const BALANCE = {
  total: ['balance', 'amount'],
  available: ['free', 'availableBalance'],
  locked: ['frozen', 'reserved', 'hold'],
  currency: ['asset', 'coin'],
};
const TRANSFER = { currency: ['asset', 'coin'], amount: ['quantity'], txId: ['txHash'] };
const REFERENCE = {
  ratePrecision: ['precision', 'pricePrecision', 'spotPrecision'],
  pipFactor: ['pipsFactor', 'pipPrecision'],
  spotLagDays: ['spotLag', 'settlementDays'],
  minSize: ['minimumAmount', 'minAmount'],
  maxSize: ['maximumAmount', 'maxAmount'],
  sizeIncrement: ['sizeStep', 'amountIncrement'],
};

/** Inferred or open names, statuses and shapes of calls, with their open points. */
export const CALL_FACTS: readonly CallFacts[] = [
  fact('marketDataSet', 'query', 4, '3.4', 'inferred', {
    symbol: ['currencyPair', 'pair'],
    symbols: ['currencyPairs', 'pairs'],
    tenor: ['tenors'],
    date: ['valueDate', 'businessDate'],
    timeWindow: ['window', 'endDate'],
  }),
  fact('marketDataSet', 'answer', 5, '3.4', 'open', {}),
  fact('ticker', 'query', 6, '3.6', 'inferred', { symbol: ['pair', 'ccyPair'] }),
  fact('ticker', 'answer', 6, '3.6', 'open', PRICE),
  fact('queryOrders', 'shape', 11, '4.5', 'inferred', {}),
  fact('cancelOrder', 'shape', 11, '4.7', 'open', {}),
  fact('cancelAllOrders', 'shape', 11, '4.7', 'open', {}),
  fact('orderFills', 'query', 15, '5.2', 'inferred', { orderId: ['id', 'order'] }),
  fact('orderFills', 'answer', 15, '5.2', 'inferred', {}),
  fact('tradeDetails', 'answer', 15, '5.3', 'inferred', {}),
  fact('cancelTrades', 'bodyIn', 15, '5.7', 'open', {}),
  fact('cancelTrades', 'body', 15, '5.7', 'open', {}),
  fact('cancelTrades', 'answer', 15, '5.7', 'open', {}),
  fact('positions', 'query', 19, '7.1', 'doc', {}),
  fact('positions', 'answer', 19, '7.1', 'doc', {}),
  fact('positionsByDate', 'query', 19, '7.2', 'inferred', {}),
  fact('positionsByDate', 'answer', 19, '7.2', 'inferred', {}),
  fact('stpResend', 'shape', 24, '10.2', 'open', {}),
  fact('queryRfsByClientId', 'query', 18, '6.2', 'inferred', {
    clOrderId: ['clientOrderId', 'id'],
  }),
  fact('acceptQuote', 'body', 18, '6.3', 'open', {}),
  fact('depositAddress', 'query', 20, '8', 'open', { currency: ['asset', 'coin'] }),
  fact('depositAddress', 'answer', 20, '8', 'open', {}),
  fact('depositHistory', 'query', 20, '8', 'open', { limit: ['size', 'count'] }),
  fact('depositHistory', 'answer', 20, '8', 'open', { ...TRANSFER, insertTime: ['createTime'] }),
  fact('withdraw', 'body', 20, '8', 'open', {}),
  fact('withdraw', 'answer', 20, '8', 'open', {}),
  fact('withdrawHistory', 'query', 20, '8', 'open', { limit: ['size', 'count'] }),
  fact('withdrawHistory', 'answer', 20, '8', 'open', { ...TRANSFER, applyTime: ['createTime'] }),
  fact('balances', 'query', 21, '8', 'open', { currency: ['asset', 'coin'] }),
  fact('balances', 'answer', 21, '8', 'open', BALANCE),
  fact('brokerBalances', 'query', 21, '8', 'open', {}),
  fact('brokerBalances', 'answer', 21, '8', 'open', BALANCE),
  fact('updateBrokerBalances', 'body', 21, '8', 'open', {}),
  fact('updateBrokerBalances', 'answer', 21, '8', 'open', {}),
  fact('symbolReference', 'answer', 22, '9', 'open', REFERENCE),
  fact('instrumentReference', 'answer', 22, '9', 'open', { instrument: ['currency', 'code'] }),
  fact('referenceList', 'query', 22, '9', 'open', { type: ['kind', 'category'] }),
  fact('assetDetail', 'answer', 22, '9', 'open', {
    minWithdrawAmount: ['withdrawMin', 'minWithdraw'],
    depositAllowed: ['depositStatus', 'depositEnabled'],
    withdrawAllowed: ['withdrawStatus', 'withdrawEnabled'],
    withdrawFee: ['fee'],
  }),
];

function fact(
  id: RouteId,
  place: CallFacts['place'],
  point: number,
  section: string,
  mark: Mark,
  others: CallFacts['others'],
): CallFacts {
  return { call: id, place, point, section, mark, others };
}
