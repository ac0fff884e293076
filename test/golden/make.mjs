// Makes the golden journals of this version anew: test/fixtures/journals/v2. For a form of outputs
// that has not been released; those of a former one stay as they are: a new form has a folder of its own.
//
//   node tools/setup.mjs && node test/golden/make.mjs
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = path.join(ROOT, 'dist', 'src', 'cli', 'main.js');
const TO = path.join(ROOT, 'test', 'fixtures', 'journals', 'v2');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'weir-golden-'));
const env = { PATH: process.env.PATH, WEIR_PASSWORD: 'demo-password' };

const login = { user: 'demo', org: 'DemoOrg' };
const twap = {
  ...{ symbol: 'EUR/USD', side: 'Buy', size: 500_000, limitPrice: 1.145 },
  ...{ duration: '60s', slices: 5 },
};
const recording = { file: 'rates.csv', speed: 60, loop: true };

function write(name, value) {
  fs.writeFileSync(path.join(dir, name), typeof value === 'string' ? value : JSON.stringify(value));
}

function writeInputs() {
  const rows = Array.from({ length: 600 }, (_, index) => {
    const bid = 114_270 + ((index * 7) % 10);
    const [bidText, offerText] = [bid, bid + 4].map((ticks) => (ticks / 100_000).toFixed(5));
    return `${1_783_944_000_000 + index * 1_000},EUR/USD,${bidText},${offerText},5000000,5000000`;
  });
  write('rates.csv', `${['time,symbol,bid,offer,bidSize,offerSize', ...rows].join('\n')}\n`);
  write('limits.yaml', { staleRate: { maxReceivedAgeSeconds: 3_600, maxVenueAgeSeconds: { G10: 3_600 } } });
  const user = { ...login, password: 'demo-password', account: 'DemoOrgLE' };
  write('simulator.yaml', { users: [user], recording });
}

function writeSession(venue = {}, parts = {}) {
  write('session.yaml', {
    ...{ name: 'golden', seed: 7, clock: 'venue', simulator: 'simulator.yaml', recording, ...venue },
    ...{ limits: 'limits.yaml', strategies: [{ strategy: 'twap', params: { ...twap, ...parts } }] },
    onRestart: { parents: 'resume' },
  });
}

const weir = (...words) =>
  spawn(process.execPath, [MAIN, ...words], { cwd: dir, env, stdio: ['ignore', 'pipe', 'inherit'] });

const ended = (child) => new Promise((resolve) => child.on('exit', resolve));

async function until(child, isThere) {
  for (let found = isThere(); !found; found = isThere()) {
    if (child.exitCode !== null) throw new Error('it ended before that');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const journalOf = (out) => path.join(dir, out, 'journal');
const count = (out, type) => {
  const file = path.join(journalOf(out), '000001.jsonl');
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return text.split(`"type":"${type}"`).length - 1;
};

/** What a replay needs of a session folder. */
function keep(out, name) {
  const to = path.join(TO, name);
  fs.rmSync(to, { recursive: true, force: true });
  fs.cpSync(journalOf(out), path.join(to, 'journal'), { recursive: true });
  const restored = path.join(dir, out, 'restored.json');
  if (fs.existsSync(restored)) fs.copyFileSync(restored, path.join(to, 'restored.json'));
  const replay = spawnSync(process.execPath, [MAIN, 'replay', to], { cwd: dir, env });
  const digest = /^digest ([0-9a-f]{32})$/m.exec(replay.stdout.toString())?.[1];
  if (replay.status !== 0 || digest === undefined) throw new Error(replay.stderr.toString());
  process.stdout.write(`${name} ${digest}\n`);
  return [name, digest];
}

async function make() {
  writeInputs();
  writeSession();
  const digests = [];
  await ended(weir('paper', 'session.yaml', '--out', 'paper'));
  digests.push(keep('paper', 'paper'));

  const simulator = weir('simulate', 'simulator.yaml', '--port', '0');
  const url = await new Promise((resolve) => {
    simulator.stdout.on('data', (bytes) => {
      const found = /^listening on (http:\S+)$/m.exec(bytes.toString())?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const password = { env: 'WEIR_PASSWORD' };
  const venue = { simulator: undefined, venue: { baseUrl: url, ...login, password } };
  const run = (out, state) => weir('run', 'session.yaml', '--out', out, '--state', state);
  writeSession(venue);
  const first = run('first', 'one');
  await until(first, () => count('first', 'trade') >= 2);
  first.kill('SIGKILL');
  await ended(first);
  await ended(run('second', 'one'));
  digests.push(keep('second', 'recovered'));

  writeSession(venue, { duration: '1h' });
  const killed = run('killed', 'two');
  await until(killed, () => count('killed', 'trade') >= 1);
  const why = ['--reason', 'a golden kill', '--by', 'Ada', '--state', 'two'];
  await ended(weir('kill', 'session.yaml', ...why));
  killed.kill('SIGTERM');
  await ended(killed);
  digests.push(keep('killed', 'halted'));
  simulator.kill('SIGTERM');
  await ended(simulator);
  const text = JSON.stringify(Object.fromEntries(digests), undefined, 2);
  fs.writeFileSync(path.join(TO, 'digests.json'), `${text}\n`);
}

try {
  await make();
} finally {
  fs.rmSync(dir, { recursive: true, force: true });
}
