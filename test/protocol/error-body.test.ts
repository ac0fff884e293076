// Error bodies: what the simulator writes, and which reason code a client finds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REASON_CODES } from '../../src/domain/venue/index.js';
import { encodeError, readReasonCode } from '../../src/protocol/index.js';
import { DEFAULT_PROFILE } from '../../src/protocol/profile/index.js';

const CODE = 'RequestValidationError.InvalidPrice';

function nest(value: unknown, depth: number): unknown {
  return depth === 0 ? value : { inner: nest(value, depth - 1) };
}

describe('error body', () => {
  it('has the code under both names, with its prefix', () => {
    expect(JSON.parse(encodeError('InvalidPrice', 'Price must be above 0.'))).toEqual({
      errorCode: CODE,
      reason: CODE,
      message: 'Price must be above 0.',
    });
  });

  it('leaves other codes unchanged, and omits no code', () => {
    expect(encodeError('OrderNotActive', 'over')).toContain('"errorCode":"OrderNotActive"');
    expect(encodeError(undefined, 'a "quote"')).toBe('{"message":"a \\"quote\\""}');
  });

  it.each(REASON_CODES)('reads %s back from a body', (code) => {
    expect(readReasonCode(encodeError(code, 'words'))).toEqual({
      kind: 'known',
      code,
      message: 'words',
    });
  });
});

describe('decoded reason code', () => {
  it.each([
    ['each code field in turn', { reasonCode: CODE }, 'known', 'InvalidPrice'],
    [
      'the first present field',
      { errorCode: null, reason: '', code: 'X1', error: 'Y2' },
      'other',
      'X1',
    ],
    ['a numeric code', { code: 400 }, 'other', '400'],
    [
      'the message, without a known code',
      { error: 'Bad Request', message: CODE },
      'known',
      'InvalidPrice',
    ],
    ['a code deep inside', nest(CODE, 6), 'known', 'InvalidPrice'],
    ['nothing deeper than six levels', nest(CODE, 7), 'none', ''],
    ['members of arrays', { errors: [{ text: `see ${CODE}.` }] }, 'known', 'InvalidPrice'],
    [
      'an unlisted code of the same prefix',
      { errorCode: 'RequestValidationError.Moon' },
      'unlisted',
      'Moon',
    ],
    ['a longer identifier as another code', { errorCode: `${CODE}2` }, 'unlisted', 'InvalidPrice2'],
    ['the same code twice as one', { errorCode: CODE, reason: CODE }, 'known', 'InvalidPrice'],
    [
      'two different codes as a conflict',
      { errorCode: CODE, reason: 'RequestValidationError.amount' },
      'conflict',
      '',
    ],
    ['no listed code in a bare word', { errorCode: 'InvalidPrice' }, 'other', 'InvalidPrice'],
    ['no code', { message: 'size is wrong' }, 'none', ''],
    ['an empty object', {}, 'none', ''],
  ] as const)('finds %s', (_, body, kind, code) => {
    expect(readReasonCode(JSON.stringify(body))).toMatchObject({ kind, code });
  });

  it.each([
    ['an empty body', '', 'none', ''],
    ['blanks', ' \r\n', 'none', ''],
    ['plain text with a code', `rejected: ${CODE}!`, 'known', 'InvalidPrice'],
    ['a page without a code', '<html>Bad Request</html>', 'other', ''],
    ['a sentence without a code', 'upstream timed out', 'other', ''],
    ['a bare word', ' MarketClosed\n', 'other', 'MarketClosed'],
    ['JSON that is not an object', '["A"]', 'other', ''],
    ['truncated JSON', `{"errorCode":"${CODE}"`, 'known', 'InvalidPrice'],
    ['more than 64 KiB', `${'x'.repeat(65_536)}${CODE}`, 'other', expect.any(String)],
  ])('reads %s', (_, text, kind, code) => {
    expect(readReasonCode(text)).toMatchObject({ kind, code });
  });

  it('has the text of a page without its markup', () => {
    const page = '<html>\n<head><title>502 Bad Gateway</title></head>\n<body bgcolor="white">';
    const { message } = readReasonCode(`${page}<script>a<b</script><hr>nginx</body></html>`);
    expect(message).toBe('502 Bad Gateway nginx');
  });

  it('is known in another letter case, and marked so', () => {
    const reading = readReasonCode('{"reason":"requestvalidationerror.INVALIDPRICE"}');
    expect(reading).toMatchObject({ kind: 'known', code: 'InvalidPrice' });
    expect(reading.message).toContain('(code in another letter case)');
    expect(readReasonCode(`{"reason":"${CODE}","message":"m"}`).message).toBe('m');
  });

  it('follows the field order of the profile', () => {
    const profile = { ...DEFAULT_PROFILE, codeFields: ['fehler'] };
    expect(readReasonCode('{"fehler":"A","errorCode":"B"}', profile).code).toBe('A');
  });

  it('has a cleaned and shortened message', () => {
    const { message } = readReasonCode(JSON.stringify({ message: `a\u0007\n${'b'.repeat(999)}` }));
    expect(message).toMatch(/^a b+\.\.\.$/);
    expect(message).toHaveLength(256);
  });

  it('never throws, whatever the body is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant('['.repeat(60_000))), (text) => {
        expect(readReasonCode(text).message.length).toBeLessThanOrEqual(256);
      }),
    );
  });

  it('keeps enough of an unlisted code to identify it', () => {
    const body = `RequestValidationError.${'A'.repeat(3_000)}`;
    expect(readReasonCode(body)).toMatchObject({ kind: 'unlisted', code: 'A'.repeat(60) });
  });
});
