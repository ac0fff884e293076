// The page of alerts has an entry for every code and level that the code can raise, and no other.
import { describe, expect, it } from 'vitest';
import { collectAlertCodes } from './alert-codes.js';
import { readPage } from './pages.js';

/** Code, levels, meaning and what to do, of each line of the list. */
const ROWS = readPage('docs/alerts.md')
  .text.split('\n')
  .filter((line) => line.startsWith('- '))
  .map(
    (line) => /^- `(\S+)` \(([a-z, ]+)\): (.*) \*\*Do:\*\* (.*)$/.exec(line)?.slice(1) ?? [line],
  );
const CODES = collectAlertCodes();

function sort(words: Iterable<string>): string {
  return [...words].sort().join(', ');
}

describe('list of alerts', () => {
  it('has an entry for every code, once, in order', () => {
    const asked = 'docs/alerts.md: a line "- `CODE` (LEVELS): MEANING **Do:** WHAT" for each code';
    expect(
      ROWS.map(([code = '']) => code),
      asked,
    ).toEqual([...CODES.keys()].sort());
  });

  it.each([...CODES])('has for %s every level at which it comes', (code, levels) => {
    const row = ROWS.find(([name = '']) => name === code);
    expect(sort((row?.[1] ?? '').split(', '))).toBe(sort(levels));
  });

  it('says what each means, and what to do', () => {
    for (const [code, , means = '', todo = ''] of ROWS) {
      expect([code, means.length > 10, todo.length > 10]).toEqual([code, true, true]);
    }
  });

  it('is checked by code that recognises alerts in the sources', () => {
    // Ways to raise an alert: a literal, a control's own name, fields of an output, the policy.
    expect([...(CODES.get('RC17') ?? [])]).toEqual(['warn']);
    expect([...(CODES.get('RC55') ?? [])]).toEqual(['warn']);
    expect([...(CODES.get('RC66') ?? [])]).toEqual(['warn']);
    expect(CODES.get('RC52')).toEqual(new Set(['page', 'halt']));
    expect(CODES.get('FLATTEN')).toEqual(new Set(['warn', 'info', 'page']));
  });
});
