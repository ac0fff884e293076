// Live approval (RC61): an operator approves every part by its hash, and differences are named.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  checkApproval,
  findCompiled,
  formatApproval,
  toApprovalFile,
} from '../../src/session/approval.js';
import { pickCompiled } from '../../src/strategy-loader/compiled-texts.js';

const PARTS = { code: 'a1', config: 'b2', limits: 'c3', 'strategy twap': 'd4' };
const TEXT = formatApproval({
  ...{ v: 1, by: 'Ada', reason: 'reviewed by two', at: '2026-07-13T12:00:00Z', parts: PARTS },
});
const FILE = toApprovalFile('live.yaml');

function explain(text: string | undefined, parts: Readonly<Record<string, string>>): string {
  const checked = checkApproval(FILE, text, parts);
  return checked.ok ? '' : `${checked.fault.message} (${checked.fault.code})`;
}

describe('live approval', () => {
  it('is read beside the configuration and lets the approved parts start', () => {
    expect(FILE).toBe('live.yaml.approved.json');
    expect(explain(TEXT, PARTS)).toBe('');
  });

  it.each(Object.keys(PARTS))('names %s when it differs or is missing', (part) => {
    const other = explain(TEXT, { ...PARTS, [part]: 'ff' });
    expect(other).toContain(`: ${part}: ${PARTS[part as keyof typeof PARTS]}, found ff;`);
    expect(other).toContain('approved by Ada at 2026-07-13T12:00:00Z');
    expect(other).toContain('(session.integrity)');
    const rest = Object.entries(PARTS).filter(([name]) => name !== part);
    expect(explain(TEXT, Object.fromEntries(rest))).toContain(`${part}: `);
  });

  it('lets nothing start that has a part unknown to it', () => {
    expect(explain(TEXT, { ...PARTS, 'strategy other': 'e5' })).toContain(
      'strategy other: none, found e5',
    );
  });

  it('must exist and be valid', () => {
    expect(explain(undefined, PARTS)).toContain('found none');
    for (const text of ['', '{}', 'not JSON', TEXT.replace('"v": 1', '"v": 2')]) {
      expect(explain(text, PARTS)).toContain('found another file');
    }
  });
});

describe('compiled text of an approval', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const one = { source: hash('the text'), code: 'module.exports = 1;', map: '{}' };
  const parts = {
    ...PARTS,
    'compiled ./own.ts': hash(JSON.stringify([one.source, one.code, one.map])),
  };
  const write = (compiled: Readonly<Record<string, typeof one>>) =>
    formatApproval({ v: 1, by: 'Ada', reason: 'reviewed', at: 'now', parts, compiled });
  const text = write({ './own.ts': one });
  const find = (given: string | undefined, path = './own.ts', source = 'the text', code = 'a1') => {
    const found = findCompiled(FILE, given, code);
    const picked = found.ok
      ? pickCompiled(found.value, path, { file: 'own.ts', text: source })
      : found;
    return picked.ok ? picked.value.code : `${picked.fault.message} (${picked.fault.code})`;
  };

  it('is what runs of the approved source', () => {
    expect(find(text)).toBe(one.code);
  });

  it('is refused when it differs, is of another source or build, or is missing', () => {
    for (const change of [{ code: 'x' }, { map: 'x' }, { source: hash('other') }]) {
      expect(find(write({ './own.ts': { ...one, ...change } }))).toMatch(
        /^expected the approved compiled text of \.\/own\.ts, found another; weir check/,
      );
    }
    expect(find(text, './own.ts', 'other')).toContain(
      'of ./own.ts, found one of another source text;',
    );
    expect(find(text, './more.ts')).toContain('of ./more.ts, found none; weir check');
    expect(find(text, './own.ts', 'the text', 'b2')).toContain(': code: a1, found b2; weir check');
    expect(find(undefined)).toContain('the approval of this start, found none; weir check');
    // As older versions wrote it.
    expect(find(TEXT)).toContain('of ./own.ts, found none; weir check');
    expect(find(write({ toString: one }), 'toString')).toContain('(session.integrity)');
  });
});
