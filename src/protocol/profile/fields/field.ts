// What is known of each field of the profile: where it comes from, how sure it is, what else it
// may be.
import { z } from 'zod';

/** How the source states it: by the specification, the vendor's pages, a sample, or not at all. */
export type Mark = 'spec' | 'doc' | 'example' | 'inferred' | 'open';

export interface FieldFacts {
  /** Number of the open point; 0: inferred, and no open point of its own. */
  readonly point: number;
  /** Section of the wire facts. */
  readonly section: string;
  readonly mark: Mark;
  readonly text: string;
  /** What else it may be, in words. */
  readonly others: string;
  /** Files below src that read it, without their endings. */
  readonly used: readonly string[];
}

/** Facts by the schema of the field in a profile file. */
export const PROFILE_FACTS = z.registry<FieldFacts>();

/** An optional key of a profile file, with its facts. */
export function field<S extends z.ZodType>(schema: S, facts: FieldFacts) {
  const { text, section, mark, point } = facts;
  const source = `wire facts ${section}, ${mark}${point === 0 ? '' : `, point ${String(point)}`}`;
  const described = schema.exactOptional().describe(`${text} (${source})`);
  PROFILE_FACTS.add(described, facts);
  return described;
}

/** A part of the profile file whose keys are fields. */
export function part<T extends z.core.$ZodLooseShape>(shape: T, text: string) {
  return z.strictObject(shape).exactOptional().describe(text);
}

/** A word, name or header as it goes on the wire. */
export const word = z
  .string()
  .regex(/^[^"\\\p{Cc}]{1,100}$/u, 'expected 1 to 100 characters without quote and backslash');
/** A word as a key. */
export const wireWord = word.meta({ title: 'word' });
export const words = z.array(word).min(1);
export const status = z.int().min(200).max(599);
/** Names by our own names; those left out stay. */
export function namesOf<const K extends string>(keys: readonly K[]) {
  return z.strictObject(
    Object.fromEntries(
      keys.map((key) => [key, word.exactOptional().describe('the word of the venue')]),
    ) as Record<K, z.ZodExactOptional<typeof word>>,
  );
}
