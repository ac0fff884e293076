// The state directory of a bot, and what opens it.
import type { JournalDisk } from '../journal/index.js';
import type { StateIdentity } from './identity.js';

export interface StateDirectory {
  readonly dir: string;
  readonly journal: string;
  readonly control: string;
  readonly identity: StateIdentity;
  /** A journal was begun in the directory. */
  readonly hasBegun: boolean;
  /** First part of the bot's client order ids. */
  readonly tag: string;
  /** The directory is new, or its tag is unrecorded: a lost directory may have had another tag. */
  readonly mayHaveOtherTag?: true;
  /** Former login and base URL of the account, where these have changed. */
  readonly before?: string;
}
export interface StatePorts {
  readonly disk: JournalDisk;
  /** User id that must own the files; undefined where the platform has none. */
  readonly userId: number | undefined;
  /** Draws the tag of a new directory; the common tag when absent. */
  readonly drawTag?: (() => string) | undefined;
}
