// Profile fields of market data.
import { z } from 'zod';
import { DEFAULT_MARKET_PROFILE } from '../market-profile.js';
import { field, namesOf, part, status } from './field.js';

const parameter = z.enum(['symbol', 'symbols', 'date', 'tenor', 'timeWindow']);
const RATE_FIELDS = Object.keys(
  DEFAULT_MARKET_PROFILE.setRateFields,
) as (keyof typeof DEFAULT_MARKET_PROFILE.setRateFields)[];

export const MARKET_FIELDS = {
  spotSize: field(z.union([z.number().positive(), z.literal('unlimited')]), {
    point: 0,
    section: '3.1',
    mark: 'inferred',
    text: 'displayed size of a rate without a size, units of the base; absent: this is a fault',
    others: 'a size, or unlimited',
  }),
  market: part(
    {
      ladderShape: field(z.enum(['arrays', 'scalars', 'list']), {
        point: 3,
        section: '3.2',
        mark: 'inferred',
        text: 'spot rates by type: parallel arrays, the best level alone, or a list of rates',
        others: 'scalars, list',
      }),
      ladderRateId: field(z.enum(['text', 'array', 'none']), {
        point: 3,
        section: '3.2',
        mark: 'inferred',
        text: 'rateId of spot rates by type: a text, an array of one, or none',
        others: 'array, none',
      }),
      pairParameters: field(z.array(parameter).min(1), {
        point: 4,
        section: '3.4',
        mark: 'inferred',
        text: 'parameters of market data sets, one of which names the pair',
        others: 'one of the two alone',
      }),
      tenorParameters: field(z.array(parameter).min(1), {
        point: 4,
        section: '3.4',
        mark: 'inferred',
        text: 'parameters of market data sets, one of which names the date',
        others: 'tenor alone, date alone',
      }),
      forbiddenParameter: field(parameter, {
        point: 4,
        section: '3.4',
        mark: 'inferred',
        text: 'parameter that only fixed-period sets take',
        others: 'date',
      }),
      setTimes: field(z.enum(['text', 'epoch']), {
        point: 5,
        section: '3.4',
        mark: 'open',
        text: "times of a set's life: text timestamps or epoch milliseconds",
        others: 'epoch',
      }),
      setRateFields: field(namesOf(RATE_FIELDS), {
        point: 5,
        section: '3.4',
        mark: 'open',
        text: "names of the fields of a set's rates",
        others: 'other names',
      }),
      noSetStatus: field(status, {
        point: 4,
        section: '3.4',
        mark: 'inferred',
        text: 'status when no set matches: 200 is an empty list',
        others: '200',
      }),
      tickerFields: field(namesOf(['price', 'time']), {
        point: 6,
        section: '3.6',
        mark: 'open',
        text: 'names of price and time in the ticker; rate, lastPrice and time are read too',
        others: 'price: rate or lastPrice; time: time',
      }),
    },
    'market data',
  ),
};
