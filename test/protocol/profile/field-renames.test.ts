// Renamed fields of a call: what changes, and that nothing else does.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRespellings,
  fromBodyQuery,
  respellAnswer,
  respellKeys,
  respellPath,
  respellQuery,
  toBodyQuery,
} from '../../../src/protocol/profile/index.js';

function create(spelling: Parameters<typeof createRespellings>[0][string]) {
  const respelling = createRespellings({ call: spelling }).get('call');
  if (respelling === undefined) throw new Error('no respelling');
  return respelling;
}

describe('renamed JSON fields', () => {
  it('change as keys at any depth, not as values, and leave numbers as written', () => {
    const text = '{"rate":1.10,"a":[{"rate":"rate","b\\"rate":1e-7}],"c":"{\\"rate\\":1}"}';
    expect(respellKeys(text, new Map([['rate', 'price']]))).toBe(
      '{"price":1.10,"a":[{"price":"rate","b\\"rate":1e-7}],"c":"{\\"rate\\":1}"}',
    );
  });

  it('may be swapped', () => {
    const swapped = new Map(Object.entries({ bid: 'offer', offer: 'bid' }));
    expect(respellKeys('{"bid": 1, "offer" : 2}', swapped)).toBe('{"offer": 1, "bid" : 2}');
  });

  it('are restored by the reverse renaming, whatever the document', () => {
    const { answer } = create({ answer: { a: 'x y', b: 'a', '': 'b' } });
    const key = fc.constantFrom('a', 'b', '', 'other', 'q"r');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(fc.string(), fc.double(), fc.dictionary(key, tie('value'))),
    }));
    fc.assert(
      fc.property(value, (document) => {
        const text = JSON.stringify(document);
        const there = respellKeys(text, answer.toVenue);
        expect(respellKeys(there, answer.fromVenue)).toBe(text);
      }),
    );
  });

  it('in Weir’s spelling mean nothing to a venue that renames them', () => {
    const { body } = create({ body: { amount: 'quantity' } });
    expect(respellKeys('{"amount":1}', body.fromVenue)).toBe('{"(amount)":1}');
    expect(respellKeys('{"quantity":1}', body.fromVenue)).toBe('{"amount":1}');
  });
});

describe('renamed query', () => {
  it('changes its names and keeps its values', () => {
    const respelling = create({ query: { symbol: 'ccy pair' } });
    expect(respellPath('/v2/ticker?symbol=EUR%2FUSD&x=symbol', respelling)).toBe(
      '/v2/ticker?ccy%20pair=EUR%2FUSD&x=symbol',
    );
    expect(respellPath('/v2/ticker', respelling)).toBe('/v2/ticker');
    expect(respellQuery('', respelling.query.toVenue)).toBe('');
  });
});

describe('body moved into the query', () => {
  it('is restored when it is read', () => {
    expect(toBodyQuery('{"tradeId":"FXI 1&2"}')).toBe('tradeId=FXI+1%262');
    const texts = fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' }), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(texts, (fields) => {
        const isSafe = !Object.hasOwn(fields, '__proto__');
        fc.pre(isSafe);
        expect(JSON.parse(fromBodyQuery(toBodyQuery(JSON.stringify(fields))))).toEqual(fields);
      }),
    );
  });
});

describe('renamed shape of a response', () => {
  it.each([
    ['list', '{"a":1}', '[{"a":1}]'],
    ['list', '[1,2]', '[1,2]'],
    ['one', '[{"a":1}]', '{"a":1}'],
    ['one', '[1,2]', '[1,2]'],
    ['one', '[]', '[]'],
    ['empty', '[1]', ''],
  ] as const)('%s makes of %s %s', (shape, text, expected) => {
    expect(respellAnswer(text, create({ shape }))).toBe(expected);
  });
});
