// The halt latch: what is halted stays halted, on disk, until a person resumes it.
import { fail, type Instant, ok, type Result } from '../domain/index.js';
import { isSystemError, type JournalDisk, readWhole, replaceFile } from '../journal/index.js';

/** One latched halt. Scopes form a tree: all, strategy, symbol of a strategy. */
export interface HaltRecord {
  /** `<epoch>-<number>`: what a person names to clear it. */
  readonly id: string;
  readonly scope: 'all' | 'strategy' | 'symbol';
  /** Empty for `all`, and for a symbol of every strategy. */
  readonly strategy: string;
  /** Empty unless the scope is `symbol`. */
  readonly symbol: string;
  /** Control or mechanism, such as `RC52`, or `RC63` for a person. */
  readonly cause: string;
  /** What happened, in words. */
  readonly reason: string;
  /** Where the journal shows it: `seq N`, or empty. */
  readonly evidence: string;
  /** Person or part that asked for it. */
  readonly who: string;
  /** Session time. */
  readonly at: Instant;
  /** Wall clock, epoch milliseconds: for people, it may be set. */
  readonly wallAt: number;
  /** Machine time, monotonic microseconds from a start of the machine: the cool-down goes by it. */
  readonly monoAt: number;
  readonly epoch: number;
}

/** What the file says; whatever cannot be read is a halt. */
export type LatchReading =
  | { readonly kind: 'missing' }
  | { readonly kind: 'read'; readonly halts: readonly HaltRecord[] }
  | { readonly kind: 'unreadable'; readonly message: string };

const FILE = 'halt';
/** Most tries to write past others who write at the same time; the last one writes in any case. */
const MOST_TRIES = 5;

const TEXTS = ['strategy', 'symbol', 'reason', 'evidence', 'who'] as const;
const TIMES = ['at', 'wallAt', 'monoAt', 'epoch'] as const;
const SCOPES: readonly unknown[] = ['all', 'strategy', 'symbol'];
const RECORD_KEYS = ['id', 'scope', 'cause', ...TEXTS, ...TIMES].length;

/** Reads `control/halt`. It never throws: an error of the disk is `unreadable`. */
export function readLatch(disk: JournalDisk, control: string): LatchReading {
  return readFile(disk, control).reading;
}

/** The text as well: by it a writer sees whether another wrote in between. */
function readFile(
  disk: JournalDisk,
  control: string,
): { readonly text?: string; readonly reading: LatchReading } {
  try {
    const text = readWhole(disk, control, FILE);
    return text === undefined ? { reading: { kind: 'missing' } } : { text, reading: parse(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { reading: { kind: 'unreadable', message } };
  }
}

function parse(text: string): LatchReading {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // The parser's words would show the bytes, which may be of any kind.
    const message = 'expected the list of halts, found a file that is damaged';
    return { kind: 'unreadable', message };
  }
  if (isLatch(content)) return { kind: 'read', halts: content.halts };
  return { kind: 'unreadable', message: 'expected the list of halts, found other content' };
}

/** By hand: a kill latches before it has loaded anything that checks schemas. */
function isLatch(content: unknown): content is { readonly halts: readonly HaltRecord[] } {
  if (!isObject(content) || Object.keys(content).length !== 2 || content['v'] !== 1) return false;
  const { halts } = content;
  return Array.isArray(halts) && halts.every(isHalt);
}

function isHalt(value: unknown): value is HaltRecord {
  if (!isObject(value) || Object.keys(value).length !== RECORD_KEYS) return false;
  const { cause, epoch, id, scope } = value;
  if (!isText(id) || id === '' || !isText(cause) || cause === '') return false;
  if (!SCOPES.includes(scope) || !TEXTS.every((key) => isText(value[key]))) return false;
  return TIMES.every((key) => Number.isSafeInteger(value[key])) && Number(epoch) >= 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/**
 * The halts that hold at a start: those of the file and those of the journal. A file that is
 * missing clears nothing; one that cannot be read halts everything.
 */
export function joinHalts(
  reading: LatchReading,
  journaled: readonly HaltRecord[],
): readonly HaltRecord[] {
  const halts = new Map(journaled.map((halt) => [halt.id, halt]));
  if (reading.kind === 'read') for (const halt of reading.halts) halts.set(halt.id, halt);
  if (reading.kind === 'unreadable') halts.set(UNREADABLE, toUnreadable(reading.message));
  return [...halts.values()];
}

/** Id of the halt that stands for a file that cannot be read. */
export const UNREADABLE = 'unreadable';

function toUnreadable(message: string): HaltRecord {
  return {
    id: UNREADABLE,
    scope: 'all',
    strategy: '',
    symbol: '',
    cause: 'RC69',
    reason: `the halt latch cannot be read: ${message}`,
    evidence: `control/${FILE}`,
    who: 'weir',
    at: 0,
    wallAt: 0,
    monoAt: 0,
    epoch: 0,
  };
}

/** The latch of a running session, or of a command that changes the one of a dead bot. */
export class HaltLatch {
  readonly #disk: JournalDisk;
  readonly #control: string;
  readonly #halts: Map<string, HaltRecord>;
  readonly #cleared = new Set<string>();
  /** Found in the file, and not asked for since. */
  #adopted: HaltRecord[] = [];
  readonly #writer: number;

  /**
   * `halts` are those that hold already, see `joinHalts`; `writer` is the number of the process:
   * several write the file at the same time.
   */
  constructor(disk: JournalDisk, control: string, halts: readonly HaltRecord[], writer: number) {
    this.#disk = disk;
    this.#control = control;
    this.#writer = writer;
    this.#halts = new Map(halts.map((halt) => [halt.id, halt]));
  }

  /** Every halt that holds, oldest first. */
  get halts(): readonly HaltRecord[] {
    return [...this.#halts.values()];
  }

  /** The halt that keeps an order of this strategy and symbol back, or undefined. */
  find(strategy: string, symbol: string): HaltRecord | undefined {
    for (const halt of this.#halts.values()) {
      if (halt.scope === 'all') return halt;
      const isStrategy = halt.strategy === '' || halt.strategy === strategy;
      if (isStrategy && (halt.scope === 'strategy' || halt.symbol === symbol)) return halt;
    }
    return undefined;
  }

  /** Holds from this call on, whatever the disk does; what holds stays as it is. Does no I/O. */
  hold(halt: HaltRecord): void {
    if (!this.#halts.has(halt.id)) this.#halts.set(halt.id, halt);
  }

  /** The file that cannot be read was found so now: its cool-down counts from here. */
  dateUnreadable(stamp: Pick<HaltRecord, 'at' | 'wallAt' | 'monoAt'>): void {
    const found = this.#halts.get(UNREADABLE);
    if (found !== undefined) this.#halts.set(UNREADABLE, { ...found, ...stamp });
  }

  /** Makes the halts that hold durable. Fault code `state.latch`; they hold in any case. */
  write(): Result<void> {
    return this.#replace(() => true);
  }

  /** Takes over what another process has latched in the file: it holds here as well. */
  adopt(): void {
    this.#take(readLatch(this.#disk, this.#control));
  }

  /** Adopts, and tells what was adopted since the last call, by whatever call that was. */
  takeAdopted(): readonly HaltRecord[] {
    this.adopt();
    const adopted = this.#adopted;
    this.#adopted = [];
    return adopted;
  }

  /** Adopts what the file says; what cannot be read may say anything. */
  #take(reading: LatchReading): void {
    const isUnreadable = reading.kind === 'unreadable';
    const said = reading.kind === 'read' ? reading.halts : [];
    for (const halt of isUnreadable ? [toUnreadable(reading.message)] : said) {
      const isCleared = !isUnreadable && this.#cleared.has(halt.id);
      if (isCleared || this.#halts.has(halt.id)) continue;
      this.hold(halt);
      this.#adopted.push(halt);
    }
  }

  /**
   * Clears the named halts, on disk first: what could not be written is not cleared, and a halt
   * that came in between stays. Fault codes `state.latch`, `state.no-halt`.
   */
  clear(ids: readonly string[]): Result<void> {
    this.adopt();
    for (const id of ids) {
      if (this.#halts.has(id)) continue;
      const known = [...this.#halts.keys()].join(', ');
      return fail('state.no-halt', `expected the id of a halt (${known}), found ${id}`);
    }
    const written = this.#replace((halt) => !ids.includes(halt.id));
    if (!written.ok) return written;
    for (const id of ids) {
      this.#halts.delete(id);
      this.#cleared.add(id);
    }
    return written;
  }

  /** Writes the halts that shall stay, and what others latched until the file has its name. */
  #replace(stays: (halt: HaltRecord) => boolean): Result<void> {
    return replaceLatch(this.#disk, this.#control, this.#writer, (reading) => {
      this.#take(reading);
      return this.halts.filter(stays);
    });
  }
}

/**
 * Latches one halt beside the bot that owns the file, which may clear others at the same time. A
 * file that cannot be read halts already, and stays. Fault code `state.latch`.
 */
export function addToLatch(
  disk: JournalDisk,
  control: string,
  halt: HaltRecord,
  writer: number,
): Result<void> {
  return replaceLatch(disk, control, writer, (reading) => {
    if (reading.kind === 'unreadable') return undefined;
    const halts = reading.kind === 'read' ? reading.halts : [];
    return halts.some(({ id }) => id === halt.id) ? halts : [...halts, halt];
  });
}

/** `toNext` is asked again where another process has written; undefined writes nothing. */
function replaceLatch(
  disk: JournalDisk,
  control: string,
  writer: number,
  toNext: (reading: LatchReading) => readonly HaltRecord[] | undefined,
): Result<void> {
  try {
    for (let tries = 1; ; tries++) {
      const { text, reading } = readFile(disk, control);
      const halts = toNext(reading);
      if (halts === undefined) return ok(undefined);
      const next = `${JSON.stringify({ v: 1, halts })}
`;
      const isWanted = (): boolean => {
        return tries === MOST_TRIES || readFile(disk, control).text === text;
      };
      if (replaceFile(disk, control, FILE, next, { writer, isWanted })) return ok(undefined);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const message = `expected to write the halt latch, found ${error.message}`;
    return fail('state.latch', message, control);
  }
}
