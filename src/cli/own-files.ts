// Whether Weir's own files are those of one build: half of a deployment must not trade (RC61).
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { fail, ok, type Result } from '../domain/index.js';
import { isSystemError } from '../journal/index.js';
import { VERSION } from '../session/index.js';

/** Hashes of all files of a build, in its folder. */
export const MANIFEST = 'manifest.json';
/** Only a build has it; the sources are run by tests. */
const BUNDLE = 'weir.cjs';
const MAX_NAMED = 5;

const manifestSchema = z.record(z.string(), z.string());

/** The folder that this file was built into, or the sources'. */
export function findOwnFolder(): string {
  return fileURLToPath(new URL('../..', import.meta.url));
}

/** The hash of this build's own list of hashes; of a start from sources its version. */
export function hashBuild(): string {
  const manifest = join(findOwnFolder(), MANIFEST);
  if (!existsSync(manifest)) return VERSION;
  return createHash('sha256').update(readFileSync(manifest)).digest('hex');
}

/** Fault code `session.integrity`, with the files that are missing or not of this build. */
export function checkOwnFiles(dist: string): Result<void> {
  if (!existsSync(join(dist, BUNDLE)) && !existsSync(join(dist, MANIFEST))) return ok(undefined);
  const manifest = readManifest(join(dist, MANIFEST));
  if (manifest === undefined) {
    const message = 'expected the hashes of this build, found none: build Weir again';
    return fail('session.integrity', message, join(dist, MANIFEST));
  }
  const odd = Object.keys(manifest).filter((file) => hashFile(join(dist, file)) !== manifest[file]);
  if (odd.length === 0) return ok(undefined);
  const more = odd.length > MAX_NAMED ? ` and ${String(odd.length - MAX_NAMED)} more` : '';
  const found = `found other ones: ${odd.slice(0, MAX_NAMED).join(', ')}${more}`;
  return fail('session.integrity', `expected the files of one build, ${found}`, dist);
}

function readManifest(file: string): Readonly<Record<string, string>> | undefined {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (isSystemError(error) || error instanceof SyntaxError) return undefined;
    if (error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** Empty for a file that cannot be read. */
function hashFile(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return '';
  }
}
