// Opens the profile of a session; the parser of profile files is loaded only where a file is named.
import { type Result, ok } from '../domain/index.js';
import { type LoadedProfile, DEFAULT_LOADED_PROFILE } from './loaded-profile.js';

/** Profile of a file, or the default one; loads the parser only for a file. */
export async function openProfile(file?: string): Promise<Result<LoadedProfile>> {
  if (file === undefined) return ok(DEFAULT_LOADED_PROFILE);
  const { loadProfile } = await import('./load-profile.js');
  return loadProfile(file);
}
