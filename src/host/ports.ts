// Ports of a session to its host: time, disk, network and process.
import type { VenueClientOptions } from '../client/index.js';
import type { JournalDisk } from '../journal/index.js';
import type { HostClock } from '../determinism/index.js';
import type { BindName } from './bind-name.js';

/** Measures the delay of the event loop. */
export interface LagMeter {
  /** Longest delay since the last call, microseconds. */
  take(): number;
  stop(): void;
}

export interface HostPort {
  readonly nodeVersion: string;
  /** Id of this process in records: monotonic times of one process belong together. */
  readonly boot: string;
  readonly processId: number;
  /** Undefined on platforms without user ids. */
  readonly userId: number | undefined;
  /** Draws the tag of a new bot; absent: the common tag. */
  readonly drawTag?: () => string;
  /** Absolute path of this user's folder for lasting state, with one directory per login. */
  readonly stateHome: string;
  measureLag(): LagMeter;
  /** Memory of the process, bytes. */
  memoryBytes(): number;
  /** Used heap and its limit, bytes; absent without a heap of its own. */
  measureHeap?(): { readonly heapBytes: number; readonly heapLimit: number };
  randomBytes(count: number): Uint8Array;
  readonly bindName: BindName;
}

export interface HttpPort {
  /** Creates connections of the client's lanes; the client's own when absent. */
  readonly createLane?: NonNullable<VenueClientOptions['createLane']>;
  /** Prepares code and connections, so that the next read is as fast as possible. */
  warm?(url: string, timeoutMs: number, ca?: string): Promise<void>;
  /**
   * One GET outside the client, to exactly this URL: without a proxy and without redirects. `ca`:
   * the only trusted signers, PEM. Rejects without a complete response in time.
   */
  read(
    url: string,
    timeoutMs: number,
    ca?: string,
  ): Promise<{ readonly status: number; readonly body: string }>;
}

/** `nobody`: no process listens; `silent`: one does, but did not answer in time. */
export type LocalAnswer =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'silent' };

/** Answers a line; `isCallerConnected` says whether the caller still waits. */
export type LocalAnswering = (line: string, isCallerConnected: () => boolean) => Promise<string>;

/** Local sockets of a directory: one line is the request, one text the response. */
export interface LocalPort {
  /** Listens for the directory's owner only. Rejects with the error of the system. */
  serve(dir: string, name: string, answer: LocalAnswering): Promise<{ close(): void }>;
  /** Never rejects. */
  ask(dir: string, name: string, line: string, timeoutMs: number): Promise<LocalAnswer>;
}

/** All ports of a session; torture provides virtual ones. */
export interface SessionPorts {
  readonly clock: HostClock;
  readonly disk: JournalDisk;
  readonly http: HttpPort;
  readonly host: HostPort;
  /** Absent where no other process may command the bot. */
  readonly local?: LocalPort;
}
