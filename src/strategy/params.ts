// Building blocks of strategy parameters: zod schemas with the units that FX desks use.
import { z } from 'zod';
import { isSymbol, type Micros, parseDuration, SIDES } from '../domain/index.js';

z.config({ jitless: true });

/** A symbol such as `EUR/USD`. */
export function symbol() {
  return z
    .string()
    .refine(isSymbol, { message: 'expected a symbol such as EUR/USD' })
    .describe('symbol, base and term with a slash');
}

/** A side: `Buy` or `Sell`. */
export function side() {
  return z.enum(SIDES).describe('Buy or Sell, seen from the dealt currency');
}

/** An amount above 0, in units of the currency. */
export function amount() {
  return z.number().positive().describe('amount in units of the dealt currency');
}

/** A price above 0. */
export function price() {
  return z.number().positive().describe('price in units of the term currency');
}

/** A number of basis points, 0 or more, with a default. */
export function bps(standard = 0) {
  return z.number().nonnegative().default(standard).describe('basis points');
}

/** A span with its unit (`250ms`, `8m`), parsed to microseconds; `standard` when absent. */
export function duration(standard?: string) {
  const schema = z
    .string()
    .transform((text, context): Micros => {
      const parsed = parseDuration(text);
      if (parsed.ok) return parsed.value;
      context.addIssue({ code: 'custom', message: parsed.fault.message });
      return z.NEVER;
    })
    .describe('duration with its unit, such as 250ms, 5s or 8m');
  return standard === undefined ? schema : schema.prefault(standard);
}
