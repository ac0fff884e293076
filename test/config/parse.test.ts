// Faults of parseConfig and parsePart on texts that a schema refuses: exact messages and places.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { faultAt, parseConfig, parseKeys, parsePart } from '../../src/config/index.js';
import { durationText } from '../../src/validation/time-schema.js';
import { formatFault } from '../../src/domain/index.js';

/** The one-line faults of a text, in order; empty when the text is right. */
function check(text: string, schema: z.ZodType): readonly string[] {
  const result = parseConfig({ file: 'a.yaml', text }, schema);
  return result.ok ? [] : result.fault.faults.map(formatFault);
}

const word = z.enum(['paper', 'live', 'backtest']);
const kinds = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed'), delay: durationText }),
  z.strictObject({ kind: z.literal('normal'), mean: z.number() }),
]);
const forms = z.union([
  z.strictObject({ kind: z.literal('a'), x: z.number() }),
  z.strictObject({ kind: z.literal('b'), y: z.number(), z: z.number() }),
  z.union([z.strictObject({ list: z.array(z.number()) }), z.string()]),
]);
const symbolKey = z.string().regex(/^[A-Z]{3}\/[A-Z]{3}$/, 'expected a symbol such as EUR/USD');

describe('wrong value', () => {
  it.each<[string, z.ZodType, string]>([
    ['abc', z.number(), 'expected a number, found "abc"'],
    ['"5"', z.number(), 'expected a number, found "5"'],
    ['1,000,000', z.number(), 'expected a number, found "1,000,000" (write 1000000)'],
    ['1 000.5', z.number(), 'expected a number, found "1 000.5" (write 1000.5)'],
    ['5', durationText, 'expected a duration with its unit, such as 250ms, 5s or 8m, found 5'],
    ['.inf', z.number(), 'expected a number, found Infinity'],
    ['.nan', z.number(), 'expected a number, found NaN'],
    ['1e400', z.number(), 'expected a number, found Infinity'],
    ['1.5', z.int(), 'expected a whole number, found 1.5'],
    ['yes', z.boolean(), 'expected true or false, found "yes"'],
    ['5', z.string(), 'expected text, found 5'],
    ['true', z.string(), 'expected text, found true'],
    ['', z.string(), 'expected text, found an empty value'],
    ['~', z.number(), 'expected a number, found an empty value'],
    ['x', z.array(z.number()), 'expected a list, found "x"'],
    ['[1]', z.strictObject({}), 'expected a map, found a list of 1 item'],
    ['[1, 2]', z.number(), 'expected a number, found a list of 2 items'],
    ['[]', z.array(z.number()).min(1), 'expected at least 1 item, found an empty list'],
    ['[1, 2]', z.array(z.number()).max(1), 'expected at most 1 item, found a list of 2 items'],
    ['[1]', z.tuple([z.number(), z.number()]), 'expected at least 2 items, found a list of 1 item'],
    ['{b: 1}', z.number(), 'expected a number, found a map'],
    ['1', z.null(), 'expected an empty value, found 1'],
    ['2', z.number().min(3), 'expected at least 3, found 2'],
    ['3', z.number().gt(3), 'expected above 3, found 3'],
    ['4', z.number().max(3), 'expected at most 3, found 4'],
    ['3', z.number().lt(3), 'expected below 3, found 3'],
    ['7', z.number().multipleOf(5), 'expected a multiple of 5, found 7'],
    ['ab', z.string().min(3), 'expected at least 3 characters, found "ab"'],
    ['ab', z.string().max(1), 'expected at most 1 character, found "ab"'],
    ['ab', z.string().length(3), 'expected exactly 3 characters, found "ab"'],
    ['ab', z.string().regex(/^c/), 'expected text that matches /^c/, found "ab"'],
    ['ab', z.string().startsWith('c'), 'expected text that starts with "c", found "ab"'],
    ['ab', z.string().endsWith('c'), 'expected text that ends with "c", found "ab"'],
    ['ab', z.string().includes('c'), 'expected text with "c" in it, found "ab"'],
    ['ab', z.url(), 'expected a valid url, found "ab"'],
    [
      'papper',
      word,
      'expected "paper", "live" or "backtest", found "papper" (did you mean "paper"?)',
    ],
    ['x', word, 'expected "paper", "live" or "backtest", found "x"'],
    ['1', word, 'expected "paper", "live" or "backtest", found 1'],
    ['4', z.literal(3), 'expected 3, found 4'],
    ['x', z.literal([true, 3]), 'expected true or 3, found "x"'],
    [
      '5',
      z.number().refine((value) => value < 1, 'expected less than 1'),
      'expected less than 1, found 5',
    ],
    ['5', z.number().refine((value) => value < 1), 'expected another value, found 5'],
    ['5', z.string('expected a name'), 'expected a name, found 5'],
    ['{b: 1}', z.looseObject({}).refine(() => false, 'expected c with b'), 'expected c with b'],
  ])('%s is reported as: %3$s', (text, schema, message) => {
    // The value stands at 1:4; an empty one is told at its key.
    const place = text === '' ? 'a.yaml:1:1' : 'a.yaml:1:4';
    expect(check(`a: ${text}`, z.strictObject({ a: schema }))).toEqual([
      `${place}: a: ${message} (config.value)`,
    ]);
  });

  it('is cut at 60 characters', () => {
    const [message] = check('x'.repeat(61), z.number());
    expect(message).toContain(`found "${'x'.repeat(57)}..."`);
    expect(check('x'.repeat(60), z.number())[0]).toContain(`found "${'x'.repeat(60)}"`);
  });

  it('cannot garble a terminal', () => {
    const [message] = check('"\\e[2J\\x9b\\u202e\\n"', z.number());
    expect(message).toContain('found "\\u001b[2J\\u009b\\u202e\\n"');
  });

  it('lists at most 12 words of an enum', () => {
    const letters = 'a b c d e f g h i j k l m'.split(' ');
    const [message] = check('1', z.enum(letters));
    expect(message).toContain('"k", "l", ..., found 1');
  });

  it.each(['password', 'ssoToken', 'SSO_TOKEN', 'api-key', 'venue secret', 'authorization'])(
    'is hidden when its key is %s',
    (key) => {
      const own = z.string().refine(() => false, { error: ({ input }) => `bad ${String(input)}` });
      for (const schema of [z.number(), own, z.enum(['hunter3']), z.string().max(1)]) {
        const [message] = check(`${key}: hunter2`, z.looseObject({ [key]: schema }));
        expect(message).toContain('[hidden]');
        expect(message).not.toMatch(/hunter2|did you mean/);
      }
    },
  );

  it.each(['passive', 'compass', 'tokyo'])('is shown when its key is %s', (key) => {
    expect(check(`${key}: abc`, z.looseObject({ [key]: z.number() }))[0]).toContain('found "abc"');
  });
});

describe('wrong key', () => {
  const schema = z.strictObject({ limits: z.strictObject({ size: z.number() }).optional() });

  it.each([
    ['limit: 1', '1:1: expected a known key, found `limit` (did you mean `limits`?)'],
    ['zzz: 1', '1:1: expected a known key, found `zzz` (known keys: limits)'],
    [
      'limits:\n  size: 1\n  siz: 2',
      '3:3: limits: expected a known key, found `siz` (did you mean `size`?)',
    ],
    [
      '{"limits": {"size": 1, "x": 2}}',
      '1:24: limits: expected a known key, found `x` (known keys: size)',
    ],
  ])('%j is reported at the key', (text, message) => {
    expect(check(text, schema)).toEqual([`a.yaml:${message} (config.unknown-key)`]);
  });

  it('is reported once per key', () => {
    expect(check('x: 1\ny: 2', z.strictObject({}))).toEqual([
      'a.yaml:1:1: expected a known key, found `x` (config.unknown-key)',
      'a.yaml:2:1: expected a known key, found `y` (config.unknown-key)',
    ]);
  });

  it('is reported in maps of free keys', () => {
    expect(check('EUR/USD: 1\neurusd: 2', z.record(symbolKey, z.number()))).toEqual([
      'a.yaml:2:1: expected a symbol such as EUR/USD as key, found `eurusd` (config.unknown-key)',
    ]);
    expect(check('papr: 2', z.partialRecord(word, z.number()))).toEqual([
      'a.yaml:1:1: expected a known key, found `papr` (did you mean `paper`?) (config.unknown-key)',
    ]);
  });

  it('is refused when it would vanish', () => {
    const message = 'a.yaml:1:1: expected a known key, found `__proto__` (config.unknown-key)';
    expect(check('__proto__: {a: 1}', z.record(z.string(), z.unknown()))).toEqual([message]);
  });
});

describe('missing key', () => {
  it('is missing although every object inherits one of its name', () => {
    const schema = z.strictObject({ constructor: z.number() });
    expect(check('{}', schema)).toEqual([
      'a.yaml:1:1: constructor: expected a number, found no such key (config.missing-key)',
    ]);
  });

  it.each<[string, string, z.ZodType]>([
    [
      '{}',
      'a.yaml:1:1: b: expected a number, found no such key',
      z.strictObject({ b: z.number() }),
    ],
    ['{}', 'a.yaml:1:1: b: expected "x", found no such key', z.strictObject({ b: z.literal('x') })],
    [
      'a:\n  - c: 1\n  - d: 2',
      'a.yaml:3:5: a[1].c: expected a number, found no such key',
      z.looseObject({ a: z.array(z.looseObject({ c: z.number() })) }),
    ],
    [
      'x: 1\na:\n  c: 1',
      'a.yaml:2:1: a.d: expected a map, found no such key',
      z.looseObject({ a: z.looseObject({ d: z.looseObject({}) }) }),
    ],
  ])('of %j is reported at its parent', (text, message, schema) => {
    expect(check(text, schema)).toEqual([`${message} (config.missing-key)`]);
  });
});

describe('union', () => {
  it.each<[string, z.ZodType, readonly string[]]>([
    [
      'fixd',
      z.union([z.number(), z.literal('fixed')]),
      ['1:1: expected a number or "fixed", found "fixd" (did you mean "fixed"?) (config.value)'],
    ],
    [
      '0',
      z.union([z.number().min(1), z.literal('all')]),
      ['1:1: expected at least 1, found 0 (config.value)'],
    ],
    [
      'x',
      z.union([durationText, z.literal('off')]),
      ['1:1: expected a duration such as 250ms, 5s or 8m or "off", found "x" (config.value)'],
    ],
    [
      'kind: fixd',
      kinds,
      [
        '1:7: kind: expected "fixed" or "normal", found "fixd" (did you mean "fixed"?)' +
          ' (config.value)',
      ],
    ],
    [
      'mean: 1',
      kinds,
      ['1:1: kind: expected "fixed" or "normal", found no such key (config.missing-key)'],
    ],
    ['5', kinds, ['1:1: expected a map, found 5 (config.value)']],
    ['{kind: normal, mean: x}', kinds, ['1:22: mean: expected a number, found "x" (config.value)']],
    [
      '{kind: fixed, delay: x}',
      kinds,
      ['1:22: delay: expected a duration such as 250ms, 5s or 8m, found "x" (config.duration)'],
    ],
    ['5', forms, ['1:1: expected a map or text, found 5 (config.value)']],
    ['list: [x]', forms, ['1:8: list[0]: expected a number, found "x" (config.value)']],
    [
      '{kind: b, x: 1}',
      forms,
      [
        '1:1: y: expected a number, found no such key (config.missing-key)',
        '1:1: z: expected a number, found no such key (config.missing-key)',
        '1:11: expected a known key, found `x` (known keys: kind, y, z) (config.unknown-key)',
      ],
    ],
    [
      '{kind: b, y: q, z: 1, w: 2}',
      forms,
      [
        '1:14: y: expected a number, found "q" (config.value)',
        '1:23: expected a known key, found `w` (known keys: kind, y, z) (config.unknown-key)',
      ],
    ],
    [
      '{kind: b, y: q}',
      forms,
      [
        '1:14: y: expected a number, found "q" (config.value)',
        '1:1: z: expected a number, found no such key (config.missing-key)',
      ],
    ],
  ])('reports of %s what its nearest form expects', (text, schema, messages) => {
    const places = messages.map((message) => `a.yaml:${message}`);
    expect(check(text, schema)).toEqual(expect.arrayContaining(places));
    expect(check(text, schema)).toHaveLength(messages.length);
  });
});

describe('several problems', () => {
  const schema = z.strictObject({ a: z.number(), b: z.number(), c: z.number() });

  it('are one fault that lists them in the order of the text', () => {
    const result = parseConfig({ file: 'a.yaml', text: 'c: z\nb: y\na: x' }, schema);
    expect(result.ok ? '' : formatFault(result.fault)).toBe(
      [
        'a.yaml: expected a valid text, found 3 problems:',
        '  a.yaml:1:4: c: expected a number, found "z"',
        '  a.yaml:2:4: b: expected a number, found "y"',
        '  a.yaml:3:4: a: expected a number, found "x"',
        '3 in all (config.invalid)',
      ].join('\n'),
    );
  });

  it('are listed up to 20 and counted beyond', () => {
    const text = `[${Array.from({ length: 23 }, () => 'x').join(', ')}]`;
    const result = parseConfig({ file: 'a.yaml', text }, z.array(z.number()));
    expect(result).toMatchObject({ ok: false, fault: { code: 'config.invalid', where: 'a.yaml' } });
    expect(result.ok ? [] : result.fault.faults).toHaveLength(20);
    expect(result.ok ? '' : result.fault.message).toMatch(
      /found 23 problems:[^]*\n23 in all, 3 not/,
    );
  });
});

describe('parsePart', () => {
  const source = {
    file: 'a.yaml',
    text: 'strategies:\n  - id: twap\n    params:\n      size: abc\n      siz: 1\n',
  };
  const outer = z.strictObject({
    strategies: z.array(z.strictObject({ id: z.string(), params: z.unknown() })),
  });
  const params = z.strictObject({ size: z.number(), window: durationText.prefault('30s') });

  it('reports paths and places of the whole text', () => {
    const whole = parseConfig(source, outer);
    const value = whole.ok ? whole.value.strategies[0]?.params : undefined;
    const result = parsePart(source, ['strategies', 0, 'params'], value, params);
    expect(result.ok ? [] : result.fault.faults.map(formatFault)).toEqual([
      'a.yaml:4:13: strategies[0].params.size: expected a number, found "abc" (config.value)',
      'a.yaml:5:7: strategies[0].params: expected a known key, found `siz` (did you mean `size`?)' +
        ' (config.unknown-key)',
    ]);
  });

  it('gives the parsed part', () => {
    const result = parsePart(source, ['strategies', 0, 'params'], { size: 5 }, params);
    expect(result).toEqual({ ok: true, value: { size: 5, window: 30_000_000 } });
  });

  it('hides values below a key that names a secret', () => {
    const part = parsePart(
      { file: 'a.yaml', text: 'secrets: {venue: hunter2}' },
      ['secrets'],
      { venue: 'hunter2' },
      z.strictObject({ venue: z.number() }),
    );
    expect(part.ok ? '' : part.fault.message).toBe(
      'secrets.venue: expected a number, found [hidden]',
    );
  });

  it('points to the part when there is no params key at all', () => {
    const bare = { file: 'a.yaml', text: 'strategies:\n  - id: twap\n' };
    const result = parsePart(bare, ['strategies', 0, 'params'], undefined, params);
    expect(result.ok ? '' : formatFault(result.fault)).toBe(
      'a.yaml:2:5: strategies[0].params: expected a map, found no such key (config.value)',
    );
  });
});

describe('faultAt', () => {
  it('points to a value, or to the nearest part above that the text has', () => {
    const source = { file: 'a.yaml', text: 'a:\n  EUR/USD: [1, x]\n' };
    expect(faultAt(source, ['a', 'EUR/USD', 1], 'session.symbol', 'unknown')).toEqual({
      code: 'session.symbol',
      message: 'a."EUR/USD"[1]: unknown',
      where: 'a.yaml:2:16',
    });
    expect(faultAt(source, ['a', 'b', 'c'], 'x.y', 'z').where).toBe('a.yaml:1:1');
    expect(faultAt(source, [], 'x.y', 'z')).toMatchObject({ message: 'z', where: 'a.yaml:1:1' });
    const empty = { file: 'a.yaml', text: '# nothing\n' };
    expect(faultAt(empty, ['a'], 'x.y', 'z').where).toBe('a.yaml');
  });
});

describe('the parser', () => {
  it('makes zod work without code generation', () => {
    expect(z.config().jitless).toBe(true);
  });
});

describe('some keys of a text', () => {
  const schema = z.strictObject({ a: z.strictObject({ x: z.number() }), b: z.string().optional() });
  const read = (text: string) => {
    const found = parseKeys({ file: 'a.yaml', text }, schema);
    return found.ok ? found.value : found.fault.faults.map(formatFault).join('\n');
  };

  it.each([
    ['c: 1\na: {x: 1, x: 2}\n', 'a.yaml:2:11: a: expected each key once'],
    ['a: {x: 1}\na: {x: 2}\n', 'a.yaml:2:1: expected each key once'],
    ['c: 1\nc: 2\na: {x: y}\n', 'a.yaml:3:8: a.x: expected a number'],
    ['- a\n- b\n- b: 1\n  b: 2\n', 'a: expected'],
  ])('of %j have faults of their own', (text, expected) => {
    expect(read(text)).toMatch(/^.+$/);
    expect(read(text)).toContain(expected);
  });

  it('of invalid YAML are not distinguished', () => {
    expect(read('a: {x: 1}\nc: [}\n')).toContain('a.yaml:2:5: ');
  });

  it.each([
    ['a: {x: 1}\nc: 1\nc: 2\nd: {e: 1, e: 2}\n', { a: { x: 1 } }],
    [
      'c: {x: 1, x: 2}\nb: word\nd: 1.2345678901234567890\na:\n  x: 3\n',
      { a: { x: 3 }, b: 'word' },
    ],
  ])('of %j may have faults beside them', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});
