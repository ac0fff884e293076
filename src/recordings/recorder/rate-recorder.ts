// Records the rates of a venue as files: parts of lines, then Parquet.
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
import { UNFINISHED } from '../tables/table-file.js';
import { compactPart } from './compact-part.js';
import { readLastRow } from './last-row.js';
import { RateFile, type PartRow, type ReceivedRate, repairPart, toRow } from './rate-file.js';

export interface RecorderOptions {
  readonly folder: string;
  readonly instruments: readonly Instrument[];
  /** Size in bytes at which a part is finished. */
  readonly partBytes: number;
  /** Called with messages on what a crash left and how it was repaired. */
  readonly notify: (message: string) => void;
}

/** Counts of a symbol since the recorder was opened. */
export interface RecordedSymbol {
  readonly rates: number;
  /** Rates left out because their venue time went back. */
  readonly outOfOrder: number;
  /** Venue time of the last rate, including previous runs; 0 without one. */
  readonly lastVenueAt: Instant;
  readonly lastReceivedAt: Instant;
}

interface OpenSymbol {
  readonly instrument: Instrument;
  readonly folder: string;
  part: RateFile | undefined;
  /** UTC day of the open part. */
  day: string;
  number: number;
  rates: number;
  outOfOrder: number;
  lastVenueAt: Instant;
  lastReceivedAt: Instant;
  /** Last row of the previous run, until the first rate of this run. */
  former: PartRow | undefined;
}

const PART = /^\d{4}-\d{2}-\d{2}-(\d{6})(\.ndjson|\.parquet)$/;
const LINES = '.ndjson';

export class RateRecorder {
  readonly #options: RecorderOptions;
  readonly #symbols: readonly OpenSymbol[];
  /** Compacts parts one after another, concurrently with the recording. */
  #compacting: Promise<void> = Promise.resolve();
  #broken: Error | undefined;

  private constructor(options: RecorderOptions, symbols: readonly OpenSymbol[]) {
    this.#options = options;
    this.#symbols = symbols;
  }

  /**
   * Opens a folder, new or of a previous recording: repairs cut lines and compacts finished parts.
   * Fault code `record.write`.
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
        this.#options.notify(
          `${symbol}: the venue's time went back: rates with an earlier time are left out`,
        );
      }
      return ok(undefined);
    }
    const { former } = one;
    one.former = undefined;
    if (former !== undefined && isSameRate(former, toRow(one.instrument, rate))) {
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

  /**
   * Flushes all rates to disk and finishes the parts of earlier days. Fault code `record.write`.
   */
  sync(now: Instant): Result<void> {
    const today = formatDate(now);
    try {
      for (const one of this.#symbols) {
        if (one.day < today) this.#finish(one);
        else one.part?.sync();
      }
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

  #findPart(one: OpenSymbol, day: string): RateFile {
    if (one.part !== undefined && one.day === day) return one.part;
    this.#finish(one);
    one.day = day;
    one.number++;
    one.part = RateFile.create(join(one.folder, `${toName(one)}${LINES}`));
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

/** Name of a symbol's folder in that of the recording. */
export function toSymbolFolder(symbol: string): string {
  return symbol.replaceAll('/', '-');
}

async function takeUp(instrument: Instrument, options: RecorderOptions): Promise<OpenSymbol> {
  const folder = join(options.folder, toSymbolFolder(instrument.symbol));
  // Not Node's recursive mkdir, which never returns in folders that reject new ones, such as /proc.
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.endsWith(UNFINISHED)) rmSync(file);
    if (PART.exec(name)?.[2] === LINES) await finishFormer(file, options);
  }
  const newest = findNewest(folder);
  const number = toNumber(newest);
  const former = number === 0 ? undefined : await readFormer(join(folder, newest), options);
  const { receivedAt = 0, time = 0 } = former ?? {};
  const last = { lastVenueAt: time * 1_000, lastReceivedAt: Math.round(receivedAt * 1_000) };
  const counts = { rates: 0, outOfOrder: 0 };
  return { instrument, folder, part: undefined, day: '', number, former, ...last, ...counts };
}

/** Name of the part with the highest number; empty if there is none. */
function findNewest(folder: string): string {
  // By number, not by name: after a clock change a later part may have an earlier day.
  const parts = readdirSync(folder).filter((name) => PART.test(name));
  return parts.reduce((one, other) => (toNumber(other) > toNumber(one) ? other : one), '');
}

function toNumber(name: string): number {
  return Number(PART.exec(name)?.[1] ?? 0);
}

/** Compacts a part that a previous run left open. */
async function finishFormer(file: string, { notify }: RecorderOptions): Promise<void> {
  const target = `${file.slice(0, -LINES.length)}.parquet`;
  // A crash happened after the Parquet file was renamed and before the part was deleted.
  if (existsSync(target)) {
    rmSync(file);
    return;
  }
  const cut = repairPart(file);
  if (cut > 0) notify(`${file}: ${String(cut)} bytes of an incomplete last line removed`);
  await compactPart(file, target);
}

/** Last row of a part; reports an unreadable part without stopping the recording. */
async function readFormer(file: string, { notify }: RecorderOptions): Promise<PartRow | undefined> {
  const row = await readLastRow(file);
  if (row.ok) return row.value;
  notify(`${file}: cannot read its last rate: ${row.fault.message}`);
  return undefined;
}

/** Whether two rates are equal except for the time of receipt. */
function isSameRate(one: PartRow, other: PartRow): boolean {
  const keys = ['time', 'bid', 'offer', 'bidSize', 'offerSize'] as const;
  return keys.every((key) => one[key] === other[key]);
}

function failWrite(error: unknown, where: string): Result<never> {
  const found = error instanceof Error ? error.message : String(error);
  return fail('record.write', `cannot write the recording: ${found}`, where);
}
