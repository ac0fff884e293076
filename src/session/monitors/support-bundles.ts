// What the venue's support asks for after a serious error: the calls that led to the halt, without
// secrets, in a file for a person to look through. Nothing sends it anywhere.
import { join } from 'node:path';
import type { FinishedCall } from '../../client/index.js';
import { formatInstant, type Halt } from '../../domain/index.js';
import { type JournalDisk, replaceFile } from '../../journal/index.js';
import type { HostClock } from '../../determinism/index.js';
import { VERSION } from '../../host/index.js';

/** The control of serious errors. */
const SERIOUS = 'RC52';
/** Calls of a pack, the newest last. */
const MAX_CALLS = 8;
/** Packs of one folder: of more the oldest goes. */
const MAX_PACKS = 20;
const PACK = /^support-pack-(\d{1,9})\.json$/;
/** Machine time from a halt to its pack: cancels go first, milliseconds. */
const WAIT_MS = 1_000;

const ABOUT =
  'The last calls before the halt, oldest first, without login, tokens and signatures. ' +
  'Look through it before you send it: Weir sends it nowhere.';

type PackedHalt = Pick<Halt, 'at' | 'reason' | 'rule'>;

/** Reads of the market that worked say nothing of a serious error. */
function isTelling({ exchange, route }: FinishedCall): boolean {
  return route.lane !== 'data' || !exchange.ok || exchange.status < 200 || exchange.status >= 300;
}

/** Where packs go. */
export interface PackPlace {
  readonly disk: JournalDisk;
  readonly folder: string;
  /** Number of the process: others may write there as well. */
  readonly writer: number;
  /** Told why there is none, and which one went for it. */
  readonly notify: (message: string) => void;
}

export interface SupportPorts extends PackPlace {
  readonly clock: Pick<HostClock, 'setTimer'>;
  /** Told of each pack. */
  readonly packed: (file: string) => void;
}

/** Makes a pack for each halt by a serious error, once its cancels have gone. */
export class SupportBundles {
  readonly #ports: SupportPorts;
  /** The newest, oldest first. */
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

  /** Those that were made, oldest first. */
  get files(): readonly string[] {
    return this.#files;
  }

  /** Takes a call that has ended: before anything is halted for it. */
  see(facts: FinishedCall): void {
    if (isTelling(facts)) this.#calls = [...this.#calls, facts].slice(-MAX_CALLS);
  }

  /** Nothing waits for the pack: the halt has its way first. */
  note(halt: PackedHalt): void {
    if (halt.rule !== SERIOUS || this.#waiting !== undefined) return;
    const timer = this.#ports.clock.setTimer(WAIT_MS, () => {
      this.flush();
    });
    this.#waiting = { halt, calls: this.#calls, timer };
  }

  /** Makes the pack that waits for its time now. Never throws. */
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

/** Writes the pack of a halt by a serious error; its path, or undefined. Never throws. */
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
    for (const oldest of numbers.slice(0, 1 - MAX_PACKS).map(toName)) {
      disk.remove(folder, oldest);
      notify(`support pack ${join(folder, oldest)} is removed: only ${String(MAX_PACKS)} are kept`);
    }
    return join(folder, name);
  } catch (error) {
    // Whatever it is, the halt is none the worse for it.
    const found = error instanceof Error ? error.message : String(error);
    notify(`no support pack: expected to write it to ${folder}, found ${found}`);
    return undefined;
  }
}

function toText({ describe, machineMicros, sentAt }: FinishedCall) {
  return { at: formatInstant(sentAt), millis: Math.round(machineMicros / 1_000), ...describe() };
}

function toName(number: number): string {
  return `support-pack-${String(number)}.json`;
}

/** Of the packs that are there, lowest first. */
function listNumbers(disk: JournalDisk, folder: string): readonly number[] {
  const found = disk.list(folder).map((name) => PACK.exec(name)?.[1]);
  const numbers = found.flatMap((number) => (number === undefined ? [] : [Number(number)]));
  return numbers.sort((a, b) => a - b);
}
