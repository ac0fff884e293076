// A bot that trades on and on at a simulator with few faults, its session some times as fast as the
// machine: what it holds of memory after collecting garbage, looked at every second.
// node soak.mjs [MINUTES=60] [SPEED=20]   needs a built dist; fails above 1 MB/h, and when the bot halts
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { printResult, withDirectory } from './measure.mjs';

const place = (path) => fileURLToPath(new URL(path, import.meta.url));
const CLI = place('../../dist/src/cli/main.js');
const LOGIN = { user: 'soak', org: 'SoakOrg' };
const PASSWORD = 'soak-password';
const MOST_MB_PER_HOUR = 1;
/** Of a shorter run the slope is told and not judged: tables of bounded length still fill. */
const JUDGED_MINUTES = 45;
/** Share of the run before memory is looked at: a report's tables of 5,000 rows fill once. */
const WARM_UP = 0.5;
/** Loaded first in the bot: a line of milliseconds and bytes every second. */
const TELL_HEAP = `data:text/javascript,import { appendFileSync } from 'node:fs';
setInterval(() => {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  appendFileSync(process.env.SOAK_FILE, performance.now() + ' ' + (heapUsed + external) + '\\n');
}, 1000).unref();`;
/** Answers that are lost, late, cut off or told twice; nothing that halts a bot. */
const FAULTS = [
  {
    ...{ id: 'lost-answer', match: { routes: ['placeOrder'] }, probability: 0.001 },
    effect: { kind: 'drop', when: 'after' },
  },
  {
    ...{ id: 'cut-rate', match: { routes: ['spotRate'] }, probability: 0.005 },
    effect: { kind: 'truncate', after: 20 },
  },
  {
    ...{ id: 'slow-answer', match: { areas: ['orders'], methods: ['GET'] }, probability: 0.02 },
    effect: { kind: 'delay', when: 'after', by: '50ms', upTo: '400ms' },
  },
  {
    ...{ id: 'twice', match: { areas: ['orders', 'trades'], methods: ['GET'] } },
    ...{ probability: 0.02, effect: { kind: 'duplicate' } },
  },
];
const LIMITS = {
  staleRate: { maxReceivedAgeSeconds: 60, maxVenueAgeSeconds: { G10: 60 } },
  // The same three orders come again and again.
  repeatedExecution: 'off',
  orderRate: { maxPerMinuteByStrategy: 120, maxPerMinute: 120 },
};

const [minutes = 60, speed = 20] = process.argv.slice(2).map(Number);
await withDirectory(async (directory) => {
  writeFiles(directory);
  const simulator = start(['simulate', 'simulator.yaml', '--port', '0'], directory);
  try {
    const [line] = await once(createInterface(simulator.stdout), 'line');
    report(await runBot(directory, line.replace('listening on ', '')));
  } finally {
    simulator.kill();
  }
});

function writeFiles(directory) {
  const write = (name, content) => writeFileSync(join(directory, name), JSON.stringify(content));
  const file = place('../../config/recordings/EURUSD-2026-07-13T12.csv');
  write('scenario.yaml', { seed: 7, faults: FAULTS });
  write('limits.yaml', LIMITS);
  write('simulator.yaml', {
    users: [{ ...LOGIN, password: PASSWORD, account: 'SoakOrgLE' }],
    recording: { file, speed, loop: true },
    scenario: 'scenario.yaml',
    venue: { latency: { orders: '20ms', replies: '20ms' } },
  });
  copyFileSync(place('../fixtures/strategies/soak.ts'), join(directory, 'soak.ts'));
}

function start(words, directory, node = [], env = {}) {
  return spawn(process.execPath, [...node, CLI, ...words], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: directory, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs the bot for so long and stops it; gives its memory and what it did. */
async function runBot(directory, baseUrl) {
  const session = {
    ...{ name: 'soak', seed: 7, clock: 'venue', limits: 'limits.yaml' },
    venue: { baseUrl, ...LOGIN, password: { env: 'WEIR_PASSWORD' } },
    strategies: [{ strategy: './soak.ts', params: { symbol: 'EUR/USD' } }],
  };
  writeFileSync(join(directory, 'run.yaml'), JSON.stringify(session));
  const file = join(directory, 'heap.txt');
  const env = { WEIR_PASSWORD: PASSWORD, SOAK_FILE: file };
  const words = ['run', 'run.yaml', '--out', 'out', '--state', 'state'];
  const bot = start(words, directory, ['--expose-gc', '--import', TELL_HEAP], env);
  let said = '';
  bot.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  bot.stdout.resume();
  const ending = setTimeout(() => bot.kill('SIGTERM'), minutes * 60_000);
  const [code] = await once(bot, 'close');
  clearTimeout(ending);
  assert.equal(code, 0, said);
  const summary = JSON.parse(readFileSync(join(directory, 'out', 'summary.json'), 'utf8'));
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const samples = lines.map((line) => line.split(' ').map(Number));
  return { samples, summary };
}

/** Least squares: bytes a millisecond, as MB an hour. */
function toSlope(samples) {
  const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [atMean, bytesMean] = [mean(samples.map(([at]) => at)), mean(samples.map(([, b]) => b))];
  const both = mean(samples.map(([at, bytes]) => (at - atMean) * (bytes - bytesMean)));
  const spread = mean(samples.map(([at]) => (at - atMean) ** 2));
  return (both / spread) * (3_600_000 / 1_048_576);
}

function report({ samples, summary }) {
  const steady = samples.slice(Math.floor(samples.length * WARM_UP));
  const slope = Number(toSlope(steady).toFixed(2));
  assert.deepEqual(summary.halts, []);
  assert.ok(summary.fills > 0, 'expected a bot that trades, found no fill');
  const what = 'growth of a bot that trades on and on, MB an hour';
  const isJudged = minutes >= JUDGED_MINUTES;
  const goal = {
    id: 'soak',
    what,
    value: slope,
    better: 'low',
    aim: `at most ${MOST_MB_PER_HOUR}`,
  };
  const toMb = (bytes) => Number((bytes / 1_048_576).toFixed(1));
  printResult('soak', isJudged ? [goal] : [], {
    ...{
      minutes,
      speed,
      mbPerHour: slope,
      orders: summary.orders,
      fills: summary.fills,
      refusals: summary.refusals,
    },
    heapMb: { first: toMb(steady[0][1]), last: toMb(steady.at(-1)[1]) },
  });
  if (isJudged) assert.ok(slope < MOST_MB_PER_HOUR, `the heap grows by ${slope} MB an hour`);
}
