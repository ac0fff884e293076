// Writes dist/manifest.json: the hash of every file that a built Weir runs, for its start to check.
// Before it dist/packages.json: the same of the packages that the bundles leave outside.
//
//   writeManifest(DIST)              last of all steps of a build
//   writePackages(DIST, NAMES)       of these packages, with all that they depend on
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

/** What only people and compilers read. */
const UNUSED = /\.(?:map|d\.[cm]?ts)$/;

/** What Node loads, and programs. */
const RUNS = /\.(?:[cm]?js|json|node|wasm|exe)$|(?:^|\/)bin\/[^/]+$/;

export function writePackages(dist, names) {
  const packages = new Map();
  for (const name of names) collectPackage(dist, name, packages);
  const folders = [...packages.keys()];
  // The files of a package include those of the packages inside its folder.
  const isInside = (folder) => folders.some((one) => folder.startsWith(one + path.sep));
  const hashes = [...packages]
    .filter(([folder]) => !isInside(folder))
    .map(([folder, name]) => [name, hashPackage(folder)])
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = `${JSON.stringify(Object.fromEntries(hashes), undefined, 1)}\n`;
  fs.writeFileSync(path.join(dist, 'packages.json'), text);
}

/** Adds a package, by its folder as Node finds it from another, and the packages that it needs. */
function collectPackage(from, name, packages) {
  const folder = findPackage(from, name);
  if (folder === undefined || packages.has(folder)) return;
  packages.set(folder, name);
  const facts = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const needed = { ...facts.dependencies, ...facts.optionalDependencies };
  for (const one of Object.keys(needed)) collectPackage(folder, one, packages);
}

/** Undefined for one that is not installed: those of other platforms. */
function findPackage(from, name) {
  const folder = path.join(from, 'node_modules', name);
  if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
  const above = path.dirname(from);
  return above === from ? undefined : findPackage(above, name);
}

/** Its files that Node or the system can run, as src/cli/check-install.ts lists them. */
function hashPackage(folder) {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => RUNS.test(file))
    .sort();
  return Object.fromEntries(files.map((file) => [file, hash(path.join(folder, file))]));
}

export function writeManifest(dist) {
  const files = fs
    .readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !UNUSED.test(entry.name))
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)))
    // What makes the project is not in its package.
    .filter((file) => !file.startsWith('tools'))
    .sort();
  const hashes = files.map((file) => [file.replaceAll(path.sep, '/'), hash(path.join(dist, file))]);
  const text = `${JSON.stringify(Object.fromEntries(hashes), undefined, 1)}\n`;
  fs.writeFileSync(path.join(dist, 'manifest.json'), text);
}

function hash(file) {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}
