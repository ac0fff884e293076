// The figures of the house: sizes of folders, circles of imports, exports of faces, lines, pages.
//
//   npm run house            prints each figure with its bound; exit code 1 when one is missed
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1 << 28 })
  .trim()
  .split('\n')
  .filter((file) => fs.existsSync(file));
const sources = files.filter((file) => /^(?:src|backtest|strategies)\/.*\.c?ts$/.test(file));
const isFace = (file) => path.posix.basename(file) === 'index.ts';
const read = (file) => fs.readFileSync(file, 'utf8');
const countLines = (list) => list.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
const countBytes = (list) => list.reduce((sum, file) => sum + fs.statSync(file).size, 0);

/** Files to the files that they import, types included. */
const known = new Set(sources);
const imports = new Map(
  sources.map((file) => {
    const { importedFiles } = ts.preProcessFile(read(file), true, true);
    const targets = importedFiles
      .map(({ fileName }) => path.posix.join(path.posix.dirname(file), fileName))
      .map((target) => target.replace(/\.js$/, '.ts').replace(/\.cjs$/, '.cts'))
      .filter((target) => known.has(target));
    return [file, new Set(targets)];
  }),
);

/** Groups of nodes that reach each other (Tarjan). */
function findCircles(graph) {
  const [order, low, stack, circles] = [new Map(), new Map(), [], []];
  const visit = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== order.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle);
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

/** The same between the values of `toGroup`. */
function group(toGroup) {
  const grouped = new Map();
  for (const [file, targets] of imports) {
    const from = toGroup(file);
    const list = grouped.get(from) ?? new Set();
    grouped.set(from, list);
    for (const target of targets) if (toGroup(target) !== from) list.add(toGroup(target));
  }
  return grouped;
}

const toRoom = (file) =>
  file
    .split('/')
    .slice(0, file.startsWith('src/') ? 2 : 1)
    .join('/');
const folders = new Map();
for (const file of sources.filter((one) => !isFace(one) && !/\.generated\./.test(one))) {
  const folder = path.posix.dirname(file);
  folders.set(folder, [...(folders.get(folder) ?? []), file]);
}
const largest = [...folders].map(([folder, list]) => [list.length, folder]);
const faces = sources
  .filter((file) => isFace(file) && file !== 'src/index.ts')
  .map((file) => {
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest);
    const lists = source.statements.filter(ts.isExportDeclaration);
    const count = lists.reduce((sum, { exportClause }) => {
      return sum + (exportClause?.elements?.length ?? 1);
    }, 0);
    return [count, file];
  });
const productLines = (folder) =>
  countLines(sources.filter((file) => file.startsWith('src/') && folder(file)));
const isApart = (file) => /^src\/(?:torture|conformance)\//.test(file);
const docs = files.filter((file) => /^docs\/.*\.md$/.test(file));
/** The part of a reference that a program writes may be longer. */
const isReference = (file) => /^<!-- .*(?:generate|written by a test)/m.test(read(file));
const pages = docs
  .filter((file) => !isReference(file))
  .map((file) => [read(file).split('\n').length - 1, file]);
const references = docs
  .filter(isReference)
  .map((file) => [read(file).split('\n').length - 1, file]);
const spreads = sources.filter((file) => /^\s*\.\.\.\{/m.test(read(file)));
const countSpreads = spreads.reduce(
  (sum, file) => sum + [...read(file).matchAll(/^\s*\.\.\.\{/gm)].length,
  0,
);
const APART = /^test\/(?:process|oracle|golden|bugs|docs|security|bench|scenarios|tidy)\//;
const tests = files.filter((file) => /^test\/.+\/.*\.test\.ts$/.test(file) && !APART.test(file));
const isAtSource = (file) => {
  const stem = file.replace(/^test\//, '').replace(/(?:\.deep)?\.test\.ts$/, '.ts');
  return known.has(`src/${stem}`) || known.has(stem);
};
const lost = tests.filter((file) => !isAtSource(file));
const most = (list) => list.toSorted(([a], [b]) => b - a);

const above = (list, bound) => most(list).filter(([count]) => count > bound);
const show = (list) => list.slice(0, 12).map(([count, name]) => `${name} ${count}`);
const fileCircles = findCircles(imports);
const folderCircles = findCircles(group(path.posix.dirname));
const roomCircles = findCircles(group(toRoom));
const isVerbose = process.argv.includes('--all');

const figures = [
  ['files in the largest folder', most(largest)[0][0], 20, show(above(largest, 20))],
  ['circles of files', fileCircles.length, 0, fileCircles.map((one) => one.join(' '))],
  ['circles of rooms', roomCircles.length, 0, roomCircles.map((one) => one.join(' '))],
  ['exports of the largest face', most(faces)[0][0], 60, show(above(faces, 60))],
  ['lines of src, product', productLines((file) => !isApart(file)), 80_000, []],
  ['spread literals', countSpreads, 0, isVerbose ? spreads : []],
  ['bytes of docs', countBytes(docs), 400_000, []],
  ['lines of the longest page', most(pages)[0][0], 300, show(above(pages, 300))],
  ['lines of the longest reference', most(references)[0][0], 1_000, []],
  [
    'tests away from their source, %',
    Math.round((100 * lost.length) / tests.length),
    20,
    isVerbose ? lost : [],
  ],
];
for (const [name, found, bound, details] of figures) {
  const mark = found > bound ? 'MISSED' : 'holds ';
  console.log(`${mark} ${name}: ${found} (at most ${bound})`);
  for (const detail of details) console.log(`         ${detail}`);
}
console.log(
  `       circles of folders: ${folderCircles.length}; lines of torture and conformance: ${productLines(isApart)}`,
);
if (isVerbose) for (const one of folderCircles) console.log(`         ${one.join(' ')}`);
process.exitCode = figures.some(([, found, bound]) => found > bound) ? 1 : 0;
