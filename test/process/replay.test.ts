// `weir replay` over the journal of a real session: the same digest, or the first difference.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copySession, parseLines, readLines, rechain, writeLines } from './journal-file.js';
import { type Ended, runWeir } from './weir.js';
import { cleanUp, makeSession, type Workspace } from './workspace.js';

let workspace: Workspace;
let digest = '';
let copies = 0;

beforeAll(async () => {
  workspace = makeSession();
  const args = ['paper', 'session.yaml', '--out', 'out', '--json'];
  const { code, stdout } = await runWeir(args, { cwd: workspace.dir });
  expect(code).toBe(0);
  digest = (JSON.parse(stdout) as { digest: string }).digest;
});
afterAll(cleanUp);

/** A copy of the session, with its journal's lines changed. */
function copy(change: (lines: readonly string[]) => readonly string[] = (lines) => lines): string {
  copies += 1;
  const session = copySession(workspace.path('out'), workspace.path(`copy-${String(copies)}`));
  writeLines(session, change(readLines(session)));
  return session;
}

function replay(session: string, ...args: readonly string[]): Promise<Ended> {
  return runWeir(['replay', session, ...args], { cwd: workspace.dir });
}

/** Replaces a text in one line, which must hold it. */
function edit(index: number, from: string | RegExp, to: string) {
  return (lines: readonly string[]) => {
    const line = lines[index]!;
    expect(line).toMatch(from);
    return lines.with(index, line.replace(from, to));
  };
}

const OUTPUTS = [
  ...['command', 'send-start', 'refused', 'parent', 'note', 'fill', 'halt', 'end'],
  ...['alert', 'ask'],
];
/** Index of the header: the record after the one that begins the epoch. */
const HEADER_AT = 1;

/**
 * Indexes of the input that made the nth command, and of the rate that it was made by: the last one
 * before that input, for a timer that is due fires before the rate that comes at its time.
 */
function findCause(
  nth: number,
  type = 'command',
): { readonly rate: number; readonly cause: number } {
  const records = parseLines(readLines(workspace.path('out')));
  const command = records.flatMap((one, index) => (one.type === type ? [index] : []))[nth]!;
  const cause = records.slice(0, command).findLastIndex(({ type }) => !OUTPUTS.includes(type));
  return { rate: records.slice(0, cause).findLastIndex(({ type }) => type === 'rate'), cause };
}

/** Moves the offer of a rate by a pip. */
function moveRate(index: number) {
  const { data } = parseLines(readLines(workspace.path('out')))[index]!;
  const found = data.offerTicks;
  return edit(index, `"offerTicks":${found}`, `"offerTicks":${found + 10}`);
}

it('replay reproduces every output and the digest', async () => {
  const { code, stdout, stderr } = await replay(copy());
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toContain(`\ndigest ${digest}\n`);
  expect(stdout).toMatch(/inputs \d{2,}, outputs equal 18, regenerated 0\n/);
});

it('replay prints one JSON document with --json and writes a report with --out', async () => {
  const out = workspace.path('replayed');
  const { code, stdout } = await replay(copy(), '--json', '--out', out);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ mode: 'replay', digest, compared: 18 });
  expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toMatchObject({ digest });
});

it('replay accepts a journal without its session folder', async () => {
  const session = copy();
  for (const name of ['config.yaml', 'strategies', 'summary.json', 'report.html']) {
    rmSync(join(session, name), { recursive: true });
  }
  const { code, stderr, stdout } = await replay(session);
  expect([code, stderr]).toEqual([0, expect.stringContaining('summary.json does not exist')]);
  expect(stdout).toContain(`\ndigest ${digest}\n`);
});

it('replay regenerates the commands when they are removed', async () => {
  const outputs = /"type":"(?:command|send-start)"/;
  const { code, stdout } = await replay(copy((all) => all.filter((line) => !outputs.test(line))));
  expect(code).toBe(0);
  expect(stdout).toContain(`outputs equal 8, regenerated 10\ndigest ${digest}\n`);
});

it('replay names the record whose rate was changed', async () => {
  const { rate } = findCause(2);
  const { code, stderr } = await replay(copy(moveRate(rate)));
  expect(code).toBe(1);
  expect(stderr).toContain(`000001.jsonl:${rate + 1}: `);
  expect(stderr).toContain('the line was changed (journal.bad-hash)');
});

it('replay names the first command that a re-chained, changed rate causes', async () => {
  const { rate, cause } = findCause(2);
  const { code, stderr } = await replay(copy((lines) => rechain(moveRate(rate)(lines))));
  expect(code).toBe(1);
  expect(stderr).toMatch(/first difference after \w+ \(seq \d+\) at 2026-07-13T12:0\d:/);
  expect(stderr).toContain(`(seq ${cause + 1}) at `);
  expect(stderr).toMatch(/expected command \{"at":\d+,"kind":"place"/);
});

it('replay compares a re-chained journal with the head in the summary', async () => {
  // A rate long before the first command changes no output: only the hashes show it.
  const first = parseLines(readLines(workspace.path('out'))).findIndex(
    ({ type }) => type === 'rate',
  );
  const { code, stderr } = await replay(copy((lines) => rechain(moveRate(first)(lines))));
  expect(code).toBe(1);
  expect(stderr).toMatch(/summary\.json: expected journalHead [0-9a-f]{64}, found [0-9a-f]{64}/);
});

it('replay names the first command that a changed parameter causes', async () => {
  const { cause } = findCause(0, 'parent');
  const change = edit(HEADER_AT, '"size":500000', '"size":400000');
  const { code, stderr } = await replay(copy((lines) => rechain(change(lines))));
  expect(code).toBe(1);
  expect(stderr).toContain(`(seq ${cause + 1}) at `);
  expect(stderr).toMatch(/expected parent .*"units":50000000.*, found .*"units":40000000/);
});

it('replay names the strategy whose text in the header was changed', async () => {
  const { code, stderr } = await replay(
    copy(edit(HEADER_AT, 'WARM_UP_RATES = 3', 'WARM_UP_RATES = 4')),
  );
  expect(code).toBe(1);
  expect(stderr).toContain('000001.jsonl:2: ');
  expect(stderr).toContain('the text of twap.js in it: expected hash');
});

it.each([
  ['strategies/twap-twap.js', 'WARM_UP_RATES = 3', 'WARM_UP_RATES = 4'],
  ['config.yaml', '"size": 500000', '"size": 400000'],
])('replay names the line of %s that was changed', async (name, from, to) => {
  const session = copy();
  const text = readFileSync(join(session, name), 'utf8');
  const line = text.split('\n').findIndex((found) => found.includes(from)) + 1;
  expect(line).toBeGreaterThan(0);
  writeFileSync(join(session, name), text.replace(from, to));
  const { code, stderr } = await replay(session);
  expect(code).toBe(1);
  expect(stderr).toContain(`${name}:${line}: the copy was changed after the session: expected "`);
  expect(stderr).toContain(from);
  expect(stderr).toContain(to);
});

it('replay names a digest in the summary that the session did not have', async () => {
  const session = copy();
  const file = join(session, 'summary.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(digest, '0'.repeat(32)));
  const { code, stderr } = await replay(session);
  expect(code).toBe(1);
  expect(stderr).toContain(`expected digest ${'0'.repeat(32)}, found ${digest}`);
});

it('replay names the byte at which a torn journal ends', async () => {
  const session = copy();
  const file = join(session, 'journal', '000001.jsonl');
  writeFileSync(file, readFileSync(file).subarray(0, -80));
  const { code, stderr } = await replay(session);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /expected a whole record at byte \d+, found \d+ bytes without a line end or/,
  );
});
