// node test/bugs/run.mjs [--only NN,...] [--most N] [--json]: torture finds every planted defect.
//
// Each patch of this folder is a defect that some trading system once had. It is applied to a
// temporary copy of what is built, and torture runs there over the seeds from 1 on until a world
// breaks that holds without the patch. Prints defect, seeds and invariant. Exit code 1 when a
// defect is not found within N seeds (1,000), or its patch no longer applies.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { transform } from 'esbuild';
import { applyPatch, listPatches, PatchError, readSource } from './patch.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join('dist', 'src', 'cli', 'main.js');
const MOST_SEEDS = 1_000;
/** A world that takes so long never ends. */
const HANGS_MS = 180_000;
const WATCH_MS = 5_000;
/** Parts of what is built that a run does not need, or that the patch changes. */
const LEFT_OUT = /(?:\.map|\.d\.ts|weir\.cjs|weir\.cjs\.cache)$/;
const FAILED = /^FAILED: seed (\d+): (invariant \d+ \(.+\)) at [\d.]+ s$/;
/** What the bot threw reached its world. */
const THREW = /expected world (\d+) to end, (found .+?)(?: \(torture\.crash\))?$/;
const WORLDS = /^(\d+) worlds,/;

/** A copy of what is built, with the patched files compiled anew. */
async function plant(bug, folder) {
  const copy = (name) =>
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(path),
    });
  for (const name of ['dist', 'config', 'package.json']) copy(name);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const { path, text } of applyPatch(bug, readSource)) {
    const { code } = await transform(text, {
      ...{ loader: 'ts', format: 'esm', target: 'es2023', sourcefile: path },
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
    const file = join(folder, 'dist', path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  const bundle = join(ROOT, 'tools', 'setup', 'bundle.mjs');
  const words = [bundle, join(folder, 'dist'), 'without-cache'];
  const { status } = spawnSync(process.execPath, words, { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new PatchError(`${bug.name}: what it changes could not be bundled`);
}

/** Runs worlds until one breaks: its seed and invariant, or undefined when all of them hold. */
function torture(folder, first, last, notify) {
  return new Promise((resolve, reject) => {
    const words = [join(folder, MAIN), 'torture', '--seeds', `${first}..${last}`, '--first'];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let found;
    let error = '';
    let worlds = 0;
    let movedAt = performance.now();
    const read = (line) => {
      const [, seed, invariant] = FAILED.exec(line) ?? THREW.exec(line) ?? [];
      const [, count] = WORLDS.exec(line) ?? [];
      if (seed !== undefined) found ??= { seed: Number(seed), invariant };
      else if (count === undefined) error = line;
      else if (Number(count) !== worlds) {
        worlds = Number(count);
        movedAt = performance.now();
        notify(first - 1 + worlds);
      }
    };
    createInterface(child.stderr).on('line', read);
    createInterface(child.stdout).on('line', read);
    const watch = setInterval(() => {
      if (performance.now() - movedAt < HANGS_MS) return;
      found = { seed: first + worlds, invariant: 'invariant 14 (a world that never ends)' };
      child.kill('SIGKILL');
    }, WATCH_MS);
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(watch);
      if (found === undefined && code !== 0) found = { seed: first + worlds, invariant: error };
      resolve(found);
    });
  });
}

/** The first seed whose world breaks by the defect alone. */
async function findBug(bug, most) {
  const folder = mkdtempSync(join(tmpdir(), `weir-bug-${bug.id}-`));
  try {
    await plant(bug, folder);
    for (let first = 1; first <= most;) {
      const found = await torture(folder, first, most, (worlds) => {
        process.stderr.write(`${bug.id} ${bug.title}: ${worlds} worlds\n`);
      });
      if (found === undefined) return undefined;
      const { seed } = found;
      if ((await torture(ROOT, seed, seed, () => undefined)) === undefined) return found;
      process.stderr.write(`${bug.id}: seed ${seed} breaks without the defect, too: passed over\n`);
      first = seed + 1;
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOptions() {
  const options = {
    ...{ only: { type: 'string' }, most: { type: 'string' } },
    json: { type: 'boolean', default: false },
  };
  const { values } = parseArgs({ options });
  const most = Number(values.most ?? MOST_SEEDS);
  const only = values.only?.split(',').map((one) => `B${one.replace(/^B/i, '').padStart(2, '0')}`);
  const bugs = listPatches().filter(({ id }) => only?.includes(id) ?? true);
  const unknown = only?.find((one) => bugs.every(({ id }) => id !== one));
  if (unknown !== undefined) throw new RangeError(`--only: no patch has the id ${unknown}`);
  if (!Number.isSafeInteger(most) || most < 1) {
    throw new RangeError(`--most: expected a whole number above 0, found ${values.most}`);
  }
  return { bugs, most, json: values.json };
}

async function main() {
  const { bugs, json, most } = readOptions();
  const words = [join(ROOT, 'tools', 'setup.mjs')];
  const setup = spawnSync(process.execPath, words, { stdio: ['ignore', 2, 2] });
  if (setup.status !== 0) return 1;
  const width = Math.max(...bugs.map(({ title }) => title.length));
  const rows = [];
  for (const bug of bugs) {
    const row = { id: bug.id, title: bug.title };
    rows.push(row);
    try {
      const found = await findBug(bug, most);
      if (found === undefined) row.trouble = `NOT FOUND within ${most} seeds`;
      else Object.assign(row, { seed: found.seed, found: found.invariant });
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      row.trouble = error.message;
    }
    const result = row.trouble ?? `${String(row.seed).padStart(5)}  ${row.found}`;
    if (!json) console.log(`${bug.id}  ${bug.title.padEnd(width)}  ${result}`);
  }
  const missed = rows.filter(({ trouble }) => trouble !== undefined).length;
  const counts = { defects: rows.length, found: rows.length - missed, missed };
  if (json) console.log(JSON.stringify({ ...counts, rows }, undefined, 2));
  else console.log(`${counts.defects} defects, ${counts.found} found, ${missed} not`);
  return missed === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof RangeError || error instanceof PatchError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
