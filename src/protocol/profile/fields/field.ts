// Facts on each profile field: source, certainty and other possible values.
import { z } from 'zod';

/**
 * How the source states a field: specification, vendor's pages, sample, inferred, or not at all.
 */
export type Mark = 'spec' | 'doc' | 'example' | 'inferred' | 'open';

export interface FieldFacts {
  /** Number of the open point; 0: none. */
  readonly point: number;
  /** Section of the wire facts. */
  readonly section: string;
  readonly mark: Mark;
  readonly text: string;
  /** Other possible values. */
  readonly others: string;
}

/** Facts by the schema of a profile field. */
export const PROFILE_FACTS = z.registry<FieldFacts>();

/** Schema of an optional profile field; registers its facts. */
export function field<S extends z.ZodType>(schema: S, facts: FieldFacts) {
  const { text, section, mark, point } = facts;
  const source = `wire facts ${section}, ${mark}${point === 0 ? '' : `, point ${String(point)}`}`;
  const described = schema.exactOptional().describe(`${text} (${source})`);
  PROFILE_FACTS.add(described, facts);
  return described;
}

/** Schema of a group of profile fields. */
export function part<T extends z.core.$ZodLooseShape>(shape: T, text: string) {
  return z.strictObject(shape).exactOptional().describe(text);
}

/** A value, name or header as sent on the wire. */
export const word = z
  .string()
  .regex(/^[^"\\\p{Cc}]{1,100}$/u, 'expected 1 to 100 characters without quote and backslash');
/** Such a value as a key. */
export const wireWord = word.meta({ title: 'word' });
export const words = z.array(word).min(1);
export const status = z.int().min(200).max(599);
/** Map of our names to the venue's names; missing keys keep our names. */
export function namesOf<const K extends string>(keys: readonly K[]) {
  return z.strictObject(
    Object.fromEntries(
      keys.map((key) => [key, word.exactOptional().describe('the name at the venue')]),
    ) as Record<K, z.ZodExactOptional<typeof word>>,
  );
}
