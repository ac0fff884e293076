// The nearest known word: what counts as a misspelling and what does not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findNearestName } from '../../src/domain/index.js';

describe('nearest', () => {
  it.each([
    ['limit', ['mode', 'limits'], 'limits', 'a letter is missing'],
    ['limmits', ['mode', 'limits'], 'limits', 'a letter is too many'],
    ['lomits', ['mode', 'limits'], 'limits', 'a letter is wrong'],
    ['ilmits', ['mode', 'limits'], 'limits', 'two letters are swapped'],
    ['MARKET', ['Limit', 'Market'], 'Market', 'only the case differs'],
    ['lmt', ['limit', 'lot'], 'lot', 'one of two is nearer'],
    ['aaab', ['aaac', 'aaad'], 'aaac', 'two are equally near and the first wins'],
    ['limits', ['limits', 'limit'], 'limits', 'it is a known word'],
  ])('finds for %s among %j the word %s: %4$s', (word, known, expected) => {
    expect(findNearestName(word, known)).toBe(expected);
  });

  it.each([
    ['paper', ['live', 'backtest'], 'nothing is near'],
    ['b', ['a'], 'every letter would change'],
    ['', ['a'], 'there is no word'],
    ['abcd', ['abxy'], 'half of the letters would change'],
    ['x'.repeat(65), ['x'.repeat(64)], 'it is too long to compare'],
    ['word', [], 'nothing is known'],
  ])('finds nothing for %s among %j: %2$s', (word, known) => {
    expect(findNearestName(word, known)).toBeUndefined();
  });

  it('finds a known name again after any one edit', () => {
    const text = ['strategies', 'instruments', 'recordings', 'pollInterval'];
    const edits = ['insert', 'delete', 'replace', 'swap'] as const;
    const edit = (word: string, kind: (typeof edits)[number], at: number, letter: string) => {
      const before = word.slice(0, at);
      if (kind === 'insert') return before + letter + word.slice(at);
      if (kind === 'delete') return before + word.slice(at + 1);
      if (kind === 'replace') return before + letter + word.slice(at + 1);
      return before + word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2);
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...text),
        fc.constantFrom(...edits),
        fc.nat(9),
        fc.constantFrom('a', 'Q', '-', 'é'),
        (word, kind, at, letter) => findNearestName(edit(word, kind, at, letter), text) === word,
      ),
    );
  });
});
