// node test/proof/branches.mjs [PART...]: a test takes every branch of the parts in parts.mjs.
//
// Runs the tests of the parts with coverage, prints a table and each branch that no test took, and
// ends with code 1 when there is one. A branch that nothing can take, there for the compiler or
// for a bug elsewhere, says so beside it: `// unreached: why`, at the end of the line where the
// branch begins or on the line above. Such a word where every branch was taken is a failure too.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPart, PARTS } from './parts.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const LONGEST_TEST_MS = 900_000;
const MARK = /\/\/ unreached: \S/;

/** What istanbul's format says of each file, after the tests of these parts. */
function measure(parts) {
  const folder = mkdtempSync(join(tmpdir(), 'weir-coverage-'));
  try {
    const sources = parts.flatMap((part) => part.sources);
    const words = [VITEST, 'run', '--configLoader', 'runner', '--mode', 'all', '--reporter=dot'];
    // Measured tests take longer; none of them asserts on time.
    words.push(`--testTimeout=${String(LONGEST_TEST_MS)}`);
    words.push('--coverage.enabled', '--coverage.provider=v8', '--coverage.reporter=json');
    words.push(`--coverage.reportsDirectory=${folder}`);
    for (const source of sources) {
      words.push(`--coverage.include=${source.endsWith('.ts') ? source : `${source}/**/*.ts`}`);
    }
    words.push(...parts.flatMap((part) => part.tests));
    const { status } = spawnSync(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error('expected the tests to pass, found failures: see above');
    return JSON.parse(readFileSync(join(folder, 'coverage-final.json'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The lines, counted from 1, whose branches need not be taken. */
function findMarks(lines) {
  const marks = new Set();
  lines.forEach((line, index) => {
    if (!MARK.test(line)) return;
    const isAlone = line.trimStart().startsWith('//');
    let next = index;
    while (isAlone && (lines[next] ?? '').trimStart().startsWith('//')) next += 1;
    marks.add(next + 1);
  });
  return marks;
}

function evaluate(path, { b: counts, branchMap }) {
  const file = relative(ROOT, path);
  const lines = readFileSync(path, 'utf8').split('\n');
  const marks = findMarks(lines);
  const used = new Set();
  const found = { file, branches: 0, taken: 0, marked: 0, complaints: [] };
  for (const [id, taken] of Object.entries(counts)) {
    const { type, loc, locations } = branchMap[id];
    taken.forEach((times, at) => {
      found.branches += 1;
      if (times > 0) found.taken += 1;
      if (times > 0) return;
      // An `else` that is not written has no place of its own.
      const { line, column } = locations[at]?.start.line ? locations[at].start : loc.start;
      if (marks.has(line)) {
        used.add(line);
        found.marked += 1;
        return;
      }
      const text = (lines[line - 1] ?? '').trim();
      const what = type === 'if' && at > 0 ? 'else' : type;
      found.complaints.push(`${file}:${line}:${column + 1}: no test takes this ${what}: ${text}`);
    });
  }
  for (const line of marks) {
    if (used.has(line)) continue;
    found.complaints.push(`${file}:${line}: said to be unreached, but every branch was taken`);
  }
  return found;
}

function main() {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => PARTS.every((part) => part.name !== name));
  if (unknown !== undefined) {
    const names = PARTS.map((part) => `"${part.name}"`).join(', ');
    console.error(`expected one of ${names}, found "${unknown}"`);
    return 2;
  }
  const parts = PARTS.filter(({ name }) => asked.length === 0 || asked.includes(name));
  const files = Object.entries(measure(parts)).map(([path, facts]) => evaluate(path, facts));
  const complaints = files.flatMap((file) => file.complaints).sort();
  for (const complaint of complaints) console.log(complaint);
  console.log('part          files  branches   taken  unreached  missed');
  for (const { name } of parts) {
    const own = files.filter(({ file }) => findPart(file)?.name === name);
    const sum = (key) => own.reduce((total, file) => total + file[key], 0);
    const [branches, taken, marked] = [sum('branches'), sum('taken'), sum('marked')];
    const cells = [own.length, branches, taken, marked, branches - taken - marked];
    const widths = [7, 10, 8, 11, 8];
    console.log(
      name.padEnd(12) + cells.map((cell, at) => String(cell).padStart(widths[at])).join(''),
    );
  }
  return complaints.length === 0 ? 0 : 1;
}

process.exitCode = main();
