// Every command line of the pages runs, in a folder like a clone, and prints what the page shows.
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { writeOwnFiles } from '../docs/own-files.js';
import {
  type Block,
  nameBlock,
  plain,
  readList,
  readPage,
  readPages,
  ROOT,
} from '../docs/pages.js';
import { PAGE as FIRST_LIVE_DAY } from './first-live-day.js';
import { type Ended, killStarted, runWeir, startWeir } from './weir.js';

/** Port that the pages name; the real one is free. */
const SHOWN_PORTS = /(?<=127\.0\.0\.1:)(?:8787|8788)/g;
/** What a page's run differs in from ours: npm's own words, setup, and lines of progress. */
const NOT_OURS = /^$|^> |^weir setup: |^added |\| risk ok$/;
/** Commands that print the same on every machine. */
const IS_EXACT = /^(?:npx weir (?:backtest|check|data|strategies|sweep)|node|curl) /;

const folder = mkdtempSync(join(tmpdir(), 'weir-pages-'));
cpSync(join(ROOT, 'config'), join(folder, 'config'), { recursive: true });
cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
symlinkSync(join(ROOT, 'dist'), join(folder, 'dist'));
writeOwnFiles(folder);
const paper = join(folder, 'config', 'paper.yaml');
writeFileSync(paper, readFileSync(paper, 'utf8').replace('speed: 10 ', 'speed: 40 '));

afterAll(() => {
  killStarted();
  rmSync(folder, { recursive: true });
});

let paperOutput: Promise<string> | undefined;
let port = '';

/** Runs one line as a reader would and gives all that it printed; it must end with 0. */
async function runLine(line: string): Promise<string> {
  if (line === 'npm start') return (paperOutput ??= runToEnd(['paper', 'config/paper.yaml'], {}));
  if (line.startsWith('npm ')) return checkScript(line);
  if (line.startsWith('node ')) return runNode(line.split(' ').slice(1));
  if (line.startsWith('curl ')) return fetchAs(line);
  const [, assignments = '', command = ''] = /^((?:\w+=\S+ )*)npx weir (.*)$/.exec(line) ?? [];
  if (command === '') throw new Error(`expected a command that this test knows, found ${line}`);
  const env = Object.fromEntries(
    assignments.split(' ').map((one) => one.split('=') as [string, string]),
  );
  const args = splitWords(command);
  switch (args[0]) {
    case 'simulate':
      return startSimulator(args, env);
    case 'watchdog':
      return startWatchdog(args, env);
    case 'resume':
      return resume(args, env);
    case 'drill':
      // A minute each, which test/process/drill.test.ts takes: here the words alone.
      return runToEnd([...args, '--help'], env);
    default:
      return args.includes('--resume') ? resumePaper(args, env) : runToEnd(args, env);
  }
}

async function runToEnd(
  args: readonly string[],
  env: Record<string, string>,
  expected = 0,
): Promise<string> {
  const { code, stdout, stderr } = await runAsked(args, env);
  expect(code, `${args.join(' ')}: ${stderr}`).toBe(expected);
  return `${stdout}\n${stderr}`;
}

/** What the commands that ask get typed. */
const TYPED: Readonly<Record<string, string>> = { flatten: 'flatten', resume: 'RC63' };

function runAsked(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  return runWeir(args, { cwd: folder, env, input: `${TYPED[args[0] ?? ''] ?? ''}\n` });
}

/** Words of a shell line, with or without quotes. */
function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}

/** As soon as the halt has held for its minute of session time. */
async function resume(args: readonly string[], env: Record<string, string>): Promise<string> {
  for (;;) {
    const { code, stdout, stderr } = await runAsked(args, env);
    if (code === 1 && /cool-down of 60 s: \d+ s/.test(stderr)) continue;
    expect(code, stderr).toBe(0);
    return `${stdout}\n${stderr}`;
  }
}

/** Watches until a signal. */
async function startWatchdog(
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const guard = startWeir(args, { cwd: folder, env });
  await guard.waitFor('stderr', /^watchdog: watching the bot of \S+ at \S+$/m);
  guard.signal('SIGTERM');
  const { code, stderr } = await guard.end();
  expect(code, stderr).toBe(0);
  return stderr;
}

/** A copy of the session goes on, so that the folder stays what `npm start` left. */
async function resumePaper(args: readonly string[], env: Record<string, string>): Promise<string> {
  await runLine('npm start');
  const [from = ''] = args.filter((word) => word.startsWith('sessions/'));
  const copy = `${from}-again`;
  cpSync(join(folder, from), join(folder, copy), { recursive: true });
  // Its parent is filled already, which the page says ends with 1.
  return runToEnd(
    args.map((word) => (word === from ? copy : word)),
    env,
    1,
  );
}

/** On a free port, ten times as fast unless its time stands still; later lines use that port. */
async function startSimulator(args: readonly string[], env: Record<string, string>) {
  const speed = args.includes('--speed') ? [] : ['--speed', '10'];
  const own = args.map((arg, index) => (args[index - 1] === '--port' ? '0' : arg));
  const simulator = startWeir([...own, ...speed], { cwd: folder, env });
  const [text, found = ''] = await simulator.waitFor('stdout', /^listening on \S+:(\d+)$/m);
  port = found;
  const named = readPages().flatMap((page) => page.blocks.flatMap(({ file }) => file ?? []));
  const programs = named.filter((file) => file.startsWith('own/') && file.endsWith('.mjs'));
  for (const file of ['config/run.yaml', ...programs]) {
    const original = file.startsWith('own')
      ? findOwn(file)
      : readFileSync(join(ROOT, file), 'utf8');
    writeFileSync(join(folder, file), original.replace(SHOWN_PORTS, port));
  }
  return text;
}

function findOwn(file: string): string {
  const blocks = readPages().flatMap((page) => page.blocks);
  return blocks.find((block) => block.file === file)?.text ?? '';
}

async function runNode(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  return stdout;
}

function checkScript(line: string): string {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  expect(Object.keys(scripts)).toContain(line.split(' ').at(-1));
  return '';
}

/** A line of curl with -s, -X, -H and -d. */
async function fetchAs(line: string): Promise<string> {
  const parts = splitWords(line);
  const after = (flag: string) => {
    const at = parts.indexOf(flag);
    return at < 0 ? undefined : parts[at + 1];
  };
  const headers = parts.flatMap((word, at) => (word === '-H' ? [parts[at + 1] ?? ''] : []));
  const url = (parts.at(-1) ?? '').replace(SHOWN_PORTS, port);
  const answer = await fetch(url, {
    method: after('-X') ?? 'GET',
    headers: Object.fromEntries(headers.map((text) => text.split(': '))),
    ...(after('-d') === undefined ? {} : { body: after('-d') ?? '' }),
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** A line with everything that differs between runs masked; of a table row its label. */
function toShape(line: string): string {
  const label = /^│ ([^│]*)│/.exec(line)?.[1];
  const masked = (label ?? line).replaceAll(/[0-9a-f]{32,}/g, 'HASH');
  return masked.replaceAll(/[-+]?\d[\d,.]*/g, '0').trim();
}

/** The text block below a block of commands, in the same section. */
function findOutputOf({ page, line }: Block): Block | undefined {
  const { blocks, text } = readPage(page);
  const next = blocks[blocks.findIndex((block) => block.line === line) + 1];
  if (next?.language !== 'text') return undefined;
  const between = text.split('\n').slice(line, next.line);
  return between.some((words) => words.startsWith('## ')) ? undefined : next;
}

describe('command lines and outputs shown in', () => {
  // That of the first live day needs a venue behind TLS: test/process/far-venue.test.ts runs it.
  const pages = readPages().filter(
    ({ blocks, name }) =>
      name !== FIRST_LIVE_DAY && blocks.some(({ language }) => language === 'sh'),
  );

  it.each(pages.map(({ name, blocks }) => [name, blocks] as const))('%s', async (_, blocks) => {
    for (const block of blocks.filter(({ language }) => language === 'sh')) {
      const lines = block.text.split('\n');
      const outputs: string[] = [];
      for (const line of lines) outputs.push(await runLine(line));
      const shown = findOutputOf(block)?.text ?? '';
      const isExact = lines.every((line) => IS_EXACT.test(line) || line.includes(' simulate '));
      const toText = (line: string) => (isExact ? line.replace(/-\d+(?=\/)/, '') : toShape(line));
      const found = new Set(outputs.join('\n').split('\n').map(toText));
      const missing = shown.split('\n').filter((line) => !NOT_OURS.test(line));
      const message = `${nameBlock(block)}: run \`node test/docs/refresh.mjs\` if this is right`;
      expect(
        missing.filter((line) => !found.has(toText(line))),
        message,
      ).toEqual([]);
    }
  });
});

describe('pages about sessions', () => {
  it('pages show the output of Ctrl-C', async () => {
    const session = startWeir(['paper', 'config/paper.yaml'], { cwd: folder });
    await session.waitFor('stderr', /slice \d/);
    session.signal('SIGINT');
    const { code, stderr } = await session.end();
    const { blocks } = readPage('docs/live-operations.md');
    const shown = blocks.find(({ text }) => text.startsWith('SIGINT'))?.text ?? 'a block';
    expect(code).toBe(0);
    for (const line of shown.split('\n')) expect(stderr).toContain(line);
  });

  it('pages list the files of a session folder', async () => {
    await runLine('npm start');
    const entries = readList(readPage('docs/replay.md'), '## What a session folder holds');
    const stated = entries
      .flatMap(([head]) => plain(head).split(', '))
      .map((x) => x.replace('/', ''));
    const found = readdirSync(join(folder, 'sessions', 'paper-1'));
    // Former runs are there after `--resume` alone.
    expect(stated.filter((name) => name !== 'epoch-N').toSorted()).toEqual(found.toSorted());
  });
});
