// Reads the profile file that a configuration names.
import { type LoadedText, parseConfig, readText } from '../config/index.js';
import { ok, type Result } from '../domain/index.js';
import {
  createProfile,
  DEFAULT_PROFILE,
  type ProfileChanges,
  profileSchema,
  type VenueProfile,
} from '../protocol/index.js';

export interface LoadedProfile {
  readonly profile: VenueProfile;
  /** What the file changes. */
  readonly changes: ProfileChanges;
  /** The file's text; undefined for the default profile. */
  readonly source: LoadedText | undefined;
}

/** The default profile, changed by a file if there is one. */
export function loadProfile(file?: string): Result<LoadedProfile> {
  if (file === undefined) return ok({ profile: DEFAULT_PROFILE, changes: {}, source: undefined });
  const source = readText(file);
  if (!source.ok) return source;
  const changes = parseConfig(source.value, profileSchema);
  if (!changes.ok) return changes;
  const profile = createProfile(changes.value);
  return ok({ profile, changes: changes.value, source: source.value });
}
