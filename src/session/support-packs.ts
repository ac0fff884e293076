// What the venue's support asks for after a serious error: the calls that led to the halt, without
// secrets, in a file for a person to look through. Nothing sends it anywhere.
import { join } from 'node:path';
import type { CallFacts } from '../client/index.js';
import { formatInstant, type Halt } from '../domain/index.js';
import { type JournalDisk, replaceFile } from '../journal/index.js';
import type { MachineClock } from '../machine/index.js';
import { VERSION } from './version.js';

/** The control of serious errors. */
const SERIOUS = 'RC52';
/** Calls of a pack, the newest last. */
const MAX_CALLS = 8;
/** Packs of one folder: what halts again and again says nothing new. */
const MAX_PACKS = 20;
/** Machine time from a halt to its pack: cancels go first, milliseconds. */
const WAIT_MS = 1_000;

const ABOUT =
  'The last calls before the halt, oldest first, without login, tokens and signatures. ' +
  'Look through it before you send it: Weir sends it nowhere.';

type PackedHalt = Pick<Halt, 'at' | 'reason' | 'rule'>;

/** Reads of the market that worked say nothing of a serious error. */
function isTelling({ exchange, route }: CallFacts): boolean {
  return route.lane !== 'data' || !exchange.ok || exchange.status < 200 || exchange.status >= 300;
}

export interface SupportPorts {
  readonly clock: Pick<MachineClock, 'setTimer'>;
  readonly disk: JournalDisk;
  /** Where packs go: the session's folder. */
  readonly folder: string;
  /** Told of each pack. */
  readonly packed: (file: string) => void;
  /** Told why there is none. */
  readonly tell: (message: string) => void;
}

/** Makes a pack for each halt by a serious error, once its cancels have gone. */
export class SupportPacks {
  readonly #ports: SupportPorts;
  /** The newest, oldest first. */
  #calls: readonly CallFacts[] = [];
  readonly #files: string[] = [];
  #waiting:
    | {
        readonly halt: PackedHalt;
        readonly calls: readonly CallFacts[];
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
  see(facts: CallFacts): void {
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
    const { disk, folder, packed, tell } = this.#ports;
    const file = writePack(disk, folder, halt, calls, tell);
    if (file === undefined) return;
    this.#files.push(file);
    packed(file);
  }
}

/** Writes the pack of a halt by a serious error; its path, or undefined. Never throws. */
export function writePack(
  disk: JournalDisk,
  folder: string,
  { at, reason, rule }: PackedHalt,
  calls: readonly CallFacts[],
  tell: (message: string) => void,
): string | undefined {
  if (rule !== SERIOUS) return undefined;
  try {
    const name = findName(disk, folder);
    if (name === undefined) return undefined;
    const halt = { at: formatInstant(at), rule, reason };
    const newest = calls.filter(isTelling).slice(-MAX_CALLS);
    const pack = { about: ABOUT, weir: VERSION, halt, calls: newest.map(toText) };
    replaceFile(disk, folder, name, `${JSON.stringify(pack, undefined, 2)}\n`);
    return join(folder, name);
  } catch (error) {
    // Whatever it is, the halt is none the worse for it.
    const found = error instanceof Error ? error.message : String(error);
    tell(`no support pack: expected to write it to ${folder}, found ${found}`);
    return undefined;
  }
}

function toText({ describe, machineMicros, sentAt }: CallFacts) {
  return { at: formatInstant(sentAt), millis: Math.round(machineMicros / 1_000), ...describe() };
}

/** The first free one; undefined when there are packs enough. */
function findName(disk: JournalDisk, folder: string): string | undefined {
  for (let number = 1; number <= MAX_PACKS; number++) {
    const name = `support-pack-${String(number)}.json`;
    if (disk.describe(join(folder, name)) === undefined) return name;
  }
  return undefined;
}
