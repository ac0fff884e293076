// Opens a text recording: checks its head and the settings before the first rate.
import { openSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { fail, ok, type Result } from '../../domain/index.js';
import { FULL_HEADER, openMapped, ROW_FORMATS, SHORT_HEADER } from '../formats/index.js';
import { explainForeign } from '../files/file-kind.js';
import { LineBuffer } from './line-buffer.js';
import { sizeMissing } from './rate-row.js';
import type { Recording, RecordingOptions } from '../recording.js';
import type { FileHead, RowReader } from './row-format.js';
import { openSymbols, toTakingRules } from '../recording-rules.js';
import { quoteCell } from './symbol-table.js';
import { TextRecording } from './text-recording.js';

/** Fault codes `data.not-found`, `data.not-a-file`, `data.unreadable`. */
export function openFile(file: string): Result<number> {
  try {
    // Checked first: opening a pipe blocks until a writer comes, and opening a device may have
    // effects.
    const stat = statSync(file);
    if (stat.isFile()) return ok(openSync(file, 'r'));
    const found = stat.isDirectory() ? 'a directory' : 'a pipe, a device or a socket';
    return fail('data.not-a-file', `expected a recording, a file of rates; found ${found}`, file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return fail('data.not-found', 'expected a recording, found no such file', file);
    }
    return fail('data.unreadable', `expected a readable file: ${String(error)}`, file);
  }
}

/**
 * Opens a recording of any text format, detected from its first line unless a layout is configured;
 * `close` also closes the descriptor. Fault codes `data.file-kind`, `data.unreadable`,
 * `data.empty`, `data.header`, `data.no-rates`, `data.size-missing`, `data.size`,
 * `data.too-many-symbols`, and those of `RowFormat.open` and `openMapped`.
 */
export function openTextRecording(
  file: string,
  descriptor: number,
  options: RecordingOptions,
): Result<Recording> {
  const foreign = explainForeign(descriptor);
  if (foreign !== undefined) {
    const message = `expected rates as text, Parquet or Arrow, ${foreign}`;
    return fail('data.file-kind', message, file);
  }
  const lines = new LineBuffer(file, descriptor);
  const first = lines.fill();
  if (!first.ok) return first;
  if (!first.value) {
    return fail('data.empty', `expected the header ${FULL_HEADER}, found an empty file`, file);
  }
  const head = { name: path.basename(file), first: lines.peek() };
  const found = findReader(head, options);
  if (!found.ok) return { ok: false, fault: { ...found.fault, where: `${file}:1` } };
  const { format, reader } = found.value;
  const checked = checkRates(lines, reader, file);
  if (!checked.ok) return checked;
  lines.rewind();
  if (!reader.hasSizes && options.size === undefined) {
    return fail('data.size-missing', sizeMissing('found no size columns'), `${file}:1`);
  }
  const table = openSymbols(options);
  if (!table.ok) return table;
  const rules = toTakingRules(options);
  return ok(new TextRecording({ file, format }, lines, table.value, reader, rules));
}

interface FoundReader {
  readonly format: string;
  readonly reader: RowReader;
}

function findReader(head: FileHead, options: RecordingOptions): Result<FoundReader> {
  if (options.layout !== undefined) {
    const reader = openMapped(options.layout, head, options);
    return reader.ok ? ok({ format: 'layout', reader: reader.value }) : reader;
  }
  const { first } = head;
  // R and pandas may write quoted column names.
  const plain = { ...head, first: first.startsWith('"') ? first.replaceAll('"', '') : first };
  const withCommas = { ...plain, first: plain.first.replaceAll(';', ','), hasSemicolons: true };
  for (const one of [plain, withCommas]) {
    const format = ROW_FORMATS.find((known) => known.isOf(one));
    if (format === undefined) continue;
    const reader = format.open(one, options);
    return reader.ok ? ok({ format: format.id, reader: reader.value }) : reader;
  }
  const known = ROW_FORMATS.slice(1).map(({ id }) => id);
  const expected =
    `expected the header ${FULL_HEADER} or ${SHORT_HEADER}, the first line of another format ` +
    `(${known.join(', ')}), or recording.layout`;
  if (first.startsWith('[')) {
    const advice = "write one object a line, as jq -c '.[]' does";
    return fail('data.header', `expected one rate a line, found a JSON array: ${advice}`);
  }
  const [line = '', ...more] = first.split('\r');
  const ends = more.length === 0 ? '' : ' whose lines end in CR alone: write them with LF';
  return fail('data.header', `${expected}; found ${quoteCell(line, 120)}${ends}`);
}

/** Checks that a row follows the header. */
function checkRates(lines: LineBuffer, { headLines }: RowReader, file: string): Result<null> {
  if (headLines === 0) return ok(null);
  lines.advance();
  const more = lines.at === lines.end ? lines.fill() : ok(true);
  if (!more.ok) return more;
  if (more.value && !lines.isBlank()) return ok(null);
  return fail('data.no-rates', 'expected rates below the header, found none', `${file}:1`);
}
