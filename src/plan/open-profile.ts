// Opens the profile of a session, and completes it by its plan. The parser of profile files is
// loaded only where a file is named.
import { type Result, ok } from '../domain/index.js';
import { type LoadedProfile, DEFAULT_LOADED_PROFILE } from './loaded-profile.js';
import type { VenueProfile } from '../protocol/profile/index.js';
import { listRecordings } from './config-schema.js';
import type { Plan } from './plan.js';

/** Profile of a file, or the default one; loads the parser only for a file. */
export async function openProfile(file?: string): Promise<Result<LoadedProfile>> {
  if (file === undefined) return ok(DEFAULT_LOADED_PROFILE);
  const { loadProfile } = await import('./load-profile.js');
  return loadProfile(file);
}

/**
 * The profile of a plan, with the spot size that the configuration states where rates have none.
 */
export function findProfile({ config, policy, venue: { profile } }: Plan): VenueProfile {
  const recorded = listRecordings(config).find((one) => one.size !== undefined);
  const size = recorded?.size ?? config.venue?.size;
  // Code fields of the policy come first; a profile may add its own.
  const codeFields = [...new Set([...policy.policy.codeFields, ...profile.codeFields])];
  return { ...profile, codeFields, ...(size === undefined ? undefined : { spotSize: size }) };
}
