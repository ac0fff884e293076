// Opens a recording: the file, its header and the settings are checked before the first rate.
import { closeSync, fstatSync, openSync } from 'node:fs';
import { fail, NEVER, ok, type Result } from '../domain/index.js';
import { COLUMNS, type CsvRules, LATEST_MS, sizeMissing } from './csv-line.js';
import { CsvRecording } from './csv-recording.js';
import { LineBuffer } from './line-buffer.js';
import type { Recording, CsvOptions } from './recording.js';
import { quoteCell, SymbolTable } from './symbol-table.js';

const FULL_HEADER = COLUMNS.join(',');
/** As spreadsheets write it, decoded or byte by byte. */
const BYTE_ORDER_MARK = /^(?:\uFEFF|\u00EF\u00BB\u00BF)/;
const SHORT_HEADER = COLUMNS.slice(0, 4).join(',');

/**
 * Opens Weir CSV: a header `time,symbol,bid,offer[,bidSize,offerSize]`, then one rate a line in
 * order of time (epoch milliseconds). Close it after use. Fault codes `data.not-found`,
 * `data.not-a-file`, `data.unreadable`, `data.empty`, `data.header`, `data.no-rates`,
 * `data.size-missing`, `data.size`, `data.too-many-symbols`.
 */
export function openRecording(file: string, options: CsvOptions): Result<Recording> {
  const descriptor = openFile(file);
  if (!descriptor.ok) return descriptor;
  const recording = readHeader(file, descriptor.value, options);
  if (!recording.ok) closeSync(descriptor.value);
  return recording;
}

function openFile(file: string): Result<number> {
  try {
    const descriptor = openSync(file, 'r');
    const stat = fstatSync(descriptor);
    if (stat.isFile()) return ok(descriptor);
    closeSync(descriptor);
    const found = stat.isDirectory() ? 'a directory' : 'something else';
    return fail('data.not-a-file', `expected a recording, a file of rates; found ${found}`, file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return fail('data.not-found', 'expected a recording, found no such file', file);
    }
    return fail('data.unreadable', `expected a readable file: ${String(error)}`, file);
  }
}

function readHeader(file: string, descriptor: number, options: CsvOptions): Result<Recording> {
  const lines = new LineBuffer(file, descriptor);
  const first = lines.fill();
  if (!first.ok) return first;
  if (!first.value) {
    return fail('data.empty', `expected the header ${FULL_HEADER}, found an empty file`, file);
  }
  const header = lines.peek().replace(BYTE_ORDER_MARK, '');
  if (header !== FULL_HEADER && header !== SHORT_HEADER) {
    const expected = `expected the header ${FULL_HEADER} or ${SHORT_HEADER}`;
    return fail('data.header', `${expected}, found ${quoteCell(header, 120)}`, `${file}:1`);
  }
  lines.advance();
  const more = lines.at === lines.end ? lines.fill() : ok(true);
  if (!more.ok) return more;
  if (!more.value || lines.isBlank()) {
    return fail('data.no-rates', 'expected rates below the header, found none', `${file}:1`);
  }
  lines.rewind();
  if (header === SHORT_HEADER && options.size === undefined) {
    return fail('data.size-missing', sizeMissing('found no size columns'), `${file}:1`);
  }
  const table = new SymbolTable(options.size, options.terms ?? {});
  const taken = options.instruments === undefined ? ok(null) : table.takeAll(options.instruments);
  if (!taken.ok) return taken;
  const rules = toRules(header === FULL_HEADER ? 6 : 4, options);
  return ok(new CsvRecording(file, lines, table, rules, options.badRows ?? 'stop'));
}

function toRules(columns: 4 | 6, { startAt = 0, endAt = NEVER }: CsvOptions): CsvRules {
  const endMs = Math.min(Math.ceil(endAt / 1_000), LATEST_MS + 1);
  return { columns, startMs: Math.ceil(startAt / 1_000), endMs };
}
