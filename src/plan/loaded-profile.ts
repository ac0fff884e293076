// The profile of a session, and the default one, which needs none of what reads a profile file.
import type { LoadedText } from '../config/index.js';
import { ok, type Result } from '../domain/index.js';
import { DEFAULT_PROFILE, type ProfileChanges, type VenueProfile } from '../protocol/index.js';

export interface LoadedProfile {
  readonly profile: VenueProfile;
  /** What the file changes. */
  readonly changes: ProfileChanges;
  /** The file's text; undefined for the default profile. */
  readonly source: LoadedText | undefined;
}

export const DEFAULT_LOADED_PROFILE: LoadedProfile = {
  profile: DEFAULT_PROFILE,
  changes: {},
  source: undefined,
};

/** The profile of a file, or the default one; what reads a file is loaded for a file only. */
export async function openProfile(file?: string): Promise<Result<LoadedProfile>> {
  if (file === undefined) return ok(DEFAULT_LOADED_PROFILE);
  const { loadProfile } = await import('./load-profile.js');
  return loadProfile(file);
}
