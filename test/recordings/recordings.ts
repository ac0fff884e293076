// Recordings for the tests beside: written to a scratch directory, read whole as plain rows.
import { closeSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createColumns,
  openFile,
  openTextRecording,
  type Recording,
  type RecordingOptions,
} from '../../src/recordings/index.js';
import {
  createInstrument,
  type Fault,
  type Instrument,
  type InstrumentTerms,
  type Result,
  unwrap,
} from '../../src/domain/index.js';

export const HEADER = 'time,symbol,bid,offer,bidSize,offerSize';
export const SHORT_HEADER = 'time,symbol,bid,offer';
export const SAMPLE = fileURLToPath(
  new URL('../../config/recordings/EURUSD-2026-07-13T12.csv', import.meta.url),
);
/** 300 one-minute rates without sizes, 5 of them crossed. */
export const GBP_USD = fileURLToPath(new URL('fixtures/gbpusd-m1.csv', import.meta.url));
/** 400 rates with one decimal and sizes down to 1e-8. */
export const BTC_USD = fileURLToPath(new URL('fixtures/btcusd.csv', import.meta.url));
export const BTC_TERMS: Readonly<Record<string, InstrumentTerms>> = {
  'BTC/USD': { ratePrecision: 1, sizeIncrement: 0.00000001 },
};

/** Microseconds, ticks and minor units. */
export interface Row {
  readonly at: number;
  readonly symbol: string;
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
}

export interface Reading {
  readonly rows: readonly Row[];
  /** What ended the reading, undefined at the end of the file. */
  readonly fault: Fault | undefined;
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
  readonly skippedCount: number;
}

let directory = '';
let written = 0;

/** A path in the scratch directory where nothing is. */
export function toScratchPath(): string {
  // Files of tests share this module, and each has a temporary folder of its own that goes with it.
  if (!existsSync(directory)) directory = mkdtempSync(join(tmpdir(), 'weir-data-'));
  return join(directory, `${String(++written)}.csv`);
}

/** Writes a file, a new one unless a path is given, and returns its path. */
export function writeText(text: string | Buffer, file = toScratchPath()): string {
  writeFileSync(file, text);
  return file;
}

/** Writes a recording of these lines, each ended by `\n`. */
export function writeLines(...lines: readonly string[]): string {
  return writeText(lines.map((line) => `${line}\n`).join(''));
}

/** Opens a recording of text. */
export function openText(file: string, options: RecordingOptions = {}): Result<Recording> {
  const descriptor = openFile(file);
  if (!descriptor.ok) return descriptor;
  const opened = openTextRecording(file, descriptor.value, options);
  if (!opened.ok) closeSync(descriptor.value);
  return opened;
}

/** Reads text to the end or the first fault, in blocks of `capacity` rates. */
export function readAll(file: string, options: RecordingOptions = {}, capacity = 1_000): Reading {
  return readRows(unwrap(openText(file, options)), capacity);
}

/** The same of an open recording, which is closed. */
export function readRows(recording: Recording, capacity = 1_000): Reading {
  const columns = createColumns(capacity);
  const rows: Row[] = [];
  let read: Result<number>;
  while ((read = recording.read(columns)).ok && read.value > 0) {
    for (let row = 0; row < read.value; row++) {
      rows.push({
        at: columns.at[row] ?? NaN,
        symbol: recording.instruments[columns.instrument[row] ?? NaN]?.symbol ?? '',
        bidTicks: columns.bidTicks[row] ?? NaN,
        offerTicks: columns.offerTicks[row] ?? NaN,
        bidUnits: columns.bidUnits[row] ?? NaN,
        offerUnits: columns.offerUnits[row] ?? NaN,
      });
    }
  }
  recording.close();
  const { skipped, skippedCount } = recording;
  return { rows, fault: read.ok ? undefined : read.fault, skipped, skippedCount };
}

/** The fault of opening a file or else of reading it. */
export function faultOf(file: string, options: RecordingOptions = {}): Fault | undefined {
  const opened = openText(file, options);
  if (!opened.ok) return opened.fault;
  opened.value.close();
  return readAll(file, options).fault;
}

export function toInstruments(...symbols: readonly string[]): readonly Instrument[] {
  return symbols.map((symbol, id) => unwrap(createInstrument(id, symbol)));
}
