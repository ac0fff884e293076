// Secrets in the spellings of other encoders are found; broken escapes do no harm.
import { describe, expect, it } from 'vitest';
import { redact } from '../../src/client/redact.js';

const SECRET = "p&ss<wä/r+d!('*=";
const GONE = /^\[a text of \d+ characters that held a secret\]$/;

function toUnicode(text: string): string {
  return text.replaceAll(/[^\w]/g, (letter) => {
    return String.raw`\u` + letter.charCodeAt(0).toString(16).padStart(4, '0');
  });
}

function toHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');
}

function toStrict(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Every other escape in capitals. */
function toMixed(text: string): string {
  let count = 0;
  return toStrict(text).replaceAll(/%../g, (one) => {
    count += 1;
    return count % 2 === 0 ? one.toUpperCase() : one;
  });
}

describe('secret in another spelling', () => {
  it.each([
    ['HTML', toHtml(SECRET)],
    ['HTML by numeric references', SECRET.replaceAll('&', '&#x26;').replaceAll('<', '&#60;')],
    ['JSON with only ASCII', toUnicode(SECRET)],
    ['JSON in JSON', JSON.stringify(toUnicode(SECRET))],
    ['JSON in HTML', toHtml(toUnicode(SECRET))],
    ['HTML in JSON', toUnicode(toHtml(SECRET))],
    ['percent-encoded strictly', toStrict(SECRET)],
    ['percent-encoded in part', toMixed(SECRET)],
    ['percent-encoded twice', encodeURIComponent(toMixed(SECRET))],
    ['percent-encoded Latin-1', SECRET.replace('ä', '%E4')],
  ])('leaves nothing of the text but its length: %s', (_, form) => {
    expect(form).not.toContain(SECRET);
    expect(redact(`login failed: ${form} &c`, [SECRET])).toMatch(GONE);
  });

  it('is found when it ends in = and Gson wrote it', () => {
    expect(redact(String.raw`{"token":"abcd1234\u003d\u003d"}`, ['abcd1234=='])).toMatch(GONE);
  });

  it('is found when it is form-encoded with + for a blank', () => {
    expect(redact('pass=two+words%2fa', ['two words/a'])).toMatch(GONE);
  });

  it.each(['a&b<c', 'ä/1', '%'])('is found when it is short: %s', (secret) => {
    for (const form of [toMixed(secret), toUnicode(secret), encodeURIComponent(secret)]) {
      const found = redact(`value ${form}`, [secret]);
      expect(found).toMatch(/\[secret\]|that held a secret/);
      expect(found).not.toContain(form);
    }
  });

  it.each(['hex', 'base64'] as const)('is found when it is short, in %s', (coding) => {
    const form = Buffer.from('a&b<c').toString(coding);
    expect(redact(`value ${form}`, ['a&b<c'])).not.toContain(form.slice(0, 6));
  });
});

describe('text without secrets', () => {
  it.each(['100 % & more; 5%2 %zz', String.raw`\u12 \ud83d \x`, '&#99999999; &nope; &#x;'])(
    'is unchanged and not truncated: %s',
    (text) => {
      expect(redact(text, [SECRET])).toBe(text);
    },
  );

  it('is unchanged where a short secret is part of the redaction mark', () => {
    expect(redact('a %41 is x', ['x'])).toBe('a %41 is [secret]');
    expect(redact('a %41 and e', ['e'])).toBe('a %41 and [secret]');
  });

  it('with secrets that are no well-formed text throws nothing', () => {
    expect(redact('%41 is left', ['\ud83d'])).toBe('%41 is left');
  });
});
