// Effect `move-rates`: the market jumps and continues at the new level.
import { z } from 'zod';
import { defineEffect } from '../effect.js';
import { findNoSymbol } from '../orders.js';

export const moveRates = defineEffect({
  id: 'move-rates',
  on: 'machine',
  summary: "a symbol's rates jump, and continue from there",
  params: {
    symbol: z.string().min(1).describe('symbol of the rates'),
    percent: z.number().gt(-100).max(1_000).describe('how far: up, or down when negative'),
  },
  create: ({ symbol, percent }) => ({
    findMissing: (stage) => findNoSymbol(stage, symbol),
    begin: ({ venue, rates }) => {
      const instrument = venue.findInstrument(symbol);
      if (instrument === undefined) return undefined;
      const move = (ticks: number) => Math.round(ticks * (1 + percent / 100));
      return rates.add(instrument.id, ({ bidTicks, offerTicks, ...units }) => {
        const bid = move(bidTicks);
        // Keeps the spread unchanged.
        return { ...units, bidTicks: bid, offerTicks: bid + offerTicks - bidTicks };
      });
    },
  }),
});
