// Unified diffs of the bug bank: read, and applied to the texts of a tree.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PATCHES = fileURLToPath(new URL('.', import.meta.url));

/** What stands before the first file of a patch: `B01: a sentence`. */
const TITLE = /^(B\d\d): (.+)$/;
const HUNK = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/;

/** A patch that is not one, or that its file no longer fits. */
export class PatchError extends Error {}

/** All of them, by number. */
export function listPatches() {
  const names = readdirSync(PATCHES).filter((name) => name.endsWith('.patch'));
  return names.sort().map((name) => parsePatch(readFileSync(join(PATCHES, name), 'utf8'), name));
}

/** A source as it is now. */
export function readSource(path) {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The id, the title and the hunks of each file. */
export function parsePatch(text, name) {
  const lines = text.split('\n');
  const [, id, title] = TITLE.exec(lines[0]) ?? [];
  if (id === undefined) throw new PatchError(`${name}: expected \`B01: title\` in line 1`);
  const files = [];
  let hunk;
  for (const line of lines.slice(1)) {
    const at = HUNK.exec(line)?.[1];
    if (line.startsWith('+++ b/')) files.push({ path: line.slice('+++ b/'.length), hunks: [] });
    else if (at !== undefined) {
      hunk = { name: line, at: Number(at), before: [], after: [] };
      files.at(-1)?.hunks.push(hunk);
    } else if (hunk !== undefined && /^[ +-]/.test(line) && !line.startsWith('---')) {
      if (!line.startsWith('+')) hunk.before.push(line.slice(1));
      if (!line.startsWith('-')) hunk.after.push(line.slice(1));
    }
  }
  if (files.length === 0) throw new PatchError(`${name}: expected a changed file, found none`);
  return { id, title, name, files };
}

/** The changed texts by path; `read` gives the present ones. */
export function applyPatch({ name, files }, read) {
  return files.map(({ path, hunks }) => {
    let lines = read(path).split('\n');
    for (const hunk of hunks) {
      const at = findPlace(lines, hunk);
      if (at === undefined) {
        throw new PatchError(`${name}: ${path} no longer has the lines of ${hunk.name}`);
      }
      lines = [...lines.slice(0, at), ...hunk.after, ...lines.slice(at + hunk.before.length)];
    }
    return { path, text: lines.join('\n') };
  });
}

/** Where the lines stand, nearest to where the hunk says; undefined when they do not. */
function findPlace(lines, { at, before }) {
  const fits = (from) => before.every((line, index) => lines[from + index] === line);
  const places = lines.map((_, index) => index).filter(fits);
  const distance = (place) => Math.abs(place + 1 - at);
  return places.sort((a, b) => distance(a) - distance(b))[0];
}
