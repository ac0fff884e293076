// Control characters that a terminal would interpret are escaped.
import { expect, it } from 'vitest';
import { escapeLine, escapeText } from '../../src/domain/index.js';

it.each([
  ['a plain text', 'München – 100 €, 😀', 'München – 100 €, 😀'],
  ['an escape sequence', '\u001b[2J', '\\u001b[2J'],
  ['a C1 control character', '\u009b2J', '\\u009b2J'],
  ['line breaks', 'a\r\nb\u2028c\u0085d', 'a\\u000d\\u000ab\\u2028c\\u0085d'],
  ['a direction override', '\u202eabc\u2069\u200f', '\\u202eabc\\u2069\\u200f'],
])('terminal text escapes %s', (_, text, shown) => {
  expect(escapeLine(text)).toBe(shown);
});

it('terminal text keeps the line breaks that Weir made', () => {
  expect(escapeText('a\nb\u001bc\r')).toBe('a\nb\\u001bc\\u000d');
});
