// Verifies that Weir's own files and the packages it loads are of one build: a partly deployed
// version must not trade (RC61).
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { fail, ok, type Result } from '../domain/index.js';
import { isSystemError } from '../journal/index.js';
import { VERSION } from '../host/index.js';

/** File with the hashes of all files of a build, in its folder. */
export const MANIFEST = 'manifest.json';
/** Exists only in a build; tests run the sources. */
const BUNDLE = 'weir.cjs';
/** File with the hashes of the packages that the bundles load, made by tools/setup/manifest.mjs. */
const PACKAGES = 'packages.json';
const MAX_NAMED = 5;
/** Files that Node loads, and programs. */
const RUNS = /\.(?:[cm]?js|json|node|wasm|exe)$|(?:^|\/)bin\/[^/]+$/;
/** Files that Node prefers to a folder of the same name. */
const PREFERRED = ['.js', '.json', '.node'];
/** Folders of dist in which Node looks for packages first. */
const NEARER = ['src/cli/node_modules', 'src/node_modules', 'node_modules'];

const manifestSchema = z.record(z.string(), z.string());
const packagesSchema = z.record(z.string(), manifestSchema);

/** The folder of this build, or of the sources. */
export function findOwnFolder(): string {
  return fileURLToPath(new URL('../..', import.meta.url));
}

/** Hash of this build's manifest; for a start from sources the version. */
export function hashBuild(): string {
  const manifest = join(findOwnFolder(), MANIFEST);
  if (!existsSync(manifest)) return VERSION;
  return createHash('sha256').update(readFileSync(manifest)).digest('hex');
}

/** Fault code `session.integrity`, with the files that are missing or of another build. */
export function checkOwnFiles(dist: string): Result<void> {
  if (!existsSync(join(dist, BUNDLE)) && !existsSync(join(dist, MANIFEST))) return ok(undefined);
  const manifest = readHashes(join(dist, MANIFEST), manifestSchema);
  if (manifest === undefined) {
    const message = 'expected the hashes of this build, found none: build Weir again';
    return fail('session.integrity', message, join(dist, MANIFEST));
  }
  const odd = Object.keys(manifest).filter((file) => hashFile(join(dist, file)) !== manifest[file]);
  if (odd.length === 0) return ok(undefined);
  const found = `found other ones: ${nameSome(odd)}`;
  return fail('session.integrity', `expected the files of one build, ${found}`, dist);
}

/**
 * Checks that the files of the packages that a bundle loads are those of the build, and that no
 * loadable file was added. Loads none of them. Fault code `session.integrity`, with the files.
 */
export function checkPackages(dist: string): Result<void> {
  if (!existsSync(join(dist, BUNDLE)) && !existsSync(join(dist, MANIFEST))) return ok(undefined);
  const packages = readHashes(join(dist, PACKAGES), packagesSchema);
  if (packages === undefined) {
    const message = 'expected the hashes of the packages of this build, found none: build again';
    return fail('session.integrity', message, join(dist, PACKAGES));
  }
  const odd = NEARER.filter((folder) => existsSync(join(dist, folder)));
  for (const [name, hashes] of Object.entries(packages)) {
    odd.push(...listOdd(findPackage(dirname(dist), name), name, hashes));
  }
  if (odd.length === 0) return ok(undefined);
  const message = `expected the packages that this build was made with, found ${nameSome(odd)}`;
  const hint = 'npm ci installs them, npm run build makes a build with those that are there';
  return fail('session.integrity', `${message} changed, missing or added; ${hint}`, dist);
}

/** The folder of a package as Node resolves it; undefined if there is none. */
function findPackage(from: string, name: string): string | undefined {
  const folder = join(from, 'node_modules', name);
  if (existsSync(folder) || PREFERRED.some((end) => existsSync(folder + end))) return folder;
  const above = dirname(from);
  return above === from ? undefined : findPackage(above, name);
}

function listOdd(
  folder: string | undefined,
  name: string,
  hashes: Readonly<Record<string, string>>,
): readonly string[] {
  if (folder === undefined) return [`node_modules/${name}`];
  const found = existsSync(folder) ? listRunnable(folder) : [];
  const added = found.filter((file) => !Object.hasOwn(hashes, file));
  const changed = Object.keys(hashes).filter((file) => {
    return hashFile(join(folder, file)) !== hashes[file];
  });
  const preferred = PREFERRED.filter((end) => existsSync(folder + end));
  return [
    ...preferred.map((end) => `node_modules/${name}${end}`),
    ...[...changed, ...added].map((file) => `node_modules/${name}/${file}`),
  ];
}

/** Paths of the files below a folder that Node or the system can execute. */
function listRunnable(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((file) => RUNS.test(file));
}

function nameSome(files: readonly string[]): string {
  const more = files.length > MAX_NAMED ? ` and ${String(files.length - MAX_NAMED)} more` : '';
  return `${files.slice(0, MAX_NAMED).join(', ')}${more}`;
}

function readHashes<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (isSystemError(error) || error instanceof SyntaxError) return undefined;
    if (error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** Empty for an unreadable file. */
function hashFile(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return '';
  }
}
