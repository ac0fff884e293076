// Support bundles: after a serious error, the calls that led to the halt, without secrets, in a
// file that an operator can review and send to the venue. Weir sends it nowhere.
import { join } from 'node:path';
import type { FinishedCall } from '../../client/index.js';
import type { Halt } from '../../domain/events/index.js';
import { formatInstant } from '../../domain/index.js';
import { type JournalDisk, replaceFile } from '../../journal/index.js';
import type { HostClock } from '../../determinism/index.js';
import { VERSION } from '../../host/index.js';

/** Control of serious errors. */
const SERIOUS = 'RC52';
/** Most calls in a bundle, the newest last. */
const MAX_CALLS = 8;
/** Most bundles in a folder; beyond this the oldest is removed. */
const MAX_BUNDLES = 20;
const PACK = /^support-pack-(\d{1,9})\.json$/;
/** Monotonic time from a halt to its bundle, so that cancels go first, milliseconds. */
const WAIT_MS = 1_000;

const ABOUT =
  'The last calls before the halt, oldest first, without login, tokens and signatures. ' +
  'Check it before you send it: Weir itself sends it nowhere.';

type PackedHalt = Pick<Halt, 'at' | 'reason' | 'rule'>;

/** Successful reads of rates give no information on a serious error. */
function isTelling({ exchange, route }: FinishedCall): boolean {
  return route.lane !== 'data' || !exchange.ok || exchange.status < 200 || exchange.status >= 300;
}

/** Where bundles are written. */
export interface PackPlace {
  readonly disk: JournalDisk;
  readonly folder: string;
  /** Process id: other processes may write there as well. */
  readonly writer: number;
  /** Called with why no bundle was written, and with each bundle that was removed. */
  readonly notify: (message: string) => void;
}

export interface SupportPorts extends PackPlace {
  readonly clock: Pick<HostClock, 'setTimer'>;
  /** Called with the path of each bundle. */
  readonly packed: (file: string) => void;
}

/** Writes a bundle for each halt by a serious error, after its cancels have left. */
export class SupportBundles {
  readonly #ports: SupportPorts;
  /** The newest calls, oldest first. */
  #calls: readonly FinishedCall[] = [];
  readonly #files: string[] = [];
  #waiting:
    | {
        readonly halt: PackedHalt;
        readonly calls: readonly FinishedCall[];
        readonly timer: { cancel(): void };
      }
    | undefined;

  constructor(ports: SupportPorts) {
    this.#ports = ports;
  }

  /** Paths of the bundles written, oldest first. */
  get files(): readonly string[] {
    return this.#files;
  }

  /** Takes in a call that has ended, before the kernel halts for it. */
  see(facts: FinishedCall): void {
    if (isTelling(facts)) this.#calls = [...this.#calls, facts].slice(-MAX_CALLS);
  }

  /** Schedules the bundle, so that the halt goes first. */
  note(halt: PackedHalt): void {
    if (halt.rule !== SERIOUS || this.#waiting !== undefined) return;
    const timer = this.#ports.clock.setTimer(WAIT_MS, () => {
      this.flush();
    });
    this.#waiting = { halt, calls: this.#calls, timer };
  }

  /** Writes a scheduled bundle now. Never throws. */
  flush(): void {
    if (this.#waiting === undefined) return;
    const { calls, halt, timer } = this.#waiting;
    timer.cancel();
    this.#waiting = undefined;
    const file = writePack(this.#ports, halt, calls);
    if (file === undefined) return;
    this.#files.push(file);
    this.#ports.packed(file);
  }
}

/** Writes the bundle of a halt by a serious error. Returns its path, or undefined. Never throws. */
export function writePack(
  { disk, folder, writer, notify }: PackPlace,
  { at, reason, rule }: PackedHalt,
  calls: readonly FinishedCall[],
): string | undefined {
  if (rule !== SERIOUS) return undefined;
  try {
    const numbers = listNumbers(disk, folder);
    const name = toName((numbers.at(-1) ?? 0) + 1);
    const halt = { at: formatInstant(at), rule, reason };
    const newest = calls.filter(isTelling).slice(-MAX_CALLS);
    const pack = { about: ABOUT, weir: VERSION, halt, calls: newest.map(toText) };
    replaceFile(disk, folder, name, `${JSON.stringify(pack, undefined, 2)}\n`, { writer });
    for (const oldest of numbers.slice(0, 1 - MAX_BUNDLES).map(toName)) {
      disk.remove(folder, oldest);
      notify(
        `support bundle ${join(folder, oldest)} is removed: only ${String(MAX_BUNDLES)} are kept`,
      );
    }
    return join(folder, name);
  } catch (error) {
    // No error here may disturb the halt.
    const found = error instanceof Error ? error.message : String(error);
    notify(`cannot write the support bundle to ${folder}: ${found}`);
    return undefined;
  }
}

function toText({ describe, machineMicros, sentAt }: FinishedCall) {
  return { at: formatInstant(sentAt), millis: Math.round(machineMicros / 1_000), ...describe() };
}

function toName(number: number): string {
  return `support-pack-${String(number)}.json`;
}

/** Numbers of the bundles in the folder, lowest first. */
function listNumbers(disk: JournalDisk, folder: string): readonly number[] {
  const found = disk.list(folder).map((name) => PACK.exec(name)?.[1]);
  const numbers = found.flatMap((number) => (number === undefined ? [] : [Number(number)]));
  return numbers.sort((a, b) => a - b);
}
