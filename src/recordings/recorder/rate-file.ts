// One file of recorded rates of one symbol: lines are appended, later it becomes Parquet.
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { type Instant, type Instrument, UNLIMITED, MILLISECOND } from '../../domain/index.js';
import { fromScaled, formatScaled, formatShortest } from '../../domain/numbers/index.js';

/** A polled rate. Ticks and minor units of the instrument, epoch microseconds. */
export interface ReceivedRate {
  readonly venueAt: Instant;
  readonly receivedAt: Instant;
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
}

/** A line of a part as JSON, or a row of its Parquet file; times in milliseconds. */
export interface PartRow {
  readonly time: number;
  readonly receivedAt: number;
  readonly symbol: string;
  readonly bid: number;
  readonly offer: number;
  readonly bidSize?: number;
  readonly offerSize?: number;
}

const NEWLINE = 10;
/** Bytes searched from the end for the last line end. */
const TAIL_BYTES = 64 * 1024;

/** An append-only NDJSON file: `add` returns after the line was passed to the operating system. */
export class RateFile {
  readonly file: string;
  readonly #descriptor: number;
  #bytes: number;
  #isDirty = false;

  private constructor(file: string, descriptor: number, bytes: number) {
    this.file = file;
    this.#descriptor = descriptor;
    this.#bytes = bytes;
  }

  /** Creates a file, which must not exist. Throws errors of the file system. */
  static create(file: string): RateFile {
    return new RateFile(file, openSync(file, 'wx', 0o600), 0);
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(instrument: Instrument, rate: ReceivedRate): void {
    const line = Buffer.from(`${formatRow(instrument, rate)}\n`);
    let from = 0;
    while (from < line.length) from += writeSync(this.#descriptor, line, from);
    this.#bytes += line.length;
    this.#isDirty = true;
  }

  /** Flushes added lines to disk. */
  sync(): void {
    if (this.#isDirty) fdatasyncSync(this.#descriptor);
    this.#isDirty = false;
  }

  close(): void {
    this.sync();
    closeSync(this.#descriptor);
  }
}

/** The row of a rate as it is written. */
export function toRow(instrument: Instrument, rate: ReceivedRate): PartRow {
  return JSON.parse(formatRow(instrument, rate)) as PartRow;
}

function formatRow(
  { symbol, ratePrecision, baseDecimals }: Instrument,
  { bidTicks, bidUnits, offerTicks, offerUnits, receivedAt, venueAt }: ReceivedRate,
): string {
  const size = (name: string, units: number): string =>
    units === UNLIMITED ? '' : `,"${name}":${formatShortest(units, baseDecimals)}`;
  const [bid, offer] = [bidTicks, offerTicks].map((ticks) => formatScaled(ticks, ratePrecision));
  return (
    `{"time":${String(Math.floor(venueAt / MILLISECOND))},` +
    `"receivedAt":${String(fromScaled(receivedAt, 3))},"symbol":${JSON.stringify(symbol)},` +
    `"bid":${bid ?? ''},"offer":${offer ?? ''}` +
    `${size('bidSize', bidUnits)}${size('offerSize', offerUnits)}}`
  );
}

/**
 * Removes an incomplete last line, which a crash left; returns the number of bytes removed. Throws
 * errors of the file system.
 */
export function repairPart(file: string): number {
  const descriptor = openSync(file, 'r+');
  try {
    const { size } = fstatSync(descriptor);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const read = readSync(descriptor, tail, 0, tail.length, size - tail.length);
    const end = tail.lastIndexOf(NEWLINE, read - 1) + 1;
    const cut = read - end;
    if (cut > 0) ftruncateSync(descriptor, size - cut);
    return cut;
  } finally {
    closeSync(descriptor);
  }
}

/** Reads all rows at once, as parts are small. Throws if a line is no row. */
export function readPart(file: string): readonly PartRow[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as PartRow);
}
