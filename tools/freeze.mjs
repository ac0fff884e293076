// What Weir does, as one file of hashes: a change of names, places or words changes none of them.
//
//   node tools/setup.mjs && node tools/freeze.mjs           says which lines differ; exit code 1 if any does
//   node tools/setup.mjs && node tools/freeze.mjs --write   writes tools/freeze.json anew
//
// Digests of the backtests of config/, of two sweeps and of the golden journals, traces of 300 worlds of torture
// and the simulator's answers in them, help texts, OpenAPI and schemas. Texts of errors are left out of the answers.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadRegistry } from '../dist/src/cli/registry.js';
import { unwrap } from '../dist/src/domain/index.js';
import { loadPlan } from '../dist/src/plan/index.js';
import { replaySession } from '../dist/src/session/index.js';
import { runWorld } from '../dist/src/torture/index.js';
import { referenceRecording } from '../test/bench/fixtures.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILE = path.join(ROOT, 'tools', 'freeze.json');
const MAIN = path.join(ROOT, 'dist', 'src', 'cli', 'main.js');
const JOURNALS = path.join(ROOT, 'test', 'fixtures', 'journals');
const WORLDS = 300;
const WORLDS_A_LINE = 20;
/** Rates of the reference recording. */
const RATES = 500_000;
const BACKTESTS = ['backtest', 'bracket', 'btcusd', 'gbpusd', 'research', 'rfs'];
const REFERENCES = ['reference-20ms', 'reference-maker', 'reference-next-rate'];
const SWEEPS = {
  'config/sweep.yaml': (text) => text,
  'config/sweep.yaml, random samples': (text) =>
    `${text.replace(/^walkForward:.*$/m, '')}random: { samples: 6 }\n`,
};
/** Keys of answers whose texts are Weir's. */
const TEXTS = /reason|message|error|description|detail/i;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'weir-freeze-'));
try {
  process.chdir(ROOT);
  const frozen = await freeze();
  if (process.argv.includes('--write')) write(frozen);
  else compare(frozen);
} finally {
  fs.rmSync(folder, { recursive: true });
}

async function freeze() {
  await referenceRecording(RATES, path.join(ROOT, 'config', 'recordings'));
  return {
    ...Object.fromEntries([...BACKTESTS, ...REFERENCES].map(runBacktest)),
    ...Object.fromEntries(Object.entries(SWEEPS).map(runSweep)),
    ...(await replayJournals()),
    ...(await runWorlds()),
    ...Object.fromEntries(listHelp()),
    ...Object.fromEntries(listFiles()),
  };
}

function hash(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

function weir(...words) {
  return execFileSync(process.execPath, [MAIN, ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, COLUMNS: '100' },
    maxBuffer: 1 << 28,
    stdio: 'pipe',
  });
}

function runBacktest(name) {
  const out = path.join(folder, name);
  weir('backtest', `config/${name}.yaml`, '--out', out, '--cache', 'off');
  const { digest } = JSON.parse(fs.readFileSync(path.join(out, 'summary.json'), 'utf8'));
  return [`backtest config/${name}.yaml`, digest];
}

function runSweep([name, change], index) {
  const file = path.join(ROOT, 'config', `freeze-${String(index)}.yaml`);
  const out = path.join(folder, `sweep-${String(index)}`);
  fs.writeFileSync(file, change(fs.readFileSync(path.join(ROOT, 'config', 'sweep.yaml'), 'utf8')));
  try {
    weir('sweep', file, '--out', out, '--cache', 'off');
  } finally {
    fs.rmSync(file);
  }
  const [results] = fs.readdirSync(out).filter((one) => one.endsWith('.csv'));
  return [`sweep ${name}`, hash(fs.readFileSync(path.join(out, results)))];
}

async function replayJournals() {
  const names = fs.readdirSync(path.join(JOURNALS, 'v2')).filter((one) => !one.includes('.'));
  const entries = [];
  for (const name of names) {
    const { digest, head } = unwrap(await replaySession(path.join(JOURNALS, 'v2', name)));
    entries.push([`journal v2/${name}`, `${digest} ${head.slice(0, 16)}`]);
  }
  return Object.fromEntries(entries);
}

async function runWorlds() {
  const plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
  const entries = [];
  for (let first = 1; first <= WORLDS; first += WORLDS_A_LINE) {
    const [traces, answers] = [createHash('sha256'), createHash('sha256')];
    const last = first + WORLDS_A_LINE - 1;
    for (let seed = first; seed <= last; seed++) {
      const report = unwrap(
        await runWorld({ plan, seed, prepare: (world) => hear(world, answers) }),
      );
      traces.update(report.hash);
    }
    const seeds = `${String(first)} to ${String(last)}`;
    entries.push([`torture, traces of ${seeds}`, traces.digest('hex').slice(0, 32)]);
    entries.push([`simulator, answers in ${seeds}`, answers.digest('hex').slice(0, 32)]);
    process.stderr.write(`${String(last)} of ${String(WORLDS)} worlds\n`);
  }
  return Object.fromEntries(entries);
}

/** Every answer of a world's venue goes into the hash. */
function hear({ venue }, answers) {
  const request = venue.request.bind(venue);
  venue.request = (asked, send) =>
    request(asked, (answer) => {
      answers.update(`${asked.method} ${asked.target} ${String(answer.status)}\n`);
      answers.update(withoutTexts(answer.body.toString()));
      send(answer);
    });
}

function withoutTexts(body) {
  try {
    return JSON.stringify(JSON.parse(body), (key, value) =>
      typeof value === 'string' && TEXTS.test(key) && value.includes(' ') ? '' : value,
    );
  } catch {
    return body;
  }
}

/** Help of the program and of each command. */
function listHelp() {
  const help = weir('--help');
  const commands = [...help.matchAll(/^ {2}weir (\w+)/gm)].map(([, name]) => name);
  return [
    ['weir --help', hash(help)],
    ...[...new Set(commands)].map((name) => [`weir ${name} --help`, hash(weir(name, '--help'))]),
  ];
}

function listFiles() {
  const schemas = fs.readdirSync(path.join(ROOT, 'config', 'schema'));
  const files = [...schemas.map((name) => `config/schema/${name}`), findOpenApi()];
  return files.map((file) => [path.basename(file), hash(fs.readFileSync(path.join(ROOT, file)))]);
}

function findOpenApi() {
  const all = fs.readdirSync(path.join(ROOT, 'src'), { recursive: true });
  return path.join('src', all.find((file) => path.basename(file) === 'openapi.json') ?? '');
}

function write(frozen) {
  fs.writeFileSync(FILE, `${JSON.stringify(frozen, undefined, 2)}\n`);
  console.log(`${String(Object.keys(frozen).length)} lines written to ${FILE}`);
}

function compare(frozen) {
  const known = JSON.parse(fs.readFileSync(FILE, 'utf8'));
  const names = [...new Set([...Object.keys(known), ...Object.keys(frozen)])];
  const changed = names.filter((name) => known[name] !== frozen[name]);
  for (const name of changed) {
    console.log(`${name}: ${known[name] ?? 'none'} -> ${frozen[name] ?? 'none'}`);
  }
  console.log(
    `${String(names.length - changed.length)} lines as before, ${String(changed.length)} differ`,
  );
  process.exitCode = changed.length === 0 ? 0 : 1;
}
