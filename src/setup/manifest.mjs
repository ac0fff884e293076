// Writes dist/manifest.json: the hash of every file that a built Weir runs, for its start to check.
//
//   writeManifest(DIST)    last of all steps of a build
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

/** What only people and compilers read. */
const UNUSED = /\.(?:map|d\.[cm]?ts)$/;

export function writeManifest(dist) {
  const files = fs
    .readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !UNUSED.test(entry.name))
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)))
    .sort();
  const hashes = files.map((file) => [file.replaceAll(path.sep, '/'), hash(path.join(dist, file))]);
  const text = `${JSON.stringify(Object.fromEntries(hashes), undefined, 1)}\n`;
  fs.writeFileSync(path.join(dist, 'manifest.json'), text);
}

function hash(file) {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}
