// Where the rates of a written recording came from: names and hashes that tables keep beside them.
import { closeSync } from 'node:fs';
import * as path from 'node:path';
import { z } from 'zod';
import { ok, type Result } from '../domain/index.js';
import { findKind } from './files/file-kind.js';
import { hashFile } from './files/hash-file.js';
import { openFile } from './text/open-text-recording.js';
import { openArrow, openParquet } from './tables/index.js';

/** Under which a table keeps its origins. */
const KEY = 'weir.sources';

/** A file, without its folders, and the SHA-256 of its bytes. */
export interface Provenance {
  readonly file: string;
  readonly sha256: string;
}

const originsSchema = z.array(z.strictObject({ file: z.string(), sha256: z.string() }));

/** Fault codes of `openFile`. */
export function findOrigin(file: string): Result<Provenance> {
  const opened = openFile(file);
  if (!opened.ok) return opened;
  try {
    return ok({ file: path.basename(file), sha256: hashFile(opened.value) });
  } finally {
    closeSync(opened.value);
  }
}

/** What a table keeps of them. */
export function toMetadata(origins: readonly Provenance[]): Readonly<Record<string, string>> {
  return { [KEY]: JSON.stringify(origins) };
}

/** Those that a file says its rates came from; none where it does not. */
export async function readOrigins(file: string): Promise<readonly Provenance[]> {
  const opened = openFile(file);
  if (!opened.ok) return [];
  const descriptor = opened.value;
  try {
    const kind = findKind(descriptor);
    if (kind !== 'parquet' && kind !== 'arrow') return [];
    const table = await (kind === 'parquet' ? openParquet : openArrow)(file, descriptor);
    const text = table.ok ? table.value.metadata.get(KEY) : undefined;
    return originsSchema.parse(JSON.parse(text ?? '[]'));
  } catch {
    return []; // what others keep under the key
  } finally {
    closeSync(descriptor);
  }
}
