// The security checklist: no row without a test, and no test that is not there.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkStart } from '../../src/session/live/start-checks.js';
import { ROWS } from './rows.js';

function read(file: string): string {
  const url = new URL(`../../${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8').replace(/\s+/g, ' ') : '';
}

describe('security checklist', () => {
  it('has every row but those of the dashboard, once', () => {
    const numbers = [...Array(41).keys()].filter((one) => one > 0 && (one < 11 || one > 20));
    const ids = numbers.map((one) => `S${String(one).padStart(2, '0')}`);
    expect(ROWS.map(({ id }) => id)).toEqual(ids);
  });

  it.each(ROWS)('$id is met by tests: $threat', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const [file, words] of tests) {
      expect({ file, words, isThere: read(file).includes(words) }).toMatchObject({ isThere: true });
    }
  });

  it('has a unit file whose service writes no dump and starts as a live session must', () => {
    const [, unit = ''] = /```ini (\[Service\].*?)```/.exec(read('docs/live-operations.md')) ?? [];
    expect(unit).toContain('LimitCORE=0 UMask=0077');
    const [, words = ''] = /ExecStart=node (.*?) dist\/src\/cli\/start\.cjs/.exec(unit) ?? [];
    const facts = { execArgv: words.split(' '), environment: {}, isInspected: false };
    expect(checkStart('live', facts).ok).toBe(true);
  });

  it('states that strategies are trusted code', () => {
    expect(read('docs/writing-strategies.md')).toContain('strategies are trusted code');
    expect(read('SECURITY.md')).toContain('it does not contain a hostile author');
  });
});
