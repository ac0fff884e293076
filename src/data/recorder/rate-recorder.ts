// Rates of a venue as files that recordings are read from: parts of lines, then Parquet.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  assert,
  fail,
  formatDate,
  type Instant,
  type Instrument,
  ok,
  type Result,
} from '../../domain/index.js';
import { compactPart, UNFINISHED } from './compact-part.js';
import { Part, readPart, type ReceivedRate, repairPart } from './part.js';

export interface RecorderOptions {
  readonly folder: string;
  readonly instruments: readonly Instrument[];
  /** A part that has grown to so many bytes is finished. */
  readonly partBytes: number;
  /** Told what a crash left and what became of it. */
  readonly tell: (message: string) => void;
}

/** What was recorded of a symbol since the recorder was opened. */
export interface RecordedSymbol {
  readonly rates: number;
  /** Rates whose venue time went back: a recording cannot hold them. */
  readonly outOfOrder: number;
  /** Of the last rate, also of a run before; 0 without one. */
  readonly lastVenueAt: Instant;
  readonly lastReceivedAt: Instant;
}

interface OpenSymbol {
  readonly instrument: Instrument;
  readonly folder: string;
  part: Part | undefined;
  /** UTC day of its part. */
  day: string;
  number: number;
  rates: number;
  outOfOrder: number;
  lastVenueAt: Instant;
  lastReceivedAt: Instant;
}

const PART = /^(\d{4}-\d{2}-\d{2})-(\d{6})\.(ndjson|parquet)$/;
const LINES = '.ndjson';

export class RateRecorder {
  readonly #options: RecorderOptions;
  readonly #symbols: readonly OpenSymbol[];
  /** Parts are compacted one after another, beside the recording. */
  #compacting: Promise<void> = Promise.resolve();
  #broken: Error | undefined;

  private constructor(options: RecorderOptions, symbols: readonly OpenSymbol[]) {
    this.#options = options;
    this.#symbols = symbols;
  }

  /**
   * Takes up a folder, new or of a recording before: cut lines are repaired, and what is finished
   * is compacted. Fault code `record.write`.
   */
  static async open(options: RecorderOptions): Promise<Result<RateRecorder>> {
    try {
      const symbols: OpenSymbol[] = [];
      for (const instrument of options.instruments) {
        symbols.push(await takeUp(instrument, options));
      }
      return ok(new RateRecorder(options, symbols));
    } catch (error) {
      return failWrite(error, options.folder);
    }
  }

  /** By symbol. */
  list(): ReadonlyMap<string, RecordedSymbol> {
    return new Map(this.#symbols.map((one) => [one.instrument.symbol, one]));
  }

  /** Fault code `record.write`. */
  add({ id, symbol }: Instrument, rate: ReceivedRate): Result<void> {
    const one = this.#symbols.find(({ instrument }) => instrument.id === id);
    assert(one !== undefined, `${symbol} is not recorded`);
    if (this.#broken !== undefined) return failWrite(this.#broken, one.folder);
    if (rate.venueAt < one.lastVenueAt) {
      if (one.outOfOrder++ === 0) {
        this.#options.tell(`${symbol}: the venue's time went back: such rates are left out`);
      }
      return ok(undefined);
    }
    try {
      const part = this.#findPart(one, formatDate(rate.receivedAt));
      part.add(one.instrument, rate);
      one.rates++;
      one.lastVenueAt = rate.venueAt;
      one.lastReceivedAt = rate.receivedAt;
      if (part.bytes >= this.#options.partBytes) this.#finish(one);
      return ok(undefined);
    } catch (error) {
      return failWrite(error, one.folder);
    }
  }

  /** All that was added is on the disk when this returns. Fault code `record.write`. */
  sync(): Result<void> {
    try {
      for (const { part } of this.#symbols) part?.sync();
      return ok(undefined);
    } catch (error) {
      return failWrite(error, this.#options.folder);
    }
  }

  /** Finishes all parts and waits for the last Parquet file. Fault code `record.write`. */
  async close(): Promise<Result<void>> {
    try {
      for (const one of this.#symbols) this.#finish(one);
      await this.#compacting;
      if (this.#broken !== undefined) throw this.#broken;
      return ok(undefined);
    } catch (error) {
      return failWrite(error, this.#options.folder);
    }
  }

  #findPart(one: OpenSymbol, day: string): Part {
    if (one.part !== undefined && one.day === day) return one.part;
    this.#finish(one);
    one.day = day;
    one.number++;
    one.part = Part.create(join(one.folder, `${toName(one)}${LINES}`));
    return one.part;
  }

  #finish(one: OpenSymbol): void {
    const { part } = one;
    if (part === undefined) return;
    part.close();
    one.part = undefined;
    const target = part.file.slice(0, -LINES.length);
    this.#compacting = this.#compacting
      .then(() => compactPart(part.file, `${target}.parquet`))
      .catch((error: unknown) => {
        this.#broken ??= error instanceof Error ? error : new Error(String(error));
      });
  }
}

function toName({ day, number }: Pick<OpenSymbol, 'day' | 'number'>): string {
  return `${day}-${String(number).padStart(6, '0')}`;
}

/** Folder of a symbol in that of a recording. */
export function toSymbolFolder(symbol: string): string {
  return symbol.replaceAll('/', '-');
}

async function takeUp(instrument: Instrument, options: RecorderOptions): Promise<OpenSymbol> {
  const folder = join(options.folder, toSymbolFolder(instrument.symbol));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    if (name.endsWith(UNFINISHED)) rmSync(join(folder, name));
  }
  const found = { number: 0, lastVenueAt: 0, lastReceivedAt: 0 };
  for (const name of readdirSync(folder).sort()) {
    const [, , number = '', kind] = PART.exec(name) ?? [];
    found.number = Math.max(found.number, Number(number));
    if (kind !== 'ndjson') continue;
    const file = join(folder, name);
    const target = `${file.slice(0, -LINES.length)}.parquet`;
    // A crash between the name of the one and the removal of the other.
    if (existsSync(target)) rmSync(file);
    else Object.assign(found, await finishFormer(file, target, options));
  }
  const counts = { rates: 0, outOfOrder: 0 };
  return { instrument, folder, part: undefined, day: '', ...found, ...counts };
}

/** A part that a run before left open. */
async function finishFormer(file: string, target: string, { tell }: RecorderOptions) {
  const cut = repairPart(file);
  if (cut > 0) tell(`${file}: ${String(cut)} bytes of a cut line removed`);
  const last = readPart(file).at(-1);
  await compactPart(file, target);
  if (last === undefined) return {};
  return { lastVenueAt: last.time * 1_000, lastReceivedAt: Math.round(last.receivedAt * 1_000) };
}

function failWrite(error: unknown, where: string): Result<never> {
  const found = error instanceof Error ? error.message : String(error);
  return fail('record.write', `expected to write the recording, found: ${found}`, where);
}
