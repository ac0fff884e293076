// Makes a checkout ready to run: installs the locked packages and builds dist, where needed.
//
//   node tools/setup.mjs          install when node_modules is not as locked, build when dist is old
//   node tools/setup.mjs build    the same, but build in any case
//   node tools/setup.mjs prepare  build when old, never install: npm runs it at the end of `npm ci`
//
// Plain Node without packages, because it runs before there are any. Writes nothing when all is up
// to date, so a read-only checkout works. Two at once are safe: one works, the other waits for it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = path.join(ROOT, 'dist');
const STAMP = path.join(DIST, '.stamp');
const COMPILER = path.join(ROOT, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
const SOURCE_FOLDERS = ['src', 'strategies', 'backtest', 'tools'];
const BUNDLER = path.join(ROOT, 'tools', 'setup', 'bundle.mjs');
const BUILD_FILES = [
  ...['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
  ...['tools/setup.mjs', 'tools/setup/bundle.mjs', 'tools/setup/code-cache.mjs'],
  ...['tools/setup/direct-imports.mjs', 'tools/setup/known-texts.mjs', 'tools/setup/manifest.mjs'],
  ...['tools/setup/third-party.mjs', 'tools/setup/without-descriptions.mjs'],
  'config/policy.yaml',
];

const LOCK = path.join(ROOT, '.setup-lock');
const OWNER = path.join(LOCK, 'owner');
/** Longest wait for another terminal's setup. */
const LOCK_WAIT_MINUTES = 10;
/** A lock that still names no owner after this long was left by a process that died. */
const OWNERLESS_SECONDS = 10;
const PROGRESS_SECONDS = 15;

/** What a person can mend; printed without a stack. */
class SetupError extends Error {}

function say(text) {
  process.stderr.write(`weir setup: ${text}\n`);
}

function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

function assertNodeVersion() {
  const { engines } = readJson(path.join(ROOT, 'package.json'));
  const [, major, minor] = /^>=(\d+)\.(\d+)/.exec(engines.node).map(Number);
  const [foundMajor, foundMinor] = process.versions.node.split('.').map(Number);
  if (foundMajor > major || (foundMajor === major && foundMinor >= minor)) return;
  throw new SetupError(
    `Weir needs Node ${major}.${minor} or newer, found ${process.version} (${process.execPath})`,
  );
}

/** Why node_modules is not what package-lock.json asks for, or undefined when it is. */
function findInstallReason() {
  const installedFile = path.join(ROOT, 'node_modules', '.package-lock.json');
  if (!fs.existsSync(installedFile)) return 'node_modules is missing or was not made by npm';
  const wanted = readJson(path.join(ROOT, 'package-lock.json')).packages;
  const installed = readJson(installedFile).packages;
  for (const [name, { version, integrity }] of Object.entries(installed)) {
    const want = wanted[name];
    if (want?.version !== version || want.integrity !== integrity) {
      return `${name}: expected ${want?.version ?? 'nothing'}, found ${version}`;
    }
  }
  for (const [name, want] of Object.entries(wanted)) {
    // Optional packages are those of other platforms; npm ci leaves extraneous ones out.
    const isRequired = name !== '' && !want.optional && !want.devOptional && !want.extraneous;
    if (isRequired && installed[name] === undefined) {
      return `${name}: expected ${want.version}, found nothing`;
    }
  }
  return undefined;
}

async function install(reason) {
  assertOwnPackages(reason);
  say('this takes about two minutes, once: packages are installed, then dist is built');
  say(`installing packages with npm ci (${reason})`);
  // Development packages hold the compiler: without --include, NODE_ENV=production leaves them out.
  const words = ['ci', '--ignore-scripts', '--include=dev'];
  const end = await run('npm', words, 'installing packages', process.platform === 'win32');
  if (end !== 0) throw new SetupError(`expected npm ci to end with 0, found ${end}`);
}

/** Runs a command to its end, and says now and then that it goes on; its exit code, or its fault. */
async function run(file, words, what, shell = false) {
  const from = Date.now();
  const progress = setInterval(() => {
    say(`${what}, ${Math.round((Date.now() - from) / 1000)} s so far`);
  }, PROGRESS_SECONDS * 1000);
  try {
    return await new Promise((resolve) => {
      const child = spawn(file, words, { cwd: ROOT, stdio: ['ignore', 2, 2], shell });
      child.on('error', (error) => resolve(error.message));
      child.on('exit', (code, signal) => resolve(code ?? signal));
    });
  } finally {
    clearInterval(progress);
  }
}

/** npm ci empties node_modules first: through a link it would empty another checkout's. */
function assertOwnPackages(reason) {
  const folder = path.join(ROOT, 'node_modules');
  if (!fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new SetupError(
    `packages are to be installed (${reason}); expected node_modules to be a folder of this ` +
      `checkout, found a symbolic link to ${fs.readlinkSync(folder)}: bring that checkout up to ` +
      'date, or remove the link and run this again',
  );
}

/** Paths, relative to the root, of what a build reads: sources and everything in assets folders. */
function listSources() {
  const found = SOURCE_FOLDERS.flatMap((folder) =>
    fs.existsSync(path.join(ROOT, folder))
      ? fs
          .readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
      : [],
  );
  return found.filter((file) => /\.c?ts$/.test(file) || isAsset(file)).sort();
}

function isAsset(file) {
  return path.dirname(file).split(path.sep).includes('assets');
}

/** Hash over contents and not times: a copy or a fresh clone with its dist stays up to date. */
function hashSources() {
  const hash = createHash('sha256');
  for (const file of [...BUILD_FILES, ...listSources()]) {
    const content = fs.readFileSync(path.join(ROOT, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function isBuilt() {
  return readIfThere(STAMP) === hashSources();
}

/** Builds beside dist and swaps by rename, so that no other terminal ever sees half a dist. */
async function build() {
  say('building dist');
  for (const name of fs.readdirSync(ROOT)) {
    if (/^dist\.(new|old)-\d+$/.test(name)) remove(path.join(ROOT, name));
  }
  const hash = hashSources();
  const fresh = `${DIST}.new-${process.pid}`;
  fs.mkdirSync(fresh);
  // Keeps a build that is killed here out of git's sight.
  fs.writeFileSync(path.join(fresh, '.gitignore'), '*\n');
  const compile = [COMPILER, '-p', 'tsconfig.build.json', '--outDir', fresh];
  await runStep(compile, fresh, 'the sources do not compile');
  copyAssets(fresh);
  for (const name of ['main.js', 'start.cjs']) {
    const command = path.join(fresh, 'src', 'cli', name);
    if (fs.existsSync(command)) fs.chmodSync(command, 0o755);
  }
  if (fs.existsSync(path.join(fresh, 'src', 'cli', 'exit.js'))) {
    await runStep([BUNDLER, fresh], fresh, 'dist could not be made one file');
  }
  fs.writeFileSync(path.join(fresh, '.stamp'), hash);
  fs.rmSync(path.join(fresh, '.gitignore'));
  swap(fresh);
}

async function runStep(words, fresh, complaint) {
  if ((await run(process.execPath, words, 'building dist')) === 0) return;
  remove(fresh);
  throw new SetupError(`${complaint} (errors above); dist is left as it was`);
}

function copyAssets(fresh) {
  for (const file of listSources().filter(isAsset)) {
    fs.mkdirSync(path.join(fresh, path.dirname(file)), { recursive: true });
    fs.copyFileSync(path.join(ROOT, file), path.join(fresh, file));
  }
}

function swap(fresh) {
  const old = `${DIST}.old-${process.pid}`;
  if (fs.existsSync(DIST)) fs.renameSync(DIST, old);
  fs.renameSync(fresh, DIST);
  remove(old);
}

function remove(directory) {
  fs.rmSync(directory, { recursive: true, force: true });
}

/** The process id in the lock, `nobody` when its maker died before writing it, else undefined. */
function readOwner() {
  const text = readIfThere(OWNER);
  if (text) return text;
  const made = fs.statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return Date.now() - made > OWNERLESS_SECONDS * 1000 ? 'nobody' : undefined;
}

function isAlive(owner) {
  if (owner === undefined) return true;
  // Our own id in a lock that we do not hold: an earlier process with the same id.
  if (owner === 'nobody' || owner === String(process.pid)) return false;
  try {
    process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function tryCreateLock() {
  try {
    fs.mkdirSync(LOCK);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new SetupError(
      `dist or node_modules is out of date; expected a writable ${ROOT}, found ${error.code}`,
    );
  }
  fs.writeFileSync(OWNER, String(process.pid));
  return true;
}

/** Takes a dead process's lock. Of several that try, the one that makes the marker wins. */
function tryTakeOver() {
  const owner = readOwner();
  if (isAlive(owner)) return false;
  try {
    fs.mkdirSync(path.join(LOCK, `after-${owner}`));
  } catch {
    return false;
  }
  // The marker may have landed in a later owner's lock.
  if ((readIfThere(OWNER) || 'nobody') !== owner) return false;
  fs.writeFileSync(OWNER, String(process.pid));
  say(`taking over from process ${owner}, which ended without finishing`);
  return true;
}

async function acquireLock() {
  const giveUpAt = Date.now() + LOCK_WAIT_MINUTES * 60_000;
  for (let turn = 0; !tryCreateLock() && !tryTakeOver(); turn += 1) {
    if (turn === 2) {
      say(`waiting for process ${readOwner() ?? '(unknown)'}, up to ${LOCK_WAIT_MINUTES} minutes`);
    }
    if (Date.now() > giveUpAt) {
      throw new SetupError(
        `expected another setup to end within ${LOCK_WAIT_MINUTES} minutes, found ${LOCK} still ` +
          `held by process ${readOwner() ?? '(unknown)'}; if none runs, remove that directory`,
      );
    }
    await sleep(100);
  }
}

/** Renames before deleting: a waiter sees the whole lock or none. */
function releaseLock() {
  const gone = `${LOCK}.${process.pid}`;
  fs.renameSync(LOCK, gone);
  remove(gone);
}

async function main(mode) {
  assertNodeVersion();
  const mayInstall = mode !== 'prepare';
  if (mode === 'prepare' && !fs.existsSync(COMPILER)) {
    say('the compiler is not installed, so dist is not built');
    return;
  }
  if (mode !== 'build' && isBuilt() && !(mayInstall && findInstallReason())) return;
  await acquireLock();
  try {
    const reason = mayInstall ? findInstallReason() : undefined;
    if (reason !== undefined) await install(reason);
    if (mode === 'build' || !isBuilt()) await build();
  } finally {
    releaseLock();
  }
}

try {
  await main(process.argv[2]);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
