// The models of the venue machine as configurations write them.
import { z } from 'zod';
import { durationText } from '../../domain/index.js';
import { FILL_TIMINGS } from './fill.js';

const span = (what: string) => durationText.prefault('0ms').describe(what);

/** `latency` and `fillTiming`. */
export const modelShape = {
  latency: z
    .strictObject({
      rates: span('from a rate to where queries show it'),
      orders: span('from a request to the matching engine'),
      replies: span("from an order's change to where queries show it"),
    })
    .prefault({})
    .describe('constant one-way latency'),
  fillTiming: z
    .enum(FILL_TIMINGS)
    .default('arrival')
    .describe('whether an order meets the rate that it finds or the next one'),
};
