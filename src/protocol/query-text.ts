// Converts query parameters between typed values and URL texts, by the route's schema.
import { z } from 'zod';

type Values = Readonly<Record<string, unknown>>;
type QueryValue = string | number | boolean | undefined;

/** Texts of a typed query; undefined values are left out. */
export function toQueryTexts(
  query: Readonly<Record<string, QueryValue>>,
): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) texts[name] = String(value);
  }
  return texts;
}

/**
 * Values of a query's texts: a text becomes a number or boolean if the schema expects one and the
 * text is one. Other values stay texts, for the schema to validate.
 */
export function toQueryValues(texts: Readonly<Record<string, string>>, schema: z.ZodType): Values {
  if (!(schema instanceof z.ZodObject)) return texts;
  const values: Record<string, unknown> = { ...texts };
  for (const [name, text] of Object.entries(texts)) {
    values[name] = toValue(text, schema.shape[name]);
  }
  return values;
}

function toValue(text: string, field: unknown): unknown {
  let inner = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  const isNumber = inner instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(text);
  if (isNumber) return Number(text);
  return inner instanceof z.ZodBoolean && /^(true|false)$/.test(text) ? text === 'true' : text;
}
