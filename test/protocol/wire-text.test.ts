// Texts of the venue as an operator sees them: none of them controls a terminal.
import { describe, expect, it } from 'vitest';
import { cleanText, isIdText } from '../../src/protocol/wire-text.js';

describe('cleanText', () => {
  it.each([
    ['an escape sequence', '\u001b[2J', ' [2J'],
    ['a C1 control', '\u009b2J', ' 2J'],
    ['a line end', '\u2028', ' '],
    ['a direction override', '\u202e', ' '],
    ['a direction isolate', '\u2067', ' '],
    ['a direction mark', '\u200f', ' '],
  ])('removes %s', (_, text, clean) => {
    expect(cleanText(`a${text}b`)).toBe(`a${clean}b`);
  });

  it('keeps text of any language', () => {
    expect(cleanText('Größe 数量 كمية')).toBe('Größe 数量 كمية');
  });
});

describe('isIdText', () => {
  it.each([
    ['a direction override', '\u202e'],
    ['a direction isolate', '\u2067'],
    ['a direction mark', '\u200f'],
    ['an Arabic letter mark', '\u061c'],
    ['a line end', '\u2028'],
  ])('refuses %s', (_, mark) => {
    expect(isIdText(`a${mark}b`)).toBe(false);
  });

  it('accepts text of any language', () => {
    expect(isIdText('Größe 数量 كمية')).toBe(true);
  });
});
