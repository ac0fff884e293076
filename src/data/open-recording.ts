// Opens a recording of any format, which the file's own bytes tell.
import { closeSync } from 'node:fs';
import * as path from 'node:path';
import { fail, ok, type Result } from '../domain/index.js';
import { openFile, openTextRecording } from './open-text-recording.js';
import { sizeMissing } from './rate-row.js';
import { readInto } from './read-bytes.js';
import type { Recording, RecordingOptions } from './recording.js';
import { openSymbols, toTakingRules } from './recording-rules.js';
import { openArrow, openParquet, openTableRows, TableRecording } from './tables/index.js';
import { unpack } from './unpack.js';

/** First bytes of files that are no text; an Arrow stream starts with the length of its schema. */
const SIGNATURES = [
  { kind: 'gz', bytes: Buffer.from([0x1f, 0x8b]) },
  { kind: 'zst', bytes: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]) },
  { kind: 'parquet', bytes: Buffer.from('PAR1') },
  { kind: 'arrow', bytes: Buffer.from('ARROW1') },
  { kind: 'arrow', bytes: Buffer.from([0xff, 0xff, 0xff, 0xff]) },
] as const;
const MOST_BYTES = 6;

/**
 * Opens a recording of any format, packed or not; its head and the settings are checked before the
 * first rate. Its rates are in order of time. Close it after use. Fault codes `data.not-found`,
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

function findKind(descriptor: number): (typeof SIGNATURES)[number]['kind'] | undefined {
  const head = Buffer.alloc(MOST_BYTES);
  const length = readInto(descriptor, 0, head);
  const found = SIGNATURES.find(({ bytes }) => {
    return bytes.length <= length && bytes.equals(head.subarray(0, bytes.length));
  });
  return found?.kind;
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
