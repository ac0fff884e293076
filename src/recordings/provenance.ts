// Provenance of a written recording: names and hashes of its source files, stored in tables.
import { closeSync } from 'node:fs';
import * as path from 'node:path';
import { z } from 'zod';
import { ok, type Result } from '../domain/index.js';
import { findKind } from './files/file-kind.js';
import { hashFile } from './files/hash-file.js';
import { openFile } from './text/open-text-recording.js';
import { openArrow, openParquet } from './tables/index.js';

/** Metadata key of the provenance in a table. */
const KEY = 'weir.sources';

/** File name without folders, and SHA-256 of its content. */
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

/** Metadata of a table with this provenance. */
export function toMetadata(origins: readonly Provenance[]): Readonly<Record<string, string>> {
  return { [KEY]: JSON.stringify(origins) };
}

/** Provenance stored in a file; empty if there is none. */
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
    return []; // the key holds data of another program
  } finally {
    closeSync(descriptor);
  }
}
