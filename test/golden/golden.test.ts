// Journals that were written once and are kept: every later Weir verifies and folds them,
// and replays those of its own form of outputs.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import { localDisk } from '../../src/journal/index.js';
import { findJournal, verifyJournal } from '../../src/recovery/verify.js';
import { replaySession } from '../../src/session/index.js';

const ROOT = fileURLToPath(new URL('../fixtures/journals', import.meta.url));

/** Digest of each session of a version, by its folder. */
function readDigests(version: string): readonly (readonly [string, string])[] {
  const text = readFileSync(join(ROOT, version, 'digests.json'), 'utf8');
  return Object.entries(JSON.parse(text) as Readonly<Record<string, string>>);
}

const SESSIONS = readdirSync(ROOT).flatMap((version) =>
  readDigests(version).map(([name, digest]) => [join(version, name), digest] as const),
);

/** Outputs of v1 have format 1: a later Weir writes others for the same inputs. */
const isFormer = ([name]: (typeof SESSIONS)[number]) => name.startsWith('v1');
const FORMER = SESSIONS.filter(isFormer);
const CURRENT = SESSIONS.filter((session) => !isFormer(session));

describe('the golden journals', () => {
  it('are a paper session, one recovered after kill -9, one killed', () => {
    const names = ['halted', 'paper', 'recovered'];
    const ofFormat = (list: typeof SESSIONS) => list.map(([name]) => name).sort();
    expect(ofFormat(FORMER)).toEqual(names.map((name) => `v1/${name}`));
    expect(ofFormat(CURRENT)).toEqual(names.map((name) => `v2/${name}`));
  });

  it.each(CURRENT)('%s replays byte for byte, to the digest that it had', async (name, digest) => {
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

  it.each(FORMER)('%s, of a former form of outputs, is refused by replay', async (name) => {
    expect(await replaySession(join(ROOT, name))).toMatchObject({
      ok: false,
      fault: {
        code: 'replay.format',
        message:
          'expected records of format 2, found format 1: ' +
          'replay it with a build of Weir 0.1.0 that writes format 1',
      },
    });
  });

  it('are refused when one byte of a command is another', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'weir-golden-'));
    cpSync(join(ROOT, 'v2/paper'), copy, { recursive: true });
    const file = join(copy, 'journal/000001.jsonl');
    const text = readFileSync(file, 'utf8');
    const at = text.indexOf('"side":"Buy"', text.indexOf('"type":"command"'));
    writeFileSync(file, `${text.slice(0, at)}"side":"Bux"${text.slice(at + 12)}`);
    const replayed = await replaySession(copy);
    expect(replayed.ok).toBe(false);
    rmSync(copy, { recursive: true });
  });
});
