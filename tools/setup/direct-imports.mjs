// Points imports of a folder's index at the files that define the names.
//
// A bundled index starts every file that it lists. In the sources a folder is used through its
// index only; in the bundle a command starts what it names and nothing else. An index that does
// more than list is left as it is.
import * as fs from 'node:fs';
import * as path from 'node:path';

const IMPORT = /^import \{([^}]*)\} from '(\.[^']*\/index\.js)';$/gm;
const EXPORT = /^export \{([^}]*)\} from '(\.[^']*)';$/gm;

/** Where the names of an index are defined, by file; undefined for an index that does more. */
const read = new Map();

/** The text of a compiled module with its imports of indices made direct. */
export function directImports(file, text) {
  return text.replace(IMPORT, (whole, names, specifier) => {
    const index = path.join(path.dirname(file), specifier);
    const found = splitNames(names).map(([name, own]) => [findDefinition(index, name), own]);
    if (found.some(([definition]) => definition === undefined)) return whole;
    return found
      .map(([{ file: target, name }, own]) => {
        return `import { ${name} as ${own} } from ${JSON.stringify(target)};`;
      })
      .join(' ');
  });
}

/** The file that defines a name of an index, and the name there. */
function findDefinition(index, name) {
  const definition = readIndex(index)?.get(name);
  if (definition === undefined || path.basename(definition.file) !== 'index.js') return definition;
  return findDefinition(definition.file, definition.name) ?? definition;
}

function readIndex(file) {
  if (!read.has(file)) read.set(file, parseIndex(file, fs.readFileSync(file, 'utf8')));
  return read.get(file);
}

function parseIndex(file, text) {
  if (
    text
      .replace(EXPORT, '')
      .replace(/^\/\/.*$/gm, '')
      .trim() !== ''
  )
    return undefined;
  const definitions = new Map();
  for (const [, names, specifier] of text.matchAll(EXPORT)) {
    for (const [name, own] of splitNames(names)) {
      definitions.set(own, { file: path.join(path.dirname(file), specifier), name });
    }
  }
  return definitions;
}

/** `a, b as c` as pairs of the name there and the own one. */
function splitNames(names) {
  return names
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name, own = name] = part.split(' as ');
      return [name, own];
    });
}
