// Runs every check of the project, as many at a time as there are cores.
//
// A step counts as one check, a test suite as many as it has tests. A failing step does not stop
// the others; a test that needs what this machine lacks is skipped, and named. Prints what each
// step printed once it has ended, then the slowest files of tests, and `N passed, N failed` as its
// last line. Takes no input; ends with 1 when anything failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';

const ENV = { ...process.env, CI: 'true', NO_COLOR: '1', DEBIAN_FRONTEND: 'noninteractive' };
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];
const SLOWEST = 20;
/** Of a long run often only its end is kept. */
const MOST_FAILURES = 60;
const STEP_LIMIT = 3_000;
/** Priority of what may wait, 19 being the last. */
const NICENESS = 15;

const folder = mkdtempSync(join(tmpdir(), 'weir-ci-'));
const running = new Set();
const totals = { passed: 0, failed: 0 };
const failures = [];
const skipped = [];
const files = [];

const weir = (...words) => ['node', 'dist/src/cli/main.js', ...words];
const npm = (script, ...words) => ['npm', 'run', '--silent', script, ...words];
const step = (name, command) => ({ name, command });
/** A suite of tests, on one core: the other steps have the others. */
const suite = (name, [script, part]) => {
  const report = join(folder, `${name.replaceAll(/\W/g, '-')}.json`);
  const words = ['--maxWorkers=1', '--reporter=default', '--reporter=json'];
  if (part !== undefined) words.push(`--shard=${part}`);
  return { name, report, command: npm(script, '--', ...words, `--outputFile.json=${report}`) };
};

/** Its bots trade in real time: it goes before all others, which are nice to it. */
const TIMED = suite('processes', ['test:process']);
/** The longest first, so that no core is left alone with one of them at the end. */
const STEPS = [
  suite('npm test', ['test']),
  step('torture', weir('torture', '--seeds', '1..300', '--workers', '1')),
  // Every eighth of some 4,900 points; `npm run test:long` takes them all.
  step('crash points', weir('torture', 'crash', '--most', '612', '--workers', '1')),
  ...['1/4', '2/4', '3/4', '4/4'].map((part) => suite(`deep ${part}`, ['test:deep', part])),
  step('bench smoke', ['node', 'test/bench/run.mjs', '--smoke']),
  step('lint', npm('lint')),
  step('format', npm('format:check')),
  step('types', npm('check')),
];

/** Runs a command without input, in a group of its own, of which nothing is left when it ends. */
function run([file, ...words], limit, niceness = 0) {
  return new Promise((resolve) => {
    const child = spawn(file, words, {
      env: ENV,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
    const end = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Nothing is left of it.
      }
    };
    running.add(end);
    const chunks = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (some) => chunks.push(some));
    const timer = setTimeout(() => {
      chunks.push(Buffer.from(`ended after its ${limit} s\n`));
      end();
    }, limit * 1_000);
    child.on('error', (error) => chunks.push(Buffer.from(`${error.message}\n`)));
    child.on('exit', end);
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(end);
      resolve({ code, output: Buffer.concat(chunks).toString() });
    });
  });
}

const nameOf = (path) => path.replace(`${process.cwd()}/`, '');

/** What vitest counted; undefined when it did not come so far. */
function readReport(path) {
  if (!existsSync(path)) return undefined;
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'));
  for (const { name, startTime, endTime, status, assertionResults } of testResults) {
    files.push({ name: nameOf(name), seconds: (endTime - startTime) / 1_000 });
    const tests = (wanted) => assertionResults.filter((test) => test.status === wanted);
    const bad = tests('failed');
    for (const { fullName } of bad) failures.push(`${nameOf(name)}: ${fullName}`);
    if (status === 'failed' && bad.length === 0) failures.push(`${nameOf(name)}: as a whole`);
    for (const { fullName } of [...tests('skipped'), ...tests('pending')]) {
      skipped.push(`${nameOf(name)}: ${fullName}`);
    }
  }
  return { passed: numPassedTests, failed: numFailedTests };
}

async function perform({ name, command, report, limit = STEP_LIMIT }, niceness = 0) {
  const from = performance.now();
  const { code, output } = await run(command, limit, niceness);
  let counts = report === undefined ? undefined : readReport(report);
  counts ??= { passed: code === 0 ? 1 : 0, failed: 0 };
  // A suite that fails without a failed test did not load, hung or crashed.
  if (code !== 0 && counts.failed === 0) {
    counts.failed = 1;
    failures.push(`${name}: as a whole`);
  }
  totals.passed += counts.passed;
  totals.failed += counts.failed;
  const seconds = Math.round((performance.now() - from) / 1_000);
  console.log(`\n== ${name}\n${output.trimEnd()}`);
  console.log(`== ${name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds} s`);
  return code === 0;
}

const isThere = (name) =>
  (process.env.PATH ?? '').split(':').some((path) => existsSync(join(path, name)));

/** Tests of pages need a browser, those of a far venue TLS in front of it; else they are skipped. */
async function installPackages() {
  const packages = [
    ...(BROWSERS.some(isThere) ? [] : ['chromium']),
    ...(existsSync('/usr/bin/stunnel') ? [] : ['stunnel4']),
    ...(isThere('ip') || existsSync('/usr/sbin/ip') ? [] : ['iproute2']),
  ];
  if (packages.length === 0 || !isThere('apt-get')) return;
  console.log(`== packages: installing ${packages.join(' ')}`);
  const asRoot = process.getuid() === 0 ? [] : ['sudo', '-n'];
  await run([...asRoot, 'apt-get', '-qq', 'update'], 300);
  for (const one of packages) {
    const words = ['apt-get', '-qq', 'install', '-y', '--no-install-recommends', one];
    const { code } = await run([...asRoot, ...words], 600);
    if (code !== 0) console.log(`== packages: ${one} could not be installed, going on without`);
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
process.on('exit', () => {
  for (const end of running) end();
  rmSync(folder, { recursive: true, force: true });
});

const from = performance.now();
await installPackages();
if (await perform({ ...step('setup', ['node', 'tools/setup.mjs']), limit: 900 })) {
  const left = [...STEPS];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      await perform(next, NICENESS);
    }
  };
  const others = Array.from({ length: availableParallelism() - 1 }, work);
  await Promise.all([perform(TIMED).then(work), ...others]);
}

console.log(`\nThe ${SLOWEST} slowest of ${files.length} files of tests:`);
files.sort((a, b) => b.seconds - a.seconds);
for (const { name, seconds } of files.slice(0, SLOWEST)) {
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
for (const name of skipped) console.log(`skipped: ${name}`);
for (const name of failures.slice(0, MOST_FAILURES)) console.log(`failed: ${name}`);
console.log(`${Math.round((performance.now() - from) / 1_000)} s, ${skipped.length} skipped`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
