// Effect `distort-rates`: a market that is frozen, stopped, crossed or without a side.
import { z } from 'zod';
import { defineEffect } from '../effect.js';
import { findNoSymbol } from '../orders.js';
import type { Distortion } from '../rate-filter.js';

/** How far a crossed bid is above the offer, in ticks. */
const CROSSED_BY = 5;

const FORMS = {
  /** The last rate repeated with new times. */
  frozen: (rate, last) => (last === undefined ? rate : { ...last }),
  stopped: () => undefined,
  crossed: ({ offerTicks, ...rate }) => ({
    ...rate,
    offerTicks,
    bidTicks: offerTicks + CROSSED_BY,
  }),
  'no-bid': (rate) => ({ ...rate, bidTicks: 0, bidUnits: 0 }),
  'no-offer': (rate) => ({ ...rate, offerTicks: 0, offerUnits: 0 }),
  zero: () => ({ bidTicks: 0, offerTicks: 0, bidUnits: 0, offerUnits: 0 }),
} as const satisfies Record<string, Distortion>;

export const distortRates = defineEffect({
  id: 'distort-rates',
  on: 'machine',
  summary: "a symbol's rates are frozen, missing, crossed or without a side",
  params: {
    symbol: z.string().min(1).describe('symbol of the rates'),
    form: z
      .enum(Object.keys(FORMS) as [keyof typeof FORMS])
      .describe('frozen: the same prices with new times; stopped: no rates; zero: no side'),
  },
  create: ({ symbol, form }) => ({
    findMissing: (stage) => findNoSymbol(stage, symbol),
    begin: ({ venue, rates }) => {
      const instrument = venue.findInstrument(symbol);
      return instrument === undefined ? undefined : rates.add(instrument.id, FORMS[form]);
    },
  }),
});
