// Former names of commands and options still work, and a note names the present ones.
import { expect, it } from 'vitest';
import { replaceFormerNames } from '../../../src/cli/parser/former-names.js';

function replace(...words: string[]) {
  const notes: string[] = [];
  return { words: replaceFormerNames(words, (note) => notes.push(note)), notes };
}

it.each([
  [['guard', 'a.yaml'], ['watchdog', 'a.yaml'], 'weir guard is now called weir watchdog'],
  [['assess'], ['controls'], 'weir assess is now called weir controls'],
  [
    ['resolve', 'a', 'b.yaml', '--venue-word'],
    ['resolve', 'a', 'b.yaml', '--venue-confirmed'],
    '--venue-word is now called --venue-confirmed',
  ],
  [
    ['venue', 'conformance', '--desk=true'],
    ['venue', 'conformance', '--back-office=true'],
    '--desk is now called --back-office',
  ],
])('former %j means %j', (given, present, note) => {
  expect(replace(...given)).toEqual({ words: present, notes: [`${note}; both work`] });
});

it.each([
  [['watchdog', 'guard']],
  [['venue', 'orders', '--venue-word']],
  [['constructor']],
  [['resolve', '--constructor']],
  [[]],
])('%j is unchanged', (words) => {
  expect(replace(...words)).toEqual({ words, notes: [] });
});
