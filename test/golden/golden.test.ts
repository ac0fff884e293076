// Journals that were written once and are kept: every later Weir replays and verifies them.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import { encodeRecord, FIRST_PREV, localDisk } from '../../src/journal/index.js';
import { decodeRecord } from '../../src/journal/record.js';
import { findJournal, replaySession, verifyJournal } from '../../src/session/index.js';

const ROOT = fileURLToPath(new URL('../fixtures/journals', import.meta.url));

/** Digest of each session of a version, by its folder. */
function readDigests(version: string): readonly (readonly [string, string])[] {
  const text = readFileSync(join(ROOT, version, 'digests.json'), 'utf8');
  return Object.entries(JSON.parse(text) as Readonly<Record<string, string>>);
}

const SESSIONS = readdirSync(ROOT).flatMap((version) =>
  readDigests(version).map(([name, digest]) => [join(version, name), digest] as const),
);

describe('the golden journals', () => {
  it('are a paper session, one recovered after kill -9, one killed', () => {
    const names = ['v1/halted', 'v1/paper', 'v1/recovered'];
    expect(SESSIONS.map(([name]) => name).sort()).toEqual(expect.arrayContaining(names));
  });

  it.each(SESSIONS)('%s replays byte for byte, to the digest that it had', async (name, digest) => {
    const end = unwrap(await replaySession(join(ROOT, name)));
    expect(end.digest).toBe(digest);
    expect([end.inputs > 10, end.compared > 5, end.regenerated]).toEqual([true, true, 0]);
  });

  it.each(SESSIONS)('%s verifies, and folds to what its commands say', (name) => {
    const found = unwrap(findJournal(localDisk, join(ROOT, name)));
    const { memory, records } = unwrap(verifyJournal(localDisk, found));
    expect(records).toBeGreaterThan(20);
    // 100,000 EUR a slice: a killed session has one filled, the others all five.
    const held = memory.kernel?.positions.map(({ units }) => units);
    if (name.endsWith('paper') || name.endsWith('recovered')) expect(held).toEqual([50_000_000]);
    const causes = memory.halts.map(({ cause }) => cause);
    expect(causes).toEqual(name.endsWith('halted') ? ['RC63'] : []);
  });

  it('of another form of outputs are refused by replay, and still verify', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'weir-golden-'));
    cpSync(join(ROOT, 'v1/halted'), copy, { recursive: true });
    const file = join(copy, 'journal/000001.jsonl');
    let prev = FIRST_PREV;
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => {
      const record = unwrap(decodeRecord(Buffer.from(line), file));
      const { format, ...former } = record.data as { readonly format?: number };
      const data = format === undefined ? record.data : former;
      const encoded = encodeRecord({ ...record, data, prev });
      prev = encoded.hash;
      return encoded.line;
    });
    writeFileSync(file, `${lines.join('\n')}\n`);
    const replayed = await replaySession(copy);
    expect(replayed).toMatchObject({
      ok: false,
      fault: {
        code: 'replay.format',
        message: expect.stringMatching(/format 2, found format 1: .*Weir that wrote it \(0\./),
      },
    });
    const { memory } = unwrap(verifyJournal(localDisk, unwrap(findJournal(localDisk, copy))));
    expect(memory.halts.map(({ cause }) => cause)).toEqual(['RC63']);
    rmSync(copy, { recursive: true });
  });

  it('are refused when one byte of a command is another', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'weir-golden-'));
    cpSync(join(ROOT, 'v1/paper'), copy, { recursive: true });
    const file = join(copy, 'journal/000001.jsonl');
    const text = readFileSync(file, 'utf8');
    const at = text.indexOf('"side":"Buy"', text.indexOf('"type":"command"'));
    writeFileSync(file, `${text.slice(0, at)}"side":"Bux"${text.slice(at + 12)}`);
    const replayed = await replaySession(copy);
    expect(replayed.ok).toBe(false);
    rmSync(copy, { recursive: true });
  });
});
