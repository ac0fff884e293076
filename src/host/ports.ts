// All that a session takes from the machine it runs on: time, disk, network and the process.
import type { VenueClientOptions } from '../client/index.js';
import type { JournalDisk } from '../journal/index.js';
import type { HostClock } from '../determinism/index.js';
import type { BindName } from './bind-name.js';

/** How late the event loop ran. */
export interface LagMeter {
  /** The longest delay since the last call, microseconds. */
  take(): number;
  stop(): void;
}

export interface HostPort {
  readonly nodeVersion: string;
  /** Names this process in records: machine times of one process belong together. */
  readonly boot: string;
  readonly processId: number;
  /** Undefined where users have no number. */
  readonly userId: number | undefined;
  /** The tag of a new bot; absent: the common one. */
  readonly drawTag?: () => string;
  /** Directory of this user for state that lasts, absolute: one directory of each login in it. */
  readonly stateHome: string;
  measureLag(): LagMeter;
  /** Memory that the process holds. */
  memoryBytes(): number;
  /** Heap in use and its limit, bytes; absent where there is no heap of its own. */
  measureHeap?(): { readonly heapBytes: number; readonly heapLimit: number };
  randomBytes(count: number): Uint8Array;
  readonly bindName: BindName;
}

export interface HttpPort {
  /** Connections of the client's lanes; the client's own when absent. */
  readonly createLane?: NonNullable<VenueClientOptions['createLane']>;
  /** Makes code and connections ready, so that the next read takes no longer than it must. */
  warm?(url: string, timeoutMs: number, ca?: string): Promise<void>;
  /**
   * A single GET outside the client, of this place and no other: past any proxy, without following
   * a redirect. `ca`: the only signers that are trusted, PEM. Rejects when no whole answer comes in
   * time.
   */
  read(
    url: string,
    timeoutMs: number,
    ca?: string,
  ): Promise<{ readonly status: number; readonly body: string }>;
}

/** `nobody`: no process listens there; `silent`: one does, and did not answer in time. */
export type LocalAnswer =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'silent' };

/** Sockets of this machine that a directory names: one line asks, one text answers. */
/** Answers a line; `isHeard` says whether its asker still waits. */
export type LocalAnswering = (line: string, isCallerConnected: () => boolean) => Promise<string>;

export interface LocalPort {
  /** Listens for the directory's owner only. Rejects with the error of the system. */
  serve(dir: string, name: string, answer: LocalAnswering): Promise<{ close(): void }>;
  /** Never rejects. */
  ask(dir: string, name: string, line: string, timeoutMs: number): Promise<LocalAnswer>;
}

/** One object for a whole session; torture hands in virtual ones. */
export interface SessionPorts {
  readonly clock: HostClock;
  readonly disk: JournalDisk;
  readonly http: HttpPort;
  readonly host: HostPort;
  /** Absent where no other process is to command the bot. */
  readonly local?: LocalPort;
}
