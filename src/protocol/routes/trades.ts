// Routes of trades.
import { defineRoutes, DESK, FIND } from './route.js';
import { bookTradeAnswerSchema, bookTradeSchema } from '../schemas/book-trade.js';
import { idParams } from '../schemas/fields.js';
import { tradeListSchema, tradeSchema } from '../schemas/trade-record.js';
import {
  allocatedTradeSchema,
  allocateTradeSchema,
  amendTradeSchema,
  canceledTradesSchema,
  cancelTradesSchema,
  fillsQuerySchema,
  replacedTradeSchema,
  rollTradeSchema,
} from '../schemas/trades.js';

/** Template of back office changes to trades. */
const BACK_OFFICE = { ...DESK, kind: 'desk' } as const;

export const TRADE_ROUTES = defineRoutes('trades', {
  orderFills: {
    ...FIND,
    path: '/v2/trades',
    summary: 'All fills of an order.',
    source: 'spec Trades; wire facts 5.2',
    query: fillsQuerySchema,
    response: tradeListSchema,
  },
  tradeDetails: {
    ...FIND,
    path: '/v2/trades/{id}',
    summary: 'The trade of a trade id.',
    source: 'spec Trades; wire facts 5.3',
    params: idParams,
    response: tradeSchema,
  },
  bookTrade: {
    ...BACK_OFFICE,
    path: '/v2/trades',
    summary: 'Books a trade done elsewhere.',
    source: 'spec Book-trade request; wire facts 5.1',
    body: bookTradeSchema,
    response: bookTradeAnswerSchema,
  },
  amendTrade: {
    ...BACK_OFFICE,
    path: '/v2/trades/amendment',
    summary: 'Amends amount, rate or legal entity: a new trade replaces the old trade.',
    source: 'spec Trades, Limits; wire facts 5.4',
    body: amendTradeSchema,
    response: replacedTradeSchema,
  },
  rollTrade: {
    ...BACK_OFFICE,
    path: '/v2/trades/roll',
    summary: 'Rolls a trade to a later value date: a new trade replaces the old trade.',
    source: 'spec Trades; wire facts 5.5',
    body: rollTradeSchema,
    response: replacedTradeSchema,
  },
  allocateTrade: {
    ...BACK_OFFICE,
    path: '/v2/trades/allocations',
    summary: 'Divides a trade among legal entities of its organization.',
    source: 'spec Trades, Limits; wire facts 5.6',
    body: allocateTradeSchema,
    response: allocatedTradeSchema,
  },
  cancelTrades: {
    ...BACK_OFFICE,
    path: '/v2/trades/cancel',
    summary: 'Cancels a trade, or all trades of a booking request.',
    source: 'spec Trades; wire facts 5.7',
    body: cancelTradesSchema,
    response: canceledTradesSchema,
  },
});
