// Opens a recording of any format, detected from the file's content.
import { closeSync } from 'node:fs';
import * as path from 'node:path';
import { fail, ok, type Result } from '../domain/index.js';
import { findKind } from './files/file-kind.js';
import { openFile, openTextRecording } from './text/open-text-recording.js';
import { sizeMissing } from './text/rate-row.js';
import type { Recording, RecordingOptions } from './recording.js';
import { openSymbols, toTakingRules } from './recording-rules.js';
import { openArrow, openParquet, openTableRows, TableRecording } from './tables/index.js';
import { unpack } from './files/decompress.js';

/**
 * Opens a recording of any format, compressed or not; checks its head and the settings before the
 * first rate. Rates are in order of time. The caller must close it. Fault codes `data.not-found`,
 * `data.not-a-file`, `data.unreadable`, and those of `openTextRecording` and `openTableRows`.
 */
export async function openRecording(
  file: string,
  options: RecordingOptions,
): Promise<Result<Recording>> {
  const opened = openFile(file);
  if (!opened.ok) return opened;
  const packing = findKind(opened.value);
  const isPacked = packing === 'gz' || packing === 'zst';
  const plain = isPacked ? await unpack(file, opened.value, packing) : opened;
  if (isPacked) closeSync(opened.value);
  if (!plain.ok) return plain;
  const descriptor = plain.value;
  const kind = isPacked ? findKind(descriptor) : packing;
  const recording =
    kind === 'parquet' || kind === 'arrow'
      ? await openTable(kind, file, descriptor, options)
      : openTextRecording(file, descriptor, options);
  if (!recording.ok) closeSync(descriptor);
  return recording;
}

async function openTable(
  kind: 'parquet' | 'arrow',
  file: string,
  descriptor: number,
  options: RecordingOptions,
): Promise<Result<Recording>> {
  const table = await (kind === 'parquet' ? openParquet : openArrow)(file, descriptor);
  if (!table.ok) return table;
  const rows = openTableRows(table.value, path.basename(file), options);
  if (!rows.ok) return { ok: false, fault: { ...rows.fault, where: file } };
  if (!rows.value.hasSizes && options.size === undefined) {
    return fail('data.size-missing', sizeMissing('found no size columns'), file);
  }
  const symbols = openSymbols(options);
  if (!symbols.ok) return symbols;
  const rules = toTakingRules(options);
  return ok(new TableRecording(file, table.value, rows.value, symbols.value, rules));
}
