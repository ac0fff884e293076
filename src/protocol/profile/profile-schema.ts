// Schema of a profile file, which states where a venue differs from the default profile.
import { isRecord } from '../../validation/index.js';
import { z } from 'zod';
import { DEFAULT_PROFILE, type VenueProfile } from './profile.js';
import { AUTH_FIELDS } from './fields/auth.js';
import { callsSchema } from './fields/calls.js';
import { type FieldFacts, PROFILE_FACTS } from './fields/field.js';
import { LIMIT_FIELDS } from './fields/limits.js';
import { MARKET_FIELDS } from './fields/market.js';
import { ORDER_FIELDS } from './fields/orders.js';
import { REFERENCE_FIELDS } from './fields/reference.js';
import { RFS_FIELDS } from './fields/rfs.js';
import { TRADE_FIELDS } from './fields/trades.js';

/** Differences from the default profile; missing keys keep the default. */
export const profileSchema = z.strictObject({
  ...AUTH_FIELDS,
  ...MARKET_FIELDS,
  ...ORDER_FIELDS,
  ...RFS_FIELDS,
  ...REFERENCE_FIELDS,
  ...TRADE_FIELDS,
  ...LIMIT_FIELDS,
  calls: callsSchema,
});

export type ProfileChanges = z.output<typeof profileSchema>;

/** Applies changes to a profile: maps are merged by key, lists are replaced. */
export function createProfile(
  changes: ProfileChanges,
  from: VenueProfile = DEFAULT_PROFILE,
): VenueProfile {
  // The schema gives each key its type in the profile; a test checks that both agree.
  const merged = merge(from, changes) as VenueProfile;
  const { statusNames, statusWords, rfs, businessCodes, reasonNames } = merged;
  return {
    ...merged,
    statusWords: { ...statusWords, ...invert(statusNames) },
    businessCodes: [...new Set([...businessCodes, ...Object.values(reasonNames)])],
    rfs: { ...rfs, eventWords: { ...rfs.eventWords, ...invert(rfs.eventNames) } },
  };
}

/** Merges several changes; later ones take precedence. */
export function mergeChanges(changes: readonly ProfileChanges[]): ProfileChanges {
  return changes.reduce<ProfileChanges>((all, one) => merge(all, one) as ProfileChanges, {});
}

function merge(base: unknown, changes: unknown): unknown {
  if (!isRecord(base) || !isRecord(changes)) return changes;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(changes)) merged[key] = merge(base[key], value);
  return merged;
}

function invert<K extends string>(names: Readonly<Record<K, string>>): Readonly<Record<string, K>> {
  const entries = Object.entries(names) as [K, string][];
  return Object.fromEntries(entries.map(([ours, theirs]) => [theirs.toUpperCase(), ours]));
}

export interface ProfileField extends FieldFacts {
  /** Path of keys from the top of the profile, such as `hmac.idKey`. */
  readonly path: string;
  readonly standard: unknown;
}

/** Every profile field except `calls`, with its facts and default. */
export function listProfileFields(): readonly ProfileField[] {
  return listBelow(profileSchema, DEFAULT_PROFILE, '');
}

function listBelow(schema: z.ZodObject, standard: unknown, prefix: string): ProfileField[] {
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  return Object.entries(shape).flatMap(([key, inner]) => {
    const path = prefix + key;
    const value = isRecord(standard) ? standard[key] : undefined;
    const facts = PROFILE_FACTS.get(inner);
    if (facts !== undefined) return [{ ...facts, path, standard: value }];
    const group = inner instanceof z.ZodExactOptional ? inner.unwrap() : inner;
    return group instanceof z.ZodObject ? listBelow(group, value, `${path}.`) : [];
  });
}
