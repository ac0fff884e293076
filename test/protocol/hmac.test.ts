// HMAC signing: published vectors, and how any change of signed parts changes a signature.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import type { HmacAlgorithm } from '../../src/protocol/hmac.js';
import {
  formatAuthorization,
  formatDigest,
  formatRequestLine,
  formatSigningString,
  HMAC_ALGORITHMS,
  hmacTextSchema,
  isHmacText,
  parseAuthorization,
  signText,
} from '../../src/protocol/index.js';
import { DEFAULT_PROFILE } from '../../src/protocol/profile/index.js';

const HASHING = { createHash, createHmac };
const PROFILE = DEFAULT_PROFILE.hmac;

interface RequestVector {
  readonly id: string;
  readonly kind: 'request';
  readonly keyName: 'username' | 'userId';
  readonly user: string;
  readonly secret: string;
  readonly algorithm: HmacAlgorithm;
  readonly method: string;
  readonly target: string;
  readonly date: string;
  readonly body: string;
  readonly headers: readonly string[];
  readonly digest: string;
  readonly signingString: string;
  readonly signature: string;
  readonly authorization: string;
}

type Vector =
  | RequestVector
  | { readonly id: string; readonly kind: 'digest'; readonly data: string; readonly digest: string }
  | {
      readonly id: string;
      readonly kind: 'hmac-sha256';
      readonly keyHex: string;
      readonly data: string;
      readonly base64: string;
    };

const VECTORS = readFileSync(new URL('../fixtures/hmac-vectors.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

function ofKind<Kind extends Vector['kind']>(kind: Kind) {
  return VECTORS.filter((one): one is Extract<Vector, { kind: Kind }> => one.kind === kind);
}

/** Digest, signed text and signature of the parts of a request. */
function sign(parts: Pick<RequestVector, 'method' | 'target' | 'date' | 'body' | 'secret'>) {
  return signVector({ ...parts, headers: PROFILE.signedHeaders, algorithm: PROFILE.algorithm });
}

function signVector({
  method,
  target,
  date,
  body,
  secret,
  headers,
  algorithm,
}: Pick<
  RequestVector,
  'method' | 'target' | 'date' | 'body' | 'secret' | 'headers' | 'algorithm'
>) {
  const digest = formatDigest(Buffer.from(body), HASHING);
  const sent = new Map([
    ['date', date],
    ['digest', digest],
  ]);
  const line = formatRequestLine(method, target, PROFILE);
  const text = unwrap(formatSigningString(headers, line, (name) => sent.get(name)));
  return { digest, text, signature: signText(text, secret, algorithm, HASHING) };
}

describe('signature vectors', () => {
  it('are of three kinds, all of which are tested here', () => {
    const counts = (['request', 'digest', 'hmac-sha256'] as const).map((kind) => {
      return ofKind(kind).length;
    });
    expect(counts).toEqual([10, 1, 3]);
    expect(VECTORS).toHaveLength(14);
  });

  it.each(ofKind('request'))('$id: $method $target by $keyName', (vector) => {
    const { digest, text, signature } = signVector(vector);
    expect(digest).toBe(vector.digest);
    expect(text).toBe(vector.signingString);
    expect(signature).toBe(vector.signature);
    const { keyName: idKey, user: id, algorithm, headers } = vector;
    const authorization = { idKey, id, algorithm, headers, signature };
    expect(formatAuthorization(authorization)).toBe(vector.authorization);
    expect(unwrap(parseAuthorization(vector.authorization))).toEqual(authorization);
  });

  it.each(ofKind('digest'))('$id: digest of "$data"', ({ data, digest }) => {
    expect(formatDigest(Buffer.from(data), HASHING)).toBe(digest);
  });

  it.each(ofKind('hmac-sha256'))('$id: signature of bytes', ({ keyHex, data, base64 }) => {
    expect(signText(data, Buffer.from(keyHex, 'hex'), 'hmac-sha256', HASHING)).toBe(base64);
  });

  it('of the wire facts comes out with the standard profile', () => {
    const body =
      '{"coId":"t-1","type":"Limit","side":"Buy","symbol":"EUR/USD","size":1000000,' +
      '"currency":"EUR","price":1.1,"timeInForce":"IOC"}';
    const date = 'Tue, 06 Jan 2026 10:00:00 GMT';
    const target = '/v2/orders';
    const signed = sign({ method: 'POST', target, date, body, secret: 'test-secret' });
    expect(signed.digest).toBe('SHA-256=P+oMVcggchmqvM5C0tT2AKbrv6JSW3qUrQXSK3EQIJA=');
    expect(signed.signature).toBe('E/F5VPRMvoxG9rQwu+LLHKp0kaVVDdpuM4baaGP9sAw=');
  });
});

describe('standard profile of signing', () => {
  it('signs the path of the base URL, and lets clocks differ by 5 min', () => {
    expect(PROFILE.signsBasePath).toBe(true);
    expect(PROFILE.maxClockSkew).toBe(300_000_000);
  });

  it('never confuses a header with the request line', () => {
    const text = formatSigningString(['request-line'], 'GET / HTTP/1.1', () => 'x');
    expect(unwrap(text)).toBe('GET / HTTP/1.1');
  });
});

describe('signature', () => {
  const REQUEST = {
    method: 'POST',
    target: '/v2/orders?a=%2F+b',
    date: 'Tue, 06 Jan 2026 10:00:00 GMT',
    body: '{"coId":"a-1","size":1000000}',
    secret: 's3cr3t-Key-0123456789',
  };
  const original = sign(REQUEST).signature;

  it('changes with any one character of method, target, date, body and secret', () => {
    const parts = Object.keys(REQUEST) as (keyof typeof REQUEST)[];
    const change = fc.record({
      part: fc.constantFrom(...parts),
      at: fc.nat(),
      char: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(change, ({ part, at, char }) => {
        const text = REQUEST[part];
        const index = at % text.length;
        fc.pre(text[index] !== char);
        const changed = text.slice(0, index) + char + text.slice(index + 1);
        return sign({ ...REQUEST, [part]: changed }).signature !== original;
      }),
    );
  });

  it('changes with the order of the signed headers', () => {
    const headers = ['date', 'request-line', 'digest'];
    const { algorithm } = PROFILE;
    expect(signVector({ ...REQUEST, headers, algorithm }).signature).not.toBe(original);
  });

  // Computed with: printf 'abc' | openssl dgst -sha256 -hmac key -binary | base64
  it.each([
    ['hmac-sha256', 'nBluMtwBdfhvSxy4konWYZ3mvuaZ5MN45oMJ7Zehpqs='],
    ['hmac-sha384', 'MN25yPNHz/v7ROUZ2BTwdM9AR6Vdb1YzJPHGozkg5e37KjS6xgvcls0zqVYj19Y4'],
    [
      'hmac-sha512',
      'OSaiB8jEKwxBeSy9PhoaqvX3olcE9i38k5xJh9184GAAnFuxwkRzVbMhbxC1N+mvp7ZKTlORsNYxFy0Hk54Ieg==',
    ],
  ] as const)('equals that of another program with %s', (algorithm, expected) => {
    expect(signText('abc', 'key', algorithm, HASHING)).toBe(expected);
  });

  it('is made by algorithms of the SHA-2 family only', () => {
    expect(HMAC_ALGORITHMS).toEqual(['hmac-sha256', 'hmac-sha384', 'hmac-sha512']);
  });

  it('is not made when a header that it must cover is missing', () => {
    const text = formatSigningString(['date', 'host'], '', (name) =>
      name === 'date' ? 'x' : undefined,
    );
    expect(text).toMatchObject({
      ok: false,
      fault: {
        code: 'protocol.hmac',
        message: 'expected the signed header host, found it missing',
      },
    });
  });
});

describe('Authorization header', () => {
  const GOOD =
    'hmac username="a, b", algorithm="hmac-sha256", headers="request-line date", signature="QUI="';

  it('keeps a value with comma and space whole', () => {
    expect(unwrap(parseAuthorization(GOOD))).toEqual({
      idKey: 'username',
      id: 'a, b',
      algorithm: 'hmac-sha256',
      headers: ['request-line', 'date'],
      signature: 'QUI=',
    });
  });

  it('is read as it was written', () => {
    const word = fc
      .array(
        fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
        { minLength: 1, maxLength: 30 },
      )
      .map((chars) => chars.join(''))
      .filter((text) => !/["\\]/.test(text));
    const name = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
    const authorization = fc.record({
      idKey: fc.constantFrom('username' as const, 'userId' as const),
      id: word,
      algorithm: word,
      headers: fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
      signature: word,
    });
    fc.assert(
      fc.property(authorization, (one) => {
        expect(unwrap(parseAuthorization(formatAuthorization(one)))).toEqual(one);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['another scheme', GOOD.replace('hmac ', 'Basic ')],
    ['another spelling of a key', GOOD.replace('username', 'userid')],
    ['no space after a comma', GOOD.replace('", algorithm', '",algorithm')],
    [
      'another order of parameters',
      'hmac algorithm="a", username="b", headers="date", signature="c"',
    ],
    ['a missing parameter', GOOD.replace(/, headers="[^"]*"/, '')],
    ['an extra parameter', `${GOOD}, nonce="1"`],
    ['a parameter without quotes', GOOD.replace('"QUI="', 'QUI=')],
    ['an empty value', GOOD.replace('"QUI="', '""')],
    ['a backslash', GOOD.replace('a, b', 'a\\b')],
    ['a control character', GOOD.replace('a, b', 'a\tb')],
    ['a non-ASCII letter', GOOD.replace('a, b', 'zürich')],
    ['a line end', `${GOOD}\n`],
    ['text before the scheme', `x ${GOOD}`],
    ['a header name with other characters at its end', GOOD.replace('date', 'date_')],
    ['an upper-case header name', GOOD.replace('date', 'Date')],
    ['a header named twice', GOOD.replace('date', 'request-line')],
    ['two spaces between names', GOOD.replace('line date', 'line  date')],
  ])('is refused with %s, and none of it is repeated', (_, text) => {
    const parsed = parseAuthorization(text);
    expect(parsed).toMatchObject({ ok: false, fault: { code: 'protocol.hmac' } });
    const message = parsed.ok ? '' : parsed.fault.message;
    expect(message).not.toContain('QUI=');
    expect([
      'Authorization: expected hmac username="...", algorithm="...", headers="...", ' +
        'signature="...", found another form',
      'Authorization: expected lower-case names in headers, each once, found others',
    ]).toContain(message);
  });

  it('accepts from a configuration only a text that can be written into it', () => {
    expect(hmacTextSchema.safeParse('bot1@ACME').success).toBe(true);
    const { error } = hmacTextSchema.safeParse('a"b');
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'expected printable ASCII without quote and backslash',
    ]);
  });

  it.each([
    ['bot1@ACME', true],
    ['with space', true],
    ['', false],
    ['a"b', false],
    ['a\\b', false],
    ['a\n', false],
    ['é', false],
  ])('accepts %j as id or secret: %s', (text, isTaken) => {
    expect(isHmacText(text)).toBe(isTaken);
  });
});
