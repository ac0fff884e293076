// Profile of a session, and the default one, which does not load the parser of profile files.
import type { LoadedText } from '../config/index.js';
import {
  DEFAULT_PROFILE,
  type ProfileChanges,
  type VenueProfile,
} from '../protocol/profile/index.js';

export interface LoadedProfile {
  readonly profile: VenueProfile;
  /** What the file changes. */
  readonly changes: ProfileChanges;
  /** Text of the file; undefined for the default profile. */
  readonly source: LoadedText | undefined;
}

export const DEFAULT_LOADED_PROFILE: LoadedProfile = {
  profile: DEFAULT_PROFILE,
  changes: {},
  source: undefined,
};
