// Building blocks of strategy parameters: zod schemas with units that are usual in FX.
import { z } from 'zod';
import { durationText } from '../validation/index.js';
import { explainSymbol, isSymbol } from '../domain/index.js';
import { SIDES } from '../domain/orders/index.js';

z.config({ jitless: true });

/** Metadata key in a schema for the meaning of a parameter, so that a plan can check its unit. */
const KIND = 'weir';
export type ParamKind = 'symbol' | 'amount' | 'price';

/** Meaning of each top-level parameter of a strategy that uses a schema of this file. */
export function listParamKinds(params: z.ZodType): ReadonlyMap<string, ParamKind> {
  const kinds = new Map<string, ParamKind>();
  if (!(params instanceof z.ZodObject)) return kinds;
  for (const [name, schema] of Object.entries(params.shape)) {
    const kind = findKind(schema);
    if (kind !== undefined) kinds.set(name, kind);
  }
  return kinds;
}

/** Unwraps schemas such as optional and default. */
function findKind(schema: unknown): ParamKind | undefined {
  let inner = schema;
  while (inner instanceof z.ZodType) {
    const kind = inner.meta()?.[KIND];
    if (kind === 'symbol' || kind === 'amount' || kind === 'price') return kind;
    inner = 'innerType' in inner.def ? inner.def.innerType : undefined;
  }
  return undefined;
}

/** A symbol such as `EUR/USD`. */
export function symbol() {
  return z
    .string()
    .refine(isSymbol, { error: ({ input }) => explainSymbol(String(input)) })
    .meta({ description: 'symbol, base and term with a slash', [KIND]: 'symbol' });
}

export function side() {
  return z.enum(SIDES).describe('Buy or Sell, seen from the dealt currency');
}

/** An amount above 0, in units of the currency. */
export function amount() {
  const description = 'amount in units of the dealt currency';
  return z
    .number()
    .positive()
    .meta({ description, [KIND]: 'amount' });
}

/** A price above 0. */
export function price() {
  const description = 'price in units of the term currency';
  return z
    .number()
    .positive()
    .meta({ description, [KIND]: 'price' });
}

/** A number of basis points, 0 or more, with a default. */
export function bps(standard = 0) {
  return z.number().nonnegative().default(standard).describe('basis points');
}

/** A key of a parent order, such as `eur-2`; when absent Weir derives one. */
export function parentKey() {
  return z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'expected 1 to 64 letters, digits, ".", "_" or "-"')
    .optional()
    .describe('name of the parent order: each name is worked once only');
}

/** A span with its unit (`250ms`, `8m`), parsed to microseconds; `standard` when absent. */
export function duration(standard?: string) {
  const schema = durationText.describe('duration with its unit, such as 250ms, 5s or 8m');
  return standard === undefined ? schema : schema.prefault(standard);
}
