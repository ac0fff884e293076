// The open segment on the real disk: whether its name still leads to the written file.
import {
  cpSync,
  linkSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/domain/index.js';
import { createJournal, type Journal } from '../../../src/journal/index.js';

const STAMP = { session: 1, wall: 1, mono: 1, boot: 'b' };
let dir = '';
let journal: Journal;
const segment = () => join(dir, '000001.jsonl');

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'weir-journal-'));
  journal = unwrap(createJournal(dir));
  unwrap(journal.append(STAMP, 'wake', {}));
});
afterEach(() => {
  journal.close();
  rmSync(dir, { recursive: true, force: true });
});

describe('open segment', () => {
  it('is whole, also where it has another name beside', () => {
    linkSync(segment(), join(dir, 'copy'));
    expect(journal.check()).toEqual({ ok: true, value: undefined });
    unwrap(journal.close());
    expect(journal.check().ok).toBe(true);
  });

  it.each([
    ['removed', () => unlinkSync(segment())],
    ['truncated', () => truncateSync(segment(), 10)],
    [
      'replaced by a copy',
      () => {
        cpSync(segment(), join(dir, 'copy'));
        renameSync(join(dir, 'copy'), segment());
      },
    ],
  ])('fails the journal for good once it is %s', (_, damage) => {
    damage();
    expect(journal.check()).toMatchObject({
      fault: {
        code: 'journal.write-failed',
        message:
          'after seq 1: cannot find 000001.jsonl unchanged: ' +
          'the file is missing, replaced or shorter',
      },
    });
    expect(journal.append(STAMP, 'wake', {}).ok).toBe(false);
  });
});
