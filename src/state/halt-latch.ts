// The halt latch: halts in a file, which stay in force over restarts until an operator resumes.
import { fail, type Instant, ok, type Result } from '../domain/index.js';
import { isSystemError, type JournalDisk, readWhole, replaceFile } from '../journal/index.js';

/** One latched halt. Scopes form a tree: all, strategy, symbol of a strategy. */
export interface HaltRecord {
  /** `<epoch>-<number>`; an operator names it to clear the halt. */
  readonly id: string;
  readonly scope: 'all' | 'strategy' | 'symbol';
  /** Empty for `all`, and for a symbol of every strategy. */
  readonly strategy: string;
  /** Empty unless the scope is `symbol`. */
  readonly symbol: string;
  /** Control or mechanism, such as `RC52`, or `RC63` for an operator. */
  readonly cause: string;
  /** Reason as text. */
  readonly reason: string;
  /** Journal record of the halt: `seq N`, or empty. */
  readonly evidence: string;
  /** Operator or component that caused it. */
  readonly who: string;
  /** Session time. */
  readonly at: Instant;
  /** Wall clock, epoch milliseconds: for display only, since it may be set. */
  readonly wallAt: number;
  /** Monotonic microseconds since the host's start; the cool-down uses it. */
  readonly monoAt: number;
  readonly epoch: number;
}

/** Content of the file; an unreadable file is a halt. */
export type LatchReading =
  | { readonly kind: 'missing' }
  | { readonly kind: 'read'; readonly halts: readonly HaltRecord[] }
  | { readonly kind: 'unreadable'; readonly message: string };

const FILE = 'halt';
/** Most attempts while other processes write at the same time; the last one writes in any case. */
const MOST_TRIES = 5;

const TEXTS = ['strategy', 'symbol', 'reason', 'evidence', 'who'] as const;
const TIMES = ['at', 'wallAt', 'monoAt', 'epoch'] as const;
const SCOPES: readonly unknown[] = ['all', 'strategy', 'symbol'];
const RECORD_KEYS = ['id', 'scope', 'cause', ...TEXTS, ...TIMES].length;

/** Reads `control/halt`. Never throws: an error of the disk is `unreadable`. */
export function readLatch(disk: JournalDisk, control: string): LatchReading {
  return readFile(disk, control).reading;
}

/** Also returns the text, by which a writer detects a write of another process. */
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
    // The parser's message would contain the bytes of the file, which may be anything.
    const message = 'expected the list of halts, found a damaged file';
    return { kind: 'unreadable', message };
  }
  if (isLatch(content)) return { kind: 'read', halts: content.halts };
  return { kind: 'unreadable', message: 'expected the list of halts, found other content' };
}

/** Checked without a schema library: a kill latches before it has loaded one. */
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
 * Halts in force at a start: those of the file and those of the journal. A missing file clears
 * nothing; an unreadable one halts everything.
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

/** Id of the halt that an unreadable file causes. */
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

/** Latch of a running session, or of a command that changes the latch of a dead bot. */
export class HaltLatch {
  readonly #disk: JournalDisk;
  readonly #control: string;
  readonly #halts: Map<string, HaltRecord>;
  readonly #cleared = new Set<string>();
  /** Halts found in the file since the last `takeAdopted`. */
  #adopted: HaltRecord[] = [];
  readonly #writer: number;

  /**
   * `halts` are those in force already, see `joinHalts`; `writer` is the process id, since several
   * processes write the file.
   */
  constructor(disk: JournalDisk, control: string, halts: readonly HaltRecord[], writer: number) {
    this.#disk = disk;
    this.#control = control;
    this.#writer = writer;
    this.#halts = new Map(halts.map((halt) => [halt.id, halt]));
  }

  /** Halts in force, oldest first. */
  get halts(): readonly HaltRecord[] {
    return [...this.#halts.values()];
  }

  /** The halt that covers an order of this strategy and symbol, or undefined. */
  find(strategy: string, symbol: string): HaltRecord | undefined {
    for (const halt of this.#halts.values()) {
      if (halt.scope === 'all') return halt;
      const isStrategy = halt.strategy === '' || halt.strategy === strategy;
      if (isStrategy && (halt.scope === 'strategy' || halt.symbol === symbol)) return halt;
    }
    return undefined;
  }

  /**
   * Adds a halt in memory, in force from this call on; an existing one stays as it is. Does no I/O.
   */
  add(halt: HaltRecord): void {
    if (!this.#halts.has(halt.id)) this.#halts.set(halt.id, halt);
  }

  /** Dates the halt of an unreadable file now: its cool-down starts here. */
  dateUnreadable(stamp: Pick<HaltRecord, 'at' | 'wallAt' | 'monoAt'>): void {
    const found = this.#halts.get(UNREADABLE);
    if (found !== undefined) this.#halts.set(UNREADABLE, { ...found, ...stamp });
  }

  /** Makes the halts durable. Fault code `state.latch`; the halts are in force in any case. */
  write(): Result<void> {
    return this.#replace(() => true);
  }

  /** Takes over halts that another process has latched in the file. */
  adopt(): void {
    this.#take(readLatch(this.#disk, this.#control));
  }

  /** Adopts, and returns all halts adopted since the last call of this method. */
  takeAdopted(): readonly HaltRecord[] {
    this.adopt();
    const adopted = this.#adopted;
    this.#adopted = [];
    return adopted;
  }

  /** Adopts the halts of the file; an unreadable file counts as a halt of everything. */
  #take(reading: LatchReading): void {
    const isUnreadable = reading.kind === 'unreadable';
    const said = reading.kind === 'read' ? reading.halts : [];
    for (const halt of isUnreadable ? [toUnreadable(reading.message)] : said) {
      const isCleared = !isUnreadable && this.#cleared.has(halt.id);
      if (isCleared || this.#halts.has(halt.id)) continue;
      this.add(halt);
      this.#adopted.push(halt);
    }
  }

  /**
   * Clears the named halts, on disk first: a failed write clears nothing, and a halt added
   * meanwhile stays. Fault codes `state.latch`, `state.no-halt`.
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

  /**
   * Writes the halts that stay, with those that other processes latched before the file is renamed.
   */
  #replace(stays: (halt: HaltRecord) => boolean): Result<void> {
    return replaceLatch(this.#disk, this.#control, this.#writer, (reading) => {
      this.#take(reading);
      return this.halts.filter(stays);
    });
  }
}

/**
 * Latches one halt from another process than the bot, which may clear other halts meanwhile. An
 * unreadable file halts already and stays. Fault code `state.latch`.
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

/** Calls `toNext` again when another process has written; undefined writes nothing. */
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
    const message = `cannot write the halt latch: ${error.message}`;
    return fail('state.latch', message, control);
  }
}
