// The venue profile that a plan leads to.
import type { VenueProfile } from '../protocol/index.js';
import { listRecordings } from './config-schema.js';
import type { Plan } from './plan.js';

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
