// Reads files that come with Weir at build time and writes what they say into the bundle.
//
// The data stand in the program that they belong to: they cannot be of another version than their
// readers, and a text that differs by one letter is read as ever.
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const CONFIG = fileURLToPath(new URL('../../config', import.meta.url));
const MODULE = path.join('src', 'config', 'known-texts.js');
const EMPTY = 'const KNOWN_TEXTS = [];';

/** The module of known texts with all of them; every other module as it is. */
export async function putKnownTexts(dist, file, text) {
  if (path.relative(dist, file) !== MODULE) return text;
  assert.equal(text.split(EMPTY).length, 2, `expected \`${EMPTY}\` once in ${MODULE}`);
  const known = await readKnownTexts(dist);
  const literal = JSON.stringify(JSON.stringify(known));
  return text.replace(EMPTY, () => `const KNOWN_TEXTS = JSON.parse(${literal});`);
}

/** What the compiled readers make of the files. */
async function readKnownTexts(dist) {
  const { readText } = await importFrom(dist, 'src/config/index.js');
  const { KNOWN_FILES } = await importFrom(dist, 'src/cli/check/known-files.js');
  return KNOWN_FILES.map(({ reader, file, read }) => {
    const source = unwrap(readText(path.join(CONFIG, file)));
    const data = unwrap(read(source));
    const json = JSON.stringify(data);
    assert.deepEqual(JSON.parse(json), data, `expected plain data in ${file}`);
    return { reader, text: source.text, json };
  });
}

function importFrom(dist, file) {
  return import(pathToFileURL(path.join(dist, file)));
}

function unwrap(result) {
  assert(result.ok, result.fault?.message);
  return result.value;
}
