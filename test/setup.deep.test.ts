// tools/setup.mjs in small checkouts of its own, with the real compiler and no network.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const made: string[] = [];

interface Ended {
  readonly status: number | null;
  readonly said: string;
}

afterEach(() => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** A checkout with one command and this checkout's packages. */
function makeCheckout(): string {
  const folder = fs.mkdtempSync(join(tmpdir(), 'weir-setup-'));
  made.push(folder);
  for (const name of ['assets', 'runs']) {
    fs.mkdirSync(join(folder, 'src', 'cli', name), { recursive: true });
  }
  fs.cpSync(join(ROOT, 'tools', 'setup'), join(folder, 'tools', 'setup'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'tools/setup.mjs']) {
    fs.copyFileSync(join(ROOT, file), join(folder, file));
  }
  fs.copyFileSync(join(ROOT, 'tsconfig.build.json'), join(folder, 'tsconfig.build.json'));
  fs.mkdirSync(join(folder, 'config'));
  fs.copyFileSync(join(ROOT, 'config', 'policy.yaml'), join(folder, 'config', 'policy.yaml'));
  fs.symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  fs.writeFileSync(join(folder, 'src', 'cli', 'assets', 'page.html'), '<p>page</p>');
  writeCommand(folder, "process.stdout.write('one');");
  return folder;
}

function writeCommand(folder: string, code: string): void {
  fs.writeFileSync(join(folder, 'src', 'cli', 'main.ts'), `#!/usr/bin/env node\n${code}\n`);
}

function runSetup(folder: string, mode = '', environment: Record<string, string> = {}): Ended {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['tools/setup.mjs', mode], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  expect(stdout).toBe('');
  return { status, said: stderr };
}

function startSetup(folder: string): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['tools/setup.mjs'], { cwd: folder });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('close', (status) => {
      resolve({ status, said });
    });
  });
}

function readFirst(child: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve) => {
    child.stderr.once('data', (chunk: Buffer) => {
      resolve(chunk.toString());
    });
  });
}

/** What the built command prints. */
function runCommand(folder: string, ...words: readonly string[]): string {
  return spawnSync(join(folder, 'dist/src/cli/main.js'), words, { encoding: 'utf8' }).stdout;
}

/** Every path below the folder with its time of change, without packages. */
function snapshot(folder: string): readonly string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .concat('.')
    .filter((path) => !path.startsWith('node_modules'))
    .map((path) => `${path} ${String(fs.lstatSync(join(folder, path)).mtimeMs)}`)
    .sort();
}

/** Id of a process that has ended. */
function findDeadProcess(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

function leaveLock(folder: string, owner: number): void {
  fs.mkdirSync(join(folder, '.setup-lock'));
  fs.writeFileSync(join(folder, '.setup-lock', 'owner'), String(owner));
}

it('build makes a command that runs, with its assets beside it, and nothing else', () => {
  const folder = makeCheckout();
  const before = fs.readdirSync(folder);
  expect(runSetup(folder)).toEqual({ status: 0, said: 'weir setup: building dist\n' });
  expect(runCommand(folder)).toBe('one');
  const page = fs.readFileSync(join(folder, 'dist/src/cli/assets/page.html'), 'utf8');
  expect(page).toBe('<p>page</p>');
  expect(fs.readdirSync(folder).sort()).toEqual([...before, 'dist'].sort());
});

it('build writes nothing when all is up to date', () => {
  const folder = makeCheckout();
  runSetup(folder);
  const before = snapshot(folder);
  expect(runSetup(folder)).toEqual({ status: 0, said: '' });
  expect(snapshot(folder)).toEqual(before);
});

it('build treats a copy of the checkout as up to date, whatever its times', () => {
  const folder = makeCheckout();
  runSetup(folder);
  const copy = fs.mkdtempSync(join(tmpdir(), 'weir-setup-'));
  made.push(copy);
  fs.cpSync(folder, copy, { recursive: true });
  expect(runSetup(copy)).toEqual({ status: 0, said: '' });
});

it('build runs again after a change of a source or of an asset, and on demand', () => {
  const folder = makeCheckout();
  runSetup(folder);
  writeCommand(folder, "process.stdout.write('two');");
  expect(runSetup(folder).said).toContain('building');
  expect(runCommand(folder)).toBe('two');
  fs.writeFileSync(join(folder, 'src/cli/assets/page.html'), '<p>other</p>');
  expect(runSetup(folder).said).toContain('building');
  expect(runSetup(folder, 'build').said).toContain('building');
  expect(runSetup(folder).said).toBe('');
});

it('build removes the output of a deleted source', () => {
  const folder = makeCheckout();
  fs.writeFileSync(join(folder, 'src', 'old.ts'), 'export const old = 1;\n');
  runSetup(folder);
  fs.rmSync(join(folder, 'src', 'old.ts'));
  runSetup(folder);
  expect(fs.readdirSync(join(folder, 'dist', 'src'))).toEqual(['cli']);
});

/** A checkout whose command is Weir's own entry, over a module that loads another. */
function makeBundledCheckout(): string {
  const folder = makeCheckout();
  const at = (file: string) => join(folder, 'src', 'cli', file);
  for (const file of ['main.ts', 'start.cts']) {
    fs.copyFileSync(join(ROOT, 'src', 'cli', file), at(file));
  }
  fs.writeFileSync(at('name.ts'), "export const name = 'one file';\n");
  fs.writeFileSync(
    at('exit.ts'),
    `export async function runToExitCode(words: readonly string[]): Promise<number> {
  const { name } = await import('./name.js');
  const isStrict = (function (this: unknown) { return this === undefined; })();
  process.stdout.write([name, ...words, String(isStrict), import.meta.url].join(' '));
  return 7;
}
`,
  );
  return folder;
}

it('build makes one file of the commands, which runs without its modules', () => {
  const folder = makeBundledCheckout();
  expect(runSetup(folder)).toEqual({ status: 0, said: 'weir setup: building dist\n' });
  const exit = join(folder, 'dist/src/cli/exit.js');
  fs.rmSync(exit);
  fs.rmSync(join(folder, 'dist/src/cli/name.js'));
  const run = () => {
    const [one, other] = ['main.js', 'start.cjs'].map((name) => {
      const command = join(folder, 'dist/src/cli', name);
      const { status, stdout, stderr } = spawnSync(command, ['a', 'b'], { encoding: 'utf8' });
      return { status, stdout, stderr };
    });
    expect(one).toEqual(other);
    return one;
  };
  const ended = {
    status: 7,
    stdout: `one file a b true ${pathToFileURL(exit).href}`,
    stderr: '',
  };
  expect(run()).toEqual(ended);
  const cache = join(folder, 'dist/weir.cjs.cache');
  for (const content of ['', 'not of any engine', fs.readFileSync(cache).subarray(0, -100)]) {
    fs.writeFileSync(cache, content);
    expect(run()).toEqual(ended);
  }
  fs.rmSync(cache);
  expect(run()).toEqual(ended);
});

it('build starts of a folder only the files that define what is imported', () => {
  const folder = makeBundledCheckout();
  const write = (file: string, code: string) => {
    fs.mkdirSync(join(folder, 'src', 'part'), { recursive: true });
    fs.writeFileSync(join(folder, 'src', file), code);
  };
  const start = (name: string) => `process.stdout.write('${name} ');\nexport const ${name} = 1;\n`;
  for (const name of ['one', 'two', 'three']) write(`part/${name}.ts`, start(name));
  write(
    'part/index.ts',
    "// A list.\nexport { one as first } from './one.js';\nexport { two } from './two.js';\n",
  );
  fs.mkdirSync(join(folder, 'src', 'other'));
  write('other/index.ts', "export { three } from '../part/three.js';\nexport const more = 2;\n");
  write(
    'cli/name.ts',
    "import { two } from '../part/index.js';\nexport const name = String(two);\n",
  );
  write(
    'cli/exit.ts',
    `import { first as uno } from '../part/index.js';
import { more } from '../other/index.js';
export async function runToExitCode(): Promise<number> {
  process.stdout.write(String(uno + more) + ' ');
  await import('./name.js');
  return 0;
}
`,
  );
  runSetup(folder);
  expect(runCommand(folder)).toBe('one three 3 two ');
});

/** The hash of every built file; without what the engine compiled and its hash in the manifest. */
function hashBuilt(folder: string): ReadonlyMap<string, string> {
  const dist = join(folder, 'dist');
  const files = fs
    .readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => fs.statSync(join(dist, file)).isFile() && !file.endsWith('.cache'))
    .sort();
  const hash = (file: string) => {
    const lines = fs.readFileSync(join(dist, file), 'latin1').split('\n');
    const own = lines.filter((line) => !line.includes('.cache": "'));
    return createHash('sha256').update(own.join('\n')).digest('hex');
  };
  return new Map(files.map((file) => [file, hash(file)]));
}

it('build makes equal files wherever it runs, byte by byte, except for engine caches', () => {
  const folder = makeBundledCheckout();
  const name = "import yargs from 'yargs';\nexport const name = String(yargs([]).parsed);\n";
  fs.writeFileSync(join(folder, 'src/cli/name.ts'), name);
  const deeper = join(makeCheckout(), 'some', 'where');
  fs.cpSync(folder, deeper, { recursive: true });
  for (const checkout of [folder, deeper]) expect(runSetup(checkout, 'build').status).toBe(0);
  const built = hashBuilt(folder);
  expect([...built.keys()]).toEqual(expect.arrayContaining(['manifest.json', 'weir.cjs']));
  expect(hashBuilt(deeper)).toEqual(built);
  // With the terms of the packages that are in it, and the hashes of those that are not.
  const text = (file: string) => fs.readFileSync(join(folder, 'dist', file), 'utf8');
  expect(text('THIRD-PARTY.txt')).toMatch(
    /^yargs 18\.\S+ \(MIT\)\n[^=]*Permission is hereby granted/m,
  );
  expect(text('THIRD-PARTY.txt')).not.toMatch(/^rxjs /m);
  expect(Object.keys(JSON.parse(text('packages.json')) as object)).toContain('esbuild');
});

it('build lists the packages that Weir runs with, and none for developers only', () => {
  const folder = makeCheckout();
  const { status } = spawnSync(process.execPath, ['tools/setup/sbom.mjs'], { cwd: folder });
  expect(status).toBe(0);
  const text = fs.readFileSync(join(folder, 'sbom.cdx.json'), 'utf8');
  const { components } = JSON.parse(text) as { components: { name: string }[] };
  const names = components.map(({ name }) => name);
  // rxjs and esbuild are needed by development packages too.
  expect(names).toEqual(expect.arrayContaining(['esbuild', 'rxjs', 'undici', 'yaml', 'zod']));
  expect(names.filter((name) => /^(?:eslint|vitest|prettier)$/.test(name))).toEqual([]);
});

it('build gives a command with a fast start a file without the other commands', () => {
  const folder = makeBundledCheckout();
  const write = (name: string, code: string) => {
    fs.writeFileSync(join(folder, 'src', 'cli', `${name}.ts`), code);
  };
  for (const name of ['backtest', 'journal']) {
    write(`runs/${name}`, `export const it = 'it is ${name}';\n`);
  }
  write(
    'exit',
    `export async function runToExitCode([word]: readonly string[]): Promise<number> {
  const { it } = word === 'journal' ? await import('./runs/journal.js')
    : await import('./runs/backtest.js');
  process.stdout.write(it);
  return 0;
}
`,
  );
  runSetup(folder);
  const dist = (name: string) => join(folder, 'dist', name);
  expect(fs.readFileSync(dist('weir-backtest.cjs'), 'utf8')).not.toContain('it is journal');
  expect(runCommand(folder, 'journal')).toBe('it is journal');
  expect(runCommand(folder, 'backtest')).toBe('it is backtest');
  fs.rmSync(dist('weir.cjs'));
  expect(runCommand(folder, 'backtest')).toBe('it is backtest');
});

it('build omits only descriptions of schemas from the file of one command', () => {
  const folder = makeBundledCheckout();
  const code = `import { z } from 'zod';
const word = z.string();
const limit = (most: number, what: string) => z.number().max(most).describe(what);
const row = z.object({ word: word.describe('of pages'), limit: limit(3, 'most') }).describe('r');
const disk = { describe: (path: string) => 'file ' + path };
export const it = [
  row.safeParse({ word: 'a', limit: 4 }).success,
  row.safeParse({ word: 'a', limit: 3 }).success,
  row.shape.word.description ?? 'plain',
  disk.describe(String('of disk')),
].join();
`;
  fs.writeFileSync(join(folder, 'src', 'cli', 'runs', 'backtest.ts'), code);
  fs.writeFileSync(
    join(folder, 'src', 'cli', 'exit.ts'),
    `export async function runToExitCode(): Promise<number> {
  process.stdout.write((await import('./runs/backtest.js')).it);
  return 0;
}
`,
  );
  runSetup(folder);
  expect(runCommand(folder, 'backtest')).toBe('false,true,plain,file of disk');
  expect(runCommand(folder, 'other')).toBe('false,true,of pages,file of disk');
});

it('build keeps what this engine compiled, so that the engine uses it again', () => {
  const folder = makeBundledCheckout();
  runSetup(folder);
  const file = JSON.stringify(join(folder, 'dist/weir.cjs'));
  const load =
    `const { readFileSync } = require('node:fs'); const source = readFileSync(${file}, 'latin1');` +
    `const cachedData = readFileSync(${file} + '.cache');` +
    `console.log(new vm.Script(source, { filename: ${file}, cachedData }).cachedDataRejected)`;
  const { stdout } = spawnSync(process.execPath, ['--eval', load], { encoding: 'utf8' });
  expect(stdout).toBe('false\n');
});

it('build leaves dist unchanged when the sources do not compile', () => {
  const folder = makeCheckout();
  runSetup(folder);
  writeCommand(folder, "const wrong: number = 'two'; process.stdout.write(String(wrong));");
  const { status, said } = runSetup(folder);
  expect(status).toBe(1);
  expect(said).toContain('src/cli/main.ts(2,7): error TS2322');
  expect(said).toContain('the sources do not compile (errors above); dist is left as it was\n');
  expect(runCommand(folder)).toBe('one');
  expect(fs.readdirSync(folder).filter((name) => /lock$|^dist\./.test(name))).toEqual([]);
});

it('build runs once when two terminals start it at once', async () => {
  const folder = makeCheckout();
  const ended = await Promise.all([1, 2, 3].map(() => startSetup(folder)));
  expect(ended.map(({ status }) => status)).toEqual([0, 0, 0]);
  expect(ended.filter(({ said }) => said.includes('building dist'))).toHaveLength(1);
  expect(runCommand(folder)).toBe('one');
  expect(fs.existsSync(join(folder, '.setup-lock'))).toBe(false);
});

it('build takes over once from a process that died with the lock', async () => {
  const folder = makeCheckout();
  leaveLock(folder, findDeadProcess());
  fs.mkdirSync(join(folder, 'dist.new-1'));
  const ended = await Promise.all([1, 2, 3].map(() => startSetup(folder)));
  expect(ended.map(({ status }) => status)).toEqual([0, 0, 0]);
  expect(ended.filter(({ said }) => said.includes('taking over from process'))).toHaveLength(1);
  expect(ended.filter(({ said }) => said.includes('building dist'))).toHaveLength(1);
  expect(fs.existsSync(join(folder, 'dist.new-1'))).toBe(false);
});

it('build takes over a lock whose maker died before naming itself', () => {
  const folder = makeCheckout();
  fs.mkdirSync(join(folder, '.setup-lock'));
  fs.utimesSync(join(folder, '.setup-lock'), 1, 1);
  const { status, said } = runSetup(folder);
  expect(status).toBe(0);
  expect(said).toContain('taking over from process nobody');
});

it('build leaves a dead lock to the process that is already taking it over', async () => {
  const folder = makeCheckout();
  const dead = findDeadProcess();
  leaveLock(folder, dead);
  fs.mkdirSync(join(folder, '.setup-lock', `after-${String(dead)}`));
  const child = spawn(process.execPath, ['tools/setup.mjs'], { cwd: folder });
  expect(await readFirst(child)).toContain(`waiting for process ${String(dead)}`);
  child.kill();
});

it('build waits for a process that lives', async () => {
  const folder = makeCheckout();
  const other = spawn(process.execPath, ['--eval', 'process.stdin.resume()']);
  leaveLock(folder, other.pid ?? 0);
  const child = spawn(process.execPath, ['tools/setup.mjs'], { cwd: folder });
  expect(await readFirst(child)).toBe(
    `weir setup: waiting for process ${String(other.pid)}, up to 10 minutes\n`,
  );
  expect(fs.existsSync(join(folder, 'dist'))).toBe(false);
  const status = new Promise((resolve) => child.on('close', resolve));
  other.kill();
  expect(await status).toBe(0);
  expect(runCommand(folder)).toBe('one');
});

/** An environment with an npm that only says what it was asked for. */
function makeTalkingNpm(folder: string): Record<string, string> {
  fs.mkdirSync(join(folder, 'bin'));
  fs.writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\necho "npm $*"\nexit 7\n', { mode: 0o755 });
  return { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` };
}

it.each([
  ['is missing', 'nothing', 'node_modules is missing or was not made by npm'],
  ['lacks a package', 'less', 'node_modules/rxjs: expected VERSION, found nothing'],
  ['has another version', 'other', 'node_modules/rxjs: expected VERSION, found 0.0.1'],
  ['has an extra package', 'more', 'node_modules/left: expected nothing, found 1.0.0'],
])('setup installs as locked when node_modules %s', (_, state, reason) => {
  const folder = makeCheckout();
  const file = join(folder, 'node_modules', '.package-lock.json');
  const lock = JSON.parse(fs.readFileSync(file, 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const locked = lock.packages['node_modules/rxjs']!.version;
  if (state === 'less') delete lock.packages['node_modules/rxjs'];
  if (state === 'other') lock.packages['node_modules/rxjs'] = { version: '0.0.1' };
  if (state === 'more') lock.packages['node_modules/left'] = { version: '1.0.0' };
  fs.rmSync(join(folder, 'node_modules'));
  if (state !== 'nothing') {
    fs.mkdirSync(join(folder, 'node_modules'));
    fs.writeFileSync(file, JSON.stringify(lock));
  }
  expect(runSetup(folder, '', makeTalkingNpm(folder))).toEqual({
    status: 1,
    said:
      'weir setup: this takes about two minutes, once: packages are installed, ' +
      'then dist is built\n' +
      `weir setup: installing packages with npm ci (${reason.replace('VERSION', locked)})\n` +
      'npm ci --ignore-scripts --include=dev\n' +
      'weir setup: expected npm ci to end with 0, found 7\n',
  });
  expect(fs.existsSync(join(folder, '.setup-lock'))).toBe(false);
});

it('setup installs nothing through a link to the packages of another checkout', () => {
  const folder = makeCheckout();
  const other = join(folder, 'other');
  fs.mkdirSync(other);
  fs.rmSync(join(folder, 'node_modules'));
  fs.symlinkSync(other, join(folder, 'node_modules'));
  expect(runSetup(folder, '', makeTalkingNpm(folder))).toEqual({
    status: 1,
    said:
      'weir setup: packages are to be installed (node_modules is missing or was not made by ' +
      'npm); expected node_modules to be a folder of this checkout, found a symbolic link to ' +
      `${other}: bring that checkout up to date, or remove the link and run this again\n`,
  });
  expect(fs.existsSync(other)).toBe(true);
  expect(fs.existsSync(join(folder, '.setup-lock'))).toBe(false);
});

it('setup builds nothing at the end of an install without the compiler', () => {
  const folder = makeCheckout();
  fs.rmSync(join(folder, 'node_modules'));
  const said = 'weir setup: the compiler is not installed, so dist is not built\n';
  expect(runSetup(folder, 'prepare')).toEqual({ status: 0, said });
});

it('setup names the Node that it needs and the one that it found', () => {
  const folder = makeCheckout();
  fs.writeFileSync(join(folder, 'package.json'), '{ "engines": { "node": ">=999.1.0" } }');
  const { status, said } = runSetup(folder);
  expect(status).toBe(1);
  expect(said).toBe(
    `weir setup: Weir needs Node 999.1 or newer, found ${process.version} (${process.execPath})\n`,
  );
});
