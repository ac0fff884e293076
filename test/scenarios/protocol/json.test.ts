// JSON of the venue: an object with a repeated key is refused.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  classifyPlace,
  classifyRead,
  parseExactJson,
  parseJson,
} from '../../../src/protocol/index.js';
import { countRuns } from '../../runs.js';

const PARSERS = [
  ['parseJson', parseJson],
  ['parseExactJson', parseExactJson],
] as const;

describe.each(PARSERS)('%s', (_, parse) => {
  it.each([
    ['a key', '{"a":1,"b":2,"a":1}'],
    ['a key in another spelling', String.raw`{"price":1,"pr\u0069ce":2}`],
    ['a key deep in a list', '[{"a":[{"b":1,"b":{}}]}]'],
    ['a key whose first value is an object', '{"a":{"b":1,"c":2},"a":{"d":3}}'],
    ['the empty key', '{"":1,"":2}'],
    ['the key __proto__', '{"__proto__":{"a":1},"__proto__":{"b":1}}'],
  ])('refuses a text that repeats %s', (__, text) => {
    expect(JSON.parse(text)).toBeDefined();
    expect(parse(text)).toBeUndefined();
  });

  it.each([
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
    String.raw`{"a":":","b":"\":\"","c\":":{"d":"{\"a\":1,\"a\":2}"}}`,
    '[]',
    '"a:b"',
    '[{},{},{"":null}]',
  ])('accepts %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });
});

it('any JSON is accepted, and none with a repeated member added', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (record) => {
      const text = JSON.stringify(record);
      expect(parseJson(text)).toEqual(JSON.parse(text));
      for (const key of Object.keys(record)) {
        const twice = `${text.slice(0, -1)},${JSON.stringify(key)}:0}`;
        expect(parseJson(twice)).toBeUndefined();
      }
    }),
    { numRuns: countRuns(300) },
  );
});

describe('response that repeats a key', () => {
  it('to an order makes its outcome unknown', () => {
    const text = '{"coId":"a","orderId":"1","orderId":"2"}';
    expect(classifyPlace(202, text, 'a')).toMatchObject({
      class: 'unknown',
      transport: 'not-json',
    });
  });

  it('to an order with a 401 makes its outcome unknown', () => {
    const text = '{"coId":"a","coId":"b"}';
    expect(classifyPlace(401, text, 'a')).toMatchObject({ class: 'unknown' });
  });

  it('to a read is a failed read', () => {
    const text = '[{"orderId":"1","cumQty":1,"cumQty":2}]';
    expect(classifyRead(200, text)).toMatchObject({ class: 'failed', transport: 'not-json' });
  });
});
