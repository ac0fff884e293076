// Reads the profile file that a configuration names.
import { parseConfig, readText } from '../config/index.js';
import { ok, type Result } from '../domain/index.js';
import { createProfile, profileSchema } from '../protocol/profile/index.js';
import { DEFAULT_LOADED_PROFILE, type LoadedProfile } from './loaded-profile.js';

/** The default profile, with the changes of a file if there is one. */
export function loadProfile(file?: string): Result<LoadedProfile> {
  if (file === undefined) return ok(DEFAULT_LOADED_PROFILE);
  const source = readText(file);
  if (!source.ok) return source;
  const changes = parseConfig(source.value, profileSchema);
  if (!changes.ok) return changes;
  const profile = createProfile(changes.value);
  return ok({ profile, changes: changes.value, source: source.value });
}
