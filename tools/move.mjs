// Moves source files and rewrites whatever names them: imports, faces of rooms, paths in texts.
//
//   node tools/move.mjs PLAN.tsv     lines `OLD<tab>NEW` of files, `room<tab>FOLDER<tab>COMMENT` of a room's new face
//
// A room is a folder right below src; other rooms import it only by its index.ts. Names that leave a room are
// exported by the index of the room that they come to, where somebody outside of it imports them.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What stands before a path that is meant from the root: nothing, the way to it, a side of a patch. */
const BEFORE = '(?:(?<![\\w/.-])|(?<=\\.\\./)|(?<= [ab]/))';
const CODE = /\.(?:ts|mts|cts|mjs)$/;
const TEXT = /\.(?:ts|mts|cts|mjs|md|json|yaml|yml|patch|html|txt)$|^\.ci\/run$/;
/** Journals and other data keep what they say. */
const DATA =
  /^(?:test\/fixtures\/(?:journals|states)|package-lock\.json|tools\/freeze\.json|CHANGELOG)/;

process.chdir(ROOT);
const git = (...words) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1 << 28 });
const lines = fs
  .readFileSync(process.argv[2], 'utf8')
  .split('\n')
  .map((line) => line.split('\t'));
const moves = new Map(lines.filter(([a, b]) => a?.includes('/') && b).map(([a, b]) => [a, b]));
const rooms = new Map(
  lines.filter(([a]) => a === 'room').map(([, folder, comment]) => [folder, comment]),
);
const files = git('ls-files')
  .trim()
  .split('\n')
  .filter((file) => fs.existsSync(file));
for (const old of moves.keys()) if (!files.includes(old)) throw new Error(`no file ${old}`);
for (const now of moves.values()) {
  if (files.includes(now) && !moves.has(now)) throw new Error(`${now} is there`);
}
const code = files.filter((file) => CODE.test(file) && !file.includes('/assets/'));
const toNew = (file) => moves.get(file) ?? file;
const roomOf = (file) => {
  const [top, second, third] = file.split('/');
  if (top !== 'src') return top;
  return third === undefined ? file : `src/${second}`;
};
const isIndex = (file) => path.posix.basename(file) === 'index.ts';

/** The file that a relative specifier of a file means, or undefined. */
const known = new Set(files);
function resolve(from, specifier) {
  if (!specifier.startsWith('.')) return undefined;
  const target = path.posix.join(path.posix.dirname(from), specifier);
  const tries = [
    target,
    target.replace(/\.js$/, '.ts'),
    target.replace(/\.mjs$/, '.mts'),
    target.replace(/\.cjs$/, '.cts'),
  ];
  return tries.find((one) => known.has(one));
}

function specify(from, to) {
  const relative = path.posix.relative(path.posix.dirname(from), to);
  const dotted = relative.startsWith('.') ? relative : `./${relative}`;
  return dotted.replace(/(?<!\.d)\.ts$/, '.js').replace(/\.cts$/, '.cjs');
}

const parsed = new Map();
function parse(file) {
  if (!parsed.has(file)) {
    const kind = file.endsWith('.mjs') ? ts.ScriptKind.JS : ts.ScriptKind.TS;
    parsed.set(
      file,
      ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind),
    );
  }
  return parsed.get(file);
}

/** Where a name that a file exports is declared: its file and its name there. */
function findDeclared(file, name) {
  for (const node of parse(file).statements) {
    if (!ts.isExportDeclaration(node) || node.moduleSpecifier === undefined || !node.exportClause)
      continue;
    const from = resolve(file, node.moduleSpecifier.text);
    if (!ts.isNamedExports(node.exportClause) || from === undefined) continue;
    const found = node.exportClause.elements.find((one) => one.name.text === name);
    if (found !== undefined) return findDeclared(from, (found.propertyName ?? found.name).text);
  }
  return { file, name };
}

function isTypeName({ file, name }) {
  return parse(file).statements.some((node) => {
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
    return isType && node.name.text === name;
  });
}

/** Exports that a face needs besides those that it has: by face, then by name. */
const wanted = new Map();
function want(face, declared, exported) {
  const names = wanted.get(face) ?? new Map();
  wanted.set(face, names);
  names.set(exported, declared);
}

/** Where a file imports a name from now, as a new path. */
function retarget(from, target, name) {
  const [newFrom, newTarget] = [toNew(from), toNew(target)];
  const isSource =
    from.startsWith('src/') || from.startsWith('backtest/') || from.startsWith('strategies/');
  const declared = findDeclared(target, name);
  const place = toNew(declared.file);
  const staysIn = isIndex(target) && roomOf(newTarget) === roomOf(place);
  const isSame = roomOf(newFrom) === roomOf(place);
  if (isSame) return staysIn || !isIndex(target) ? newTarget : place;
  if (!isSource) {
    if (!isIndex(target)) return newTarget;
    if (staysIn) return newTarget;
    return place;
  }
  const face = `${roomOf(place)}/index.ts`;
  if (roomOf(place).endsWith('.ts')) return place;
  // A face that is kept has the name already, unless it came to the room with this move.
  if (!(staysIn && newTarget === face)) want(face, declared, name);
  return face;
}

/** New text of a file's imports and exports. */
function rewrite(file) {
  const source = parse(file);
  const edits = [];
  const groups = new Map();
  const isFace = isIndex(file) && file.startsWith('src/');
  const visit = (node) => {
    const isExport = ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined;
    if (ts.isImportDeclaration(node) || isExport) {
      const target = resolve(file, node.moduleSpecifier.text);
      if (target !== undefined) rewriteDeclaration(node, target);
      return;
    }
    const literal = findLiteral(node);
    if (literal !== undefined) {
      const target = resolve(file, literal.text);
      if (target !== undefined) {
        const name = findTypeName(node);
        const now = name === undefined ? toFace(file, target) : retarget(file, target, name);
        const found = specify(toNew(file), now);
        const spelled = literal.text.endsWith('.ts') ? found.replace(/\.js$/, '.ts') : found;
        edits.push([literal.getStart() + 1, literal.getEnd() - 1, spelled]);
      } else if (toNew(file) !== file && /^\.{1,2}\//.test(literal.text)) {
        const place = path.posix.join(path.posix.dirname(file), literal.text);
        edits.push([
          literal.getStart() + 1,
          literal.getEnd() - 1,
          specifyPlain(toNew(file), place),
        ]);
      }
    }
    ts.forEachChild(node, visit);
  };
  function rewriteDeclaration(node, target) {
    const clause = ts.isImportDeclaration(node) ? node.importClause : node.exportClause;
    const named = ts.isImportDeclaration(node) ? clause?.namedBindings : clause;
    const isNamed =
      named !== undefined &&
      (ts.isNamedImports(named) || ts.isNamedExports(named)) &&
      clause.name === undefined;
    if (!isNamed) {
      const { moduleSpecifier } = node;
      edits.push([
        moduleSpecifier.getStart() + 1,
        moduleSpecifier.getEnd() - 1,
        specify(toNew(file), toFace(file, target)),
      ]);
      return;
    }
    const isAllType = ts.isImportDeclaration(node) ? clause.isTypeOnly : node.isTypeOnly;
    const key = ts.isImportDeclaration(node) ? 'import' : 'export';
    const byTarget = new Map();
    for (const element of named.elements) {
      const name = (element.propertyName ?? element.name).text;
      let now;
      if (isFace && key === 'export') {
        // A face shows what is in its room; what has left is shown by another.
        const declared = findDeclared(target, name).file;
        const place = toNew(declared);
        if (roomOf(place) !== roomOf(toNew(file))) {
          if (roomOf(declared) === roomOf(file) && !roomOf(file).endsWith('.ts')) continue;
          now = retarget(file, target, name);
        } else
          now = isIndex(target) && roomOf(toNew(target)) === roomOf(place) ? toNew(target) : place;
      } else now = retarget(file, target, name);
      const list = byTarget.get(now) ?? [];
      byTarget.set(now, list);
      const text = element.getText();
      list.push(isAllType && !text.startsWith('type ') ? `type ${text}` : text);
    }
    groups.set(node, { key, byTarget });
  }
  visit(source);
  edits.push(...mergeGroups(file, groups));
  return applyEdits(source.text, edits);
}

/** A declaration of one target keeps its text; one whose names have parted becomes several. */
function mergeGroups(file, groups) {
  const edits = [];
  for (const [node, { key, byTarget }] of groups) {
    const [only, ...others] = byTarget.keys();
    const { moduleSpecifier } = node;
    if (only !== undefined && others.length === 0) {
      const range = [moduleSpecifier.getStart() + 1, moduleSpecifier.getEnd() - 1];
      // A face may have dropped names that were beside.
      const count = (node.importClause?.namedBindings ?? node.exportClause).elements.length;
      if (byTarget.get(only).length === count) {
        edits.push([...range, specify(toNew(file), only)]);
        continue;
      }
    }
    const texts = [...byTarget].map(([target, names]) => print(file, key, target, names));
    const end = texts.length === 0 && node.getSourceFile().text[node.getEnd()] === '\n' ? 1 : 0;
    edits.push([node.getStart(), node.getEnd() + end, texts.join('\n')]);
  }
  return edits;
}

function print(file, key, target, names) {
  const isType = names.every((name) => name.startsWith('type '));
  const list = isType ? names.map((name) => name.slice(5)) : names;
  return `${key}${isType ? ' type' : ''} { ${list.join(', ')} } from '${specify(toNew(file), target)}';`;
}

/** A whole module: a face stays a face. */
function toFace(from, target) {
  const now = toNew(target);
  const isSource = from.startsWith('src/') || from.startsWith('backtest/');
  if (!isSource || roomOf(now) === roomOf(toNew(from)) || isIndex(now)) return now;
  return `${roomOf(now)}/index.ts`;
}

function findLiteral(node) {
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return node.argument.literal;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return ts.isStringLiteral(node.arguments[0]) ? node.arguments[0] : undefined;
  }
  if (
    ts.isNewExpression(node) &&
    node.expression.getText() === 'URL' &&
    node.arguments?.[1]?.getText() === 'import.meta.url'
  ) {
    return ts.isStringLiteral(node.arguments[0]) ? node.arguments[0] : undefined;
  }
  return undefined;
}

function findTypeName(node) {
  return ts.isImportTypeNode(node) && node.qualifier !== undefined
    ? node.qualifier.getText().split('.')[0]
    : undefined;
}

function specifyPlain(from, place) {
  const relative = path.posix.relative(path.posix.dirname(from), place);
  const dotted = relative.startsWith('.') ? relative : `./${relative}`;
  return place.endsWith('/') && !dotted.endsWith('/') ? `${dotted}/` : dotted;
}

function applyEdits(text, edits) {
  let result = text;
  for (const [start, end, now] of edits.sort((a, b) => b[0] - a[0])) {
    result = result.slice(0, start) + now + result.slice(end);
  }
  return result;
}

const texts = new Map(code.map((file) => [file, rewrite(file)]));
for (const [file, text] of texts) if (text !== parse(file).text) fs.writeFileSync(file, text);
for (const [old, now] of moves) {
  fs.mkdirSync(path.dirname(now), { recursive: true });
  git('mv', old, now);
}
for (const [folder, comment] of rooms) {
  const face = `src/${folder}/index.ts`;
  if (!fs.existsSync(face)) fs.writeFileSync(face, `// ${comment}\n`);
}
for (const [face, names] of wanted) addExports(face, names);
replacePaths();
const changed = git('status', '--short', '--porcelain')
  .split('\n')
  .map((line) => line.slice(3).split(' -> ').pop());
const formatted = changed.filter(
  (file) => /\.(?:ts|mts|cts|mjs|md)$/.test(file ?? '') && fs.existsSync(file),
);
if (formatted.length > 0)
  execFileSync('npx', ['prettier', '--write', '--log-level', 'warn', ...formatted], {
    stdio: 'inherit',
  });

function addExports(face, names) {
  const old = fs.existsSync(face) ? fs.readFileSync(face, 'utf8') : '';
  const has = new Set(
    [...old.matchAll(/\bexport (?:type )?\{([^}]*)\}/g)].flatMap(([, list]) =>
      list.split(',').map((one) =>
        one
          .trim()
          .replace(/^type /, '')
          .split(' as ')
          .pop(),
      ),
    ),
  );
  const bySource = new Map();
  for (const [exported, declared] of names) {
    if (has.has(exported)) continue;
    const place = toNew(declared.file);
    const text = declared.name === exported ? exported : `${declared.name} as ${exported}`;
    bySource.set(place, [
      ...(bySource.get(place) ?? []),
      isTypeName(declared) ? `type ${text}` : text,
    ]);
  }
  const more = [...bySource].map(([place, list]) => print(face, 'export', place, list.sort()));
  fs.writeFileSync(face, `${old}${more.join('\n')}${more.length === 0 ? '' : '\n'}`);
}

/** Paths in comments, pages, patches and lists. */
function replacePaths() {
  const pairs = [...moves].sort(([a], [b]) => b.length - a.length);
  const toJs = (file) => file.replace(/\.ts$/, '.js');
  const replaced = new Map(
    pairs.flatMap(([a, b]) => [
      [a, b],
      [`dist/${toJs(a)}`, `dist/${toJs(b)}`],
    ]),
  );
  // One path as a whole, then a look into the map: one alternative a file would take minutes.
  const tops = [...new Set(pairs.map(([old]) => old.split('/')[0]))].join('|');
  const pattern = new RegExp(`${BEFORE}(?:dist/)?(?:${tops})/[\\w./-]*\\w`, 'g');
  // Some lists name files from src on.
  const bare = (file) => file.replace(/^src\//, '');
  const bases = pairs.map(([a, b]) => [bare(a).replace(/\.ts$/, ''), bare(b).replace(/\.ts$/, '')]);
  const short = new Map([...pairs.map(([a, b]) => [bare(a), bare(b)]), ...bases]);
  const shortPattern = /(?<=['"`])\w[\w./-]*\w(?![\w/-])/g;
  for (const old of files) {
    const file = toNew(old);
    if (!TEXT.test(file) || DATA.test(file) || !fs.existsSync(file)) continue;
    const text = fs.readFileSync(file, 'utf8');
    const now = text
      .replace(pattern, (found) => replaced.get(found) ?? found)
      .replace(shortPattern, (found) => short.get(found) ?? found);
    if (now !== text) fs.writeFileSync(file, now);
  }
}
