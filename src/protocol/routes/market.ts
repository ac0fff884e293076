// Routes of market data.
import { defineRoutes, READ } from './route.js';
import { dataSetQuerySchema, dataSetsAnswerSchema } from '../schemas/market-data-set.js';
import {
  benchmarkSchema,
  ladderAnswerSchema,
  rateTypeOrgParams,
  rateTypeParams,
  spotRateSchema,
  symbolQuerySchema,
  tickerSchema,
} from '../schemas/market.js';

export const MARKET_ROUTES = defineRoutes('market', {
  spotRate: {
    ...READ,
    path: '/v2/rates/spot',
    summary: 'Top of book of a symbol.',
    source: 'spec Market data; wire facts 3.1',
    query: symbolQuerySchema,
    response: spotRateSchema,
  },
  spotRatesByType: {
    ...READ,
    path: '/v2/rates/spot/{type}',
    summary: 'Spot rates of a symbol: top of book, full book, or each provider by itself.',
    source: 'spec Market data; wire facts 3.2',
    params: rateTypeParams,
    query: symbolQuerySchema,
    response: ladderAnswerSchema,
  },
  spotRatesByOrg: {
    ...READ,
    path: '/v2/rates/spot/{type}/{org}',
    summary: "Spot rates of a symbol by type, from an organization's providers.",
    source: 'spec Market data; wire facts 3.3',
    params: rateTypeOrgParams,
    query: symbolQuerySchema,
    response: ladderAnswerSchema,
  },
  marketDataSet: {
    ...READ,
    path: '/marketdataset',
    aliases: ['/v2/marketdataset'],
    summary: 'Rates of a market data set: regular, end-of-day or fixed-period.',
    source: 'spec Market data; wire facts 3.4',
    query: dataSetQuerySchema,
    response: dataSetsAnswerSchema,
  },
  benchmark: {
    ...READ,
    path: '/v2/benchmark',
    summary: 'Benchmark of a symbol: one mid rate for each second.',
    source: 'spec Market data; wire facts 3.5',
    query: symbolQuerySchema,
    response: benchmarkSchema,
  },
  ticker: {
    ...READ,
    path: '/v2/ticker',
    summary: 'Last traded price of a symbol.',
    source: 'spec Market data; wire facts 3.6',
    query: symbolQuerySchema,
    response: tickerSchema,
  },
});
