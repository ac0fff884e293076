// Moves declarations to another file and mends whatever imports them.
//
//   node tools/move-declarations.mjs FROM TO NAME...
//
// The language service of TypeScript moves them; faces that show the names are mended here.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [from, to, ...names] = process.argv.slice(2).map((word, index) => {
  return index < 2 ? path.resolve(word) : word;
});
const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
const versions = new Map(fileNames.map((file) => [path.resolve(file), 0]));
const texts = new Map();
const read = (file) => texts.get(file) ?? ts.sys.readFile(file);
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
  fileExists: (file) => texts.has(file) || ts.sys.fileExists(file),
  readFile: read,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
});

const put = (file, text) => {
  texts.set(file, text);
  versions.set(file, (versions.get(file) ?? 0) + 1);
};
if (!fs.existsSync(to)) put(to, '');
for (const name of names) {
  const source = service.getProgram().getSourceFile(from);
  const node = source.statements.find((one) => {
    return one.name?.text === name || one.declarationList?.declarations[0]?.name.text === name;
  });
  if (node === undefined) throw new Error(`${from} declares no ${name}`);
  const range = { pos: node.getStart(source), end: node.end };
  const edits = service.getEditsForRefactor(
    from,
    { semicolons: 'insert', indentSize: 2 },
    range,
    'Move to file',
    'Move to file',
    { importModuleSpecifierEnding: 'js', quotePreference: 'single' },
    { targetFile: to },
  );
  if (edits === undefined) throw new Error(`${name} cannot be moved`);
  for (const { fileName, textChanges } of edits.edits) {
    let text = read(fileName) ?? '';
    for (const { span, newText } of [...textChanges].sort((a, b) => b.span.start - a.span.start)) {
      text = text.slice(0, span.start) + newText + text.slice(span.start + span.length);
    }
    put(fileName, text);
  }
}
// `export { name } from` of a face.
const relative = (file, target) => {
  const found = path.posix.relative(path.dirname(file), target).replace(/\.ts$/, '.js');
  return found.startsWith('.') ? found : `./${found}`;
};
for (const file of versions.keys()) {
  const text = read(file) ?? '';
  const old = relative(file, from);
  if (path.basename(file) !== 'index.ts' || !text.includes(`'${old}'`)) continue;
  const pattern = new RegExp(
    `export (type )?\\{([^}]*)\\} from '${old.replaceAll('.', '\\.')}';\\n`,
  );
  const [all, type = '', list = ''] = pattern.exec(text) ?? [];
  if (all === undefined) continue;
  const parts = list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const isMoved = (one) => names.includes(one.replace(/^type /, '').split(' as ')[0]);
  const [moved, kept] = [parts.filter(isMoved), parts.filter((one) => !isMoved(one))];
  if (moved.length === 0) continue;
  const show = (some, target) =>
    some.length === 0 ? '' : `export ${type}{ ${some.join(', ')} } from '${target}';\n`;
  put(file, text.replace(all, show(kept, old) + show(moved, relative(file, to))));
}
for (const [file, text] of texts) fs.writeFileSync(file, text);
console.log(`${texts.size} files changed`);
