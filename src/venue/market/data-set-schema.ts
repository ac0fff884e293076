// Schema of the market data sets in a configuration (wire facts 3.4).
import { z } from 'zod';
import { durationText } from '../../validation/index.js';
import { isSwapTenor, parseTenor } from '../../domain/dates/index.js';
import { isSymbol, MINUTE } from '../../domain/index.js';
import { toScaled } from '../../domain/numbers/index.js';

/**
 * `regular`: current rates; `end-of-day`: reference rates of a time of day; `fixed-period`: rates
 * that are valid in a window of the day.
 */
export const SET_KINDS = ['regular', 'end-of-day', 'fixed-period'] as const;
export type SetKind = (typeof SET_KINDS)[number];

const CLOCK = /^([01]\d|2[0-3])[0-5]\d$/;
const WINDOW = /^([01]\d|2[0-3])[0-5]\d-([01]\d|2[0-3])[0-5]\d$/;

const tenorText = z.string().superRefine((text, context) => {
  const tenor = parseTenor(text);
  if (tenor.ok && !isSwapTenor(tenor.value)) return;
  const message = tenor.ok ? `expected the tenor of one date, found ${text}` : tenor.fault.message;
  context.addIssue({ code: 'custom', message });
});

const name = z.string().min(1).max(30);

const setSchema = z
  .strictObject({
    id: name.regex(/^[^|]*$/, 'expected no |').describe('id of the set'),
    name: z.string().min(1).max(100).exactOptional().describe('its display name; absent: the id'),
    kind: z
      .enum(SET_KINDS)
      .describe('current rates, reference rates of a time, or rates that are valid for a window'),
    symbols: z
      .array(z.string().refine(isSymbol, { message: 'expected a symbol such as EUR/USD' }))
      .min(1)
      .describe('its symbols; those without rates are left out'),
    tenors: z.array(tenorText).min(1).default(['SPOT']).describe('its tenors, such as SPOT and 1W'),
    widen: z
      .number()
      .min(0)
      .max(10_000)
      .refine((value) => toScaled(value, 3) !== undefined, {
        message: 'expected at most 3 decimals',
      })
      .default(0)
      .describe('pips by which each side is worse than the market'),
    provider: name
      .exactOptional()
      .describe('provider that trades on its rates; absent: the first that can'),
    org: name.exactOptional().describe('fixed-period: the organization that owns it'),
    window: z
      .string()
      .regex(WINDOW, 'expected HHmm-HHmm in UTC such as 0800-1200')
      .exactOptional()
      .describe('fixed-period: when its rates are valid, HHmm-HHmm in UTC, on weekdays'),
    lead: durationText
      .prefault('30s')
      .describe('fixed-period: how long before the window its rates are made'),
    activeAt: z
      .string()
      .regex(CLOCK, 'expected HHmm in UTC such as 1600')
      .exactOptional()
      .describe('end-of-day: when its rates are made, HHmm in UTC, on weekdays'),
    life: durationText
      .exactOptional()
      .describe('how long an order may name its rates; absent: 5s, and 1h of end-of-day sets'),
  })
  .superRefine((set, context) => {
    for (const [field, kind] of [
      ['org', 'fixed-period'],
      ['window', 'fixed-period'],
      ['activeAt', 'end-of-day'],
    ] as const) {
      const isHere = set[field] !== undefined;
      if (isHere === (set.kind === kind)) continue;
      const message = isHere
        ? `expected no ${field} of a ${set.kind} set`
        : `expected ${field} of a ${kind} set, found none`;
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

/** `marketDataSets` with unique ids. */
export const dataSetsSchema = z
  .array(setSchema)
  .max(100)
  .refine((sets) => new Set(sets.map((one) => one.id)).size === sets.length, {
    message: 'expected each set once',
  })
  .default([])
  .describe('market data sets');

export type DataSetSettings = z.output<typeof setSchema>;

/** Converts `HHmm` to microseconds since midnight. */
export function toTimeOfDay(text: string): number {
  return (Number(text.slice(0, 2)) * 60 + Number(text.slice(2, 4))) * MINUTE;
}
