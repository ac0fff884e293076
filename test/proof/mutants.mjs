// node test/proof/mutants.mjs [FILE...]: how many small changes of the code the tests notice.
// node test/proof/mutants.mjs --sample N PART [SEED]: the same in N places of a part, drawn by seed.
//
// Stryker changes one place of a file at a time and runs the tests of its part (parts.mjs) that
// reach it; a change that no test notices survives. The tests that take long see only what the
// others left, in a second round. Prints the survivors and a table; without
// files, those that parts.mjs names as the core. Ends with code 1 when a score is below 90 %: of a
// sample the score of all its places together, which says what the whole part would have.
// Stryker is fetched into a folder of its own and works on a copy of the tree.
import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findPart, PARTS } from './parts.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The last version that runs on Node 20. */
const VERSION = '9.6.1';
const FETCHED = join(ROOT, 'node_modules', '.cache', `weir-stryker-${VERSION}`);
const NEEDED = ['src', 'test', 'config', 'strategies', 'backtest', 'docs'];
const FILES = ['package.json', 'tsconfig.json', 'vitest.config.ts'];
/** Of what can be noticed, in per cent. */
const LEAST_SCORE = 90;
const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];
/** Lines of one place of a sample: most changes are no longer. */
const PLACE_LINES = 12;

function fetchStryker() {
  const modules = join(FETCHED, 'node_modules');
  if (existsSync(join(modules, 'vitest'))) return modules;
  rmSync(FETCHED, { recursive: true, force: true });
  mkdirSync(FETCHED, { recursive: true });
  writeFileSync(join(FETCHED, 'package.json'), '{"private":true}\n');
  console.error(`fetching Stryker ${VERSION}`);
  const wanted = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${VERSION}`);
  const words = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  // Its vitest has to be ours.
  execFileSync('npm', [...words, '--legacy-peer-deps', ...wanted], {
    cwd: FETCHED,
    stdio: ['ignore', 2, 2],
  });
  symlinkSync(join(ROOT, 'node_modules', 'vitest'), join(modules, 'vitest'));
  return modules;
}

/** A copy of the tree whose vitest runs only some tests, all but `without`. */
function copyTree(tests, without) {
  const folder = mkdtempSync(join(tmpdir(), 'weir-mutants-'));
  for (const name of NEEDED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of FILES) cpSync(join(ROOT, name), join(folder, name));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const include = tests.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`));
  const chosen = JSON.stringify({ include, exclude: without });
  // Instrumented tests are slow: only what hangs takes that long.
  const config = `import whole from './vitest.config.ts';
const { test, ...rest } = whole({ mode: 'all' });
export default { ...rest, test: { ...test, testTimeout: 600_000, ...${chosen} } };
`;
  writeFileSync(join(folder, 'vitest.mutants.config.ts'), config);
  return folder;
}

/** What one round finds, by file; undefined when Stryker failed. */
function runStryker(modules, files, tests, without = []) {
  const folder = copyTree(tests, without);
  try {
    const core = join(modules, '@stryker-mutator', 'core', 'bin', 'stryker.js');
    const runner = join(modules, '@stryker-mutator', 'vitest-runner', 'dist', 'src', 'index.js');
    const options = {
      mutate: files,
      inPlace: true,
      plugins: [runner],
      testRunner: 'vitest',
      vitest: { configFile: 'vitest.mutants.config.ts', related: false },
      coverageAnalysis: 'perTest',
      // Vitest takes types away, it does not check them.
      disableTypeChecks: false,
      concurrency: 1,
      dryRunTimeoutMinutes: 30,
      // On a busy machine too only what hangs takes that long.
      timeoutMS: 20_000,
      timeoutFactor: 3,
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: 'mutants.json' },
      allowConsoleColors: false,
    };
    writeFileSync(join(folder, 'stryker.config.json'), JSON.stringify(options));
    const words = [core, 'run', 'stryker.config.json'];
    const { status } = spawnSync(process.execPath, words, {
      ...{ cwd: folder, stdio: ['ignore', 2, 2] },
    });
    if (status !== 0) return undefined;
    return JSON.parse(readFileSync(join(folder, 'mutants.json'), 'utf8')).files;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const survives = ({ status }) => UNNOTICED.includes(status);

/** As Stryker takes it: columns from 0, where its report counts them from 1. */
function placeOf(file, { location: { start, end } }) {
  return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

const nameOf = ({ location, mutatorName, replacement }) =>
  JSON.stringify([location, mutatorName, replacement]);

function mutate(modules, part, files) {
  const { tests, slow = [], judges = [] } = part;
  const found = runStryker(modules, files, tests, slow);
  const last = [...slow, ...judges];
  if (found === undefined || last.length === 0) return found;
  const places = Object.entries(found).flatMap(([file, { mutants }]) => {
    console.error(`${file}: for the slow tests, of ${mutants.length}:`);
    tellSurvivors(file, { mutants }, console.error);
    return mutants.filter(survives).map((mutant) => placeOf(file, mutant));
  });
  if (places.length === 0) return found;
  const again = runStryker(modules, [...new Set(places)], last);
  if (again === undefined) return undefined;
  for (const [file, { mutants }] of Object.entries(found)) {
    const second = new Map(again[file]?.mutants.map((mutant) => [nameOf(mutant), mutant]));
    for (const mutant of mutants.filter(survives)) {
      mutant.status = second.get(nameOf(mutant))?.status ?? mutant.status;
    }
  }
  return found;
}

function tellSurvivors(file, { mutants }, print = console.log) {
  for (const { status, location, mutatorName, replacement } of mutants.filter(survives)) {
    const { line, column } = location.start;
    const text = (replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 60);
    print(`${file}:${line}:${column}: ${status.toLowerCase()}: ${mutatorName}: ${text}`);
  }
}

function countMutants(file, { mutants }) {
  const count = (words) => mutants.filter(({ status }) => words.includes(status)).length;
  const [killed, survived] = [count(NOTICED), count(UNNOTICED)];
  const hung = count(['Timeout']);
  return { file, killed, hung, survived, score: (killed * 100) / Math.max(1, killed + survived) };
}

/** So many places of a part, each as Stryker takes it: file, first and last line. */
function drawPlaces({ sources }, count, seed) {
  const files = sources.flatMap((source) =>
    source.endsWith('.ts')
      ? [source]
      : readdirSync(join(ROOT, source), { recursive: true })
          .filter((name) => name.endsWith('.ts'))
          .map((name) => `${source}/${name}`),
  );
  const all = files.sort().flatMap((file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n').length;
    const places = Math.ceil(lines / PLACE_LINES);
    return Array.from({ length: places }, (_, at) => {
      return `${file}:${at * PLACE_LINES + 1}-${(at + 1) * PLACE_LINES}`;
    });
  });
  const rank = (place) => hash('sha256', `${seed} ${place}`);
  return all
    .map((place) => [rank(place), place])
    .sort()
    .slice(0, count)
    .map(([, place]) => place);
}

function sample(name, count, seed) {
  const part = PARTS.find((one) => one.name === name);
  if (part === undefined || !(count > 0)) {
    const names = PARTS.map((one) => `'${one.name}'`).join(', ');
    console.error(`expected --sample N and a part (${names}), found ${count} ${name}`);
    return 2;
  }
  const found = mutate(fetchStryker(), part, drawPlaces(part, count, seed));
  if (found === undefined) return 1;
  const mutants = Object.entries(found).flatMap(([file, facts]) => {
    tellSurvivors(file, facts);
    return facts.mutants;
  });
  const { killed, hung, survived, score } = countMutants(name, { mutants });
  const places = `${name}, ${count} places of seed ${seed}`;
  console.log(
    `${places}: ${killed} of ${killed + survived} mutants noticed (${hung} hung), ${score.toFixed(1)} %`,
  );
  return score >= LEAST_SCORE ? 0 : 1;
}

function main() {
  const { values, positionals: asked } = parseArgs({
    options: { sample: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.sample !== undefined) return sample(asked[0], Number(values.sample), asked[1] ?? '1');
  const stray = asked.find((file) => findPart(file) === undefined || !existsSync(join(ROOT, file)));
  if (stray !== undefined) {
    console.error(`expected a file of the parts in test/proof/parts.mjs, found ${stray}`);
    return 2;
  }
  const files = asked.length > 0 ? asked : PARTS.flatMap(({ core }) => core);
  const modules = fetchStryker();
  const rows = [];
  for (const part of PARTS) {
    const own = files.filter((file) => findPart(file) === part);
    if (own.length === 0) continue;
    const found = mutate(modules, part, own);
    if (found === undefined) {
      console.error(`expected Stryker to finish with ${part.name}, found a failure: see above`);
      return 1;
    }
    for (const [file, facts] of Object.entries(found)) {
      tellSurvivors(file, facts);
      rows.push(countMutants(file, facts));
    }
  }
  console.log(`${'file'.padEnd(40)} mutants  killed  survived  score`);
  for (const { file, killed, survived, score } of rows) {
    const cells = [String(killed + survived).padStart(8), String(killed).padStart(8)];
    cells.push(String(survived).padStart(10), `${score.toFixed(1)} %`.padStart(8));
    console.log(file.padEnd(40) + cells.join(''));
  }
  return rows.every(({ score }) => score >= LEAST_SCORE) ? 0 : 1;
}

process.exitCode = main();
