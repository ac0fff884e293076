// Renames symbols everywhere in the project, by the language service of TypeScript.
//
//   node tools/rename.mjs PLAN.tsv     lines `FILE<tab>OLD<tab>NEW`; OLD is `name` or `Type.member`
//
// Fields of journals and other data are symbols of their own and stay: a shorthand becomes `old: new`.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
const versions = new Map(fileNames.map((file) => [path.resolve(file), 0]));
const texts = new Map();
const read = (file) => {
  if (!versions.has(file)) return ts.sys.readFile(file);
  if (!texts.has(file)) texts.set(file, fs.readFileSync(file, 'utf8'));
  return texts.get(file);
};
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [...versions.keys()],
  getScriptVersion: (file) => String(versions.get(file) ?? 0),
  getScriptSnapshot: (file) => {
    const text = read(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => process.cwd(),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
});

/** Where a file declares a name, or a member of a type. */
function findDeclaration(file, old) {
  const source = service.getProgram().getSourceFile(file);
  if (source === undefined) return undefined;
  const [owner, member] = old.split('.');
  const named = (node, name) => node.name !== undefined && node.name.getText(source) === name;
  let found;
  const visit = (node, isInside) => {
    if (found !== undefined) return;
    if (member === undefined) {
      if (ts.isDeclarationStatement(node) && named(node, owner)) found = node.name;
      if (ts.isVariableDeclaration(node) && named(node, owner)) found = node.name;
    } else if (isInside && named(node, member) && !ts.isParameter(node)) found = node.name;
    const isOwner = member !== undefined && ts.isDeclarationStatement(node) && named(node, owner);
    ts.forEachChild(node, (child) => visit(child, isInside || isOwner));
  };
  visit(source, false);
  // A field of a type that is told only by its name.
  if (found === undefined && member === undefined) {
    const look = (node) => {
      const isField =
        ts.isPropertySignature(node) ||
        ts.isPropertyDeclaration(node) ||
        ts.isMethodSignature(node) ||
        ts.isMethodDeclaration(node) ||
        ts.isGetAccessor(node);
      if (found === undefined && isField && named(node, owner)) found = node.name;
      if (found === undefined && ts.isParameter(node) && named(node, owner)) found = node.name;
      ts.forEachChild(node, look);
    };
    look(source);
  }
  return found?.getStart(source);
}

/** Every place of a name, with the text that it becomes. */
function collect(file, start, name) {
  const edits = new Map();
  const waiting = [[file, start]];
  const seen = new Set();
  while (waiting.length > 0) {
    const [from, at] = waiting.pop();
    const preferences = { providePrefixAndSuffixTextForRename: true };
    const places = service.findRenameLocations(from, at, false, false, preferences) ?? [];
    for (const { fileName, textSpan, prefixText = '', suffixText = '' } of places) {
      const key = `${fileName}:${textSpan.start}`;
      const isAlias = /^ as |^$/.test(suffixText) && /^$|\bas $/.test(prefixText);
      const isSpecifier = isAlias && (prefixText !== '' || suffixText !== '');
      const text = isSpecifier ? name : `${prefixText}${name}${suffixText}`;
      if (!edits.has(key)) edits.set(key, { fileName, textSpan, text });
      if (isSpecifier && !seen.has(key)) {
        seen.add(key);
        waiting.push([fileName, textSpan.start]);
      }
    }
  }
  return [...edits.values()];
}

function apply(edits) {
  const byFile = new Map();
  for (const edit of edits) {
    byFile.set(edit.fileName, [...(byFile.get(edit.fileName) ?? []), edit]);
  }
  for (const [file, list] of byFile) {
    let text = read(file);
    for (const { textSpan, text: now } of list.sort(
      (a, b) => b.textSpan.start - a.textSpan.start,
    )) {
      text = text.slice(0, textSpan.start) + now + text.slice(textSpan.start + textSpan.length);
    }
    texts.set(file, text);
    versions.set(file, versions.get(file) + 1);
    changed.add(file);
  }
}

const changed = new Set();
for (const line of fs.readFileSync(process.argv[2], 'utf8').split('\n')) {
  const [file, old, name] = line.split('\t');
  if (name === undefined) continue;
  const place = path.resolve(file);
  const start = findDeclaration(place, old);
  if (start === undefined) {
    console.log(`not found: ${old} in ${file}`);
    continue;
  }
  const edits = collect(place, start, name.split('.').pop());
  if (edits.length === 0) console.log(`cannot be renamed: ${old} in ${file}`);
  apply(edits);
}
for (const file of changed) fs.writeFileSync(file, texts.get(file));
console.log(`${changed.size} files changed`);
