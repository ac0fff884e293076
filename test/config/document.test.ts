// YAML itself: what is refused before any schema, and the position of everything.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { locate, parseConfig } from '../../src/config/index.js';
import { formatFault } from '../../src/domain/index.js';
import type { Path } from '../../src/validation/describe-found.js';

function read(text: string): unknown {
  const result = parseConfig({ file: 'a.yaml', text }, z.unknown());
  return result.ok ? result.value : formatFault(result.fault);
}

describe('text that is not YAML', () => {
  it.each([
    [
      'a: [1,\nb: 2',
      '2:1: expected valid YAML: Flow sequence in block collection must be sufficiently indented' +
        ' and end with a ]\n    b: 2\n    ^',
    ],
    ['{"a": 1', '1:8: expected valid YAML: Flow map must end with a }\n    {"a": 1\n           ^'],
    [
      'a: 1\n b: 2',
      '1:4: expected valid YAML: Nested mappings are not allowed in compact mappings\n' +
        '    a: 1\n       ^',
    ],
    [
      'a:\r\n  b: @\r\n',
      '2:6: expected valid YAML: Plain value cannot start with reserved character @\n' +
        '      b: @\n         ^',
    ],
    ['a:\n\tb: 1', '2:1: expected spaces as indentation, found a tab\n    \tb: 1\n    ^'],
    ['a: 1\n---\nb: 2', '2:1: expected one document, found a second one\n    ---\n    ^'],
    ['[a]: b', '1:1: expected plain text as a key, found a list or a map\n    [a]: b\n    ^'],
    ['a: !x 1', '1:4: expected valid YAML: Unresolved tag: !x\n    a: !x 1\n       ^'],
    [
      'a: !!binary aGk=',
      '1:4: expected valid YAML: Unresolved tag: tag:yaml.org,2002:binary\n' +
        '    a: !!binary aGk=\n       ^',
    ],
    [
      'a: @\u001b',
      '1:4: expected valid YAML: Plain value cannot start with reserved character @\n' +
        '    a: @?\n       ^',
    ],
    [
      'password: "hunter2',
      '1:19: expected valid YAML, found a fault in a line that names a secret',
    ],
    [
      '[{"token": "hunter2" x',
      '1:22: expected valid YAML, found a fault in a line that names a secret',
    ],
  ])('%j is reported with its line and a caret', (text, message) => {
    expect(read(text)).toBe(`a.yaml:${message} (config.syntax)`);
  });

  it('is reported with a part of a very long line', () => {
    const message = read(`${'x'.repeat(500)}: @${'y'.repeat(500)}`);
    expect(message).toContain(
      `\n    ${'x'.repeat(37)}: @${'y'.repeat(40)}\n    ${' '.repeat(39)}^`,
    );
  });

  it('has every wrong line reported', () => {
    const message = read('a: @\nb: 1\nc: `\n');
    expect(message).toMatch(/found 2 problems:\n {2}a\.yaml:1:4: [^]*\n {2}a\.yaml:3:4: /);
  });
});

describe('YAML text', () => {
  it('is read by the rules of YAML 1.2, whatever its directive says', () => {
    expect(read('%YAML 1.1\n---\na: yes\nb: 0o17\nc: 012\n<<: {d: 1}')).toEqual({
      a: 'yes',
      b: 15,
      c: 12,
      '<<': { d: 1 },
    });
    expect(read('a: off\nb: 1_000\n1: 12:30\ntrue: ~')).toEqual({
      a: 'off',
      b: '1_000',
      '1': '12:30',
      true: null,
    });
  });

  it('may not repeat a key', () => {
    expect(read('a: 1\nb:\n  - c: 1\n    d: 2\n    "c": 3\n')).toBe(
      'a.yaml:5:5: b[0]: expected each key once, found `c` again (first on line 3)' +
        ' (config.duplicate-key)',
    );
    expect(read('{"1": a, 1: b}')).toContain('found `1` again');
  });

  it.each([
    '1000000.10000000000000000001',
    '0.1234567890123456',
    '-1.234567890123456e5',
    '12345678901234567',
    '9007199254740993',
    '123456789012345.6',
    '0xfffffffffffffff',
  ])('may not have the number %s, which would lose digits', (text) => {
    expect(read(`a:\n  - ${text}`)).toBe(
      `a.yaml:2:5: a[0]: expected at most 15 significant digits, found ${text} (config.digits)`,
    );
  });

  it.each([
    ['123456789012345', 123456789012345],
    ['9007199254740991', 9007199254740991],
    ['1.10000000000000000000000', 1.1],
    ['0.00000000000123456789012345', 1.23456789012345e-12],
    ['100000000000000000000', 1e20],
    ['1.5e3', 1500],
    ['0xff', 255],
    ['"0.12345678901234567890"', '0.12345678901234567890'],
  ])('may have %s', (text, value) => {
    expect(read(`a: ${text}`)).toEqual({ a: value });
  });

  it('with a repeated key has the later value and its position', () => {
    const result = parseConfig(
      { file: 'a.yaml', text: 'a: x\na: y' },
      z.looseObject({ a: z.number() }),
    );
    const faults = result.ok ? [] : result.fault.faults.map(formatFault);
    expect(faults).toContain('a.yaml:2:4: a: expected a number, found "y" (config.value)');
  });

  it.each([
    ['a: { size: 1,000,000 }', '1:12: a.size: expected a number without commas (write 1000000)'],
    ['a: { size: 1,000, b: 2 }', '1:12: a.size: expected a number without commas (write 1000)'],
  ])('has no commas in a number: %s', (text, message) => {
    expect(read(text)).toContain(`a.yaml:${message}, found 1,`);
  });

  it('may have numbers as keys', () => {
    expect(read('{ a: 1, 200: 2 }')).toEqual({ a: 1, 200: 2 });
  });

  it('with a secret that loses digits is reported without them', () => {
    expect(read('pass: 12345678901234567')).not.toContain('12345');
  });

  it('has faults of its own rules and of the schema reported together, in order', () => {
    const schema = z.strictObject({ a: z.number(), b: z.string() });
    const text = 'b: 1\na: 0.1234567890123456\na: 2\n';
    const result = parseConfig({ file: 'a.yaml', text }, schema);
    expect(result.ok ? [] : result.fault.faults.map(({ code }) => code)).toEqual([
      'config.value',
      'config.digits',
      'config.duplicate-key',
    ]);
  });
});

describe('aliases and depth', () => {
  it('allow a part to be reused', () => {
    expect(read('a: &x {b: 1}\nc: *x')).toEqual({ a: { b: 1 }, c: { b: 1 } });
  });

  it.each([
    ['a: *x', '1:4: expected an anchor &x above, found none'],
    ['a: *x\nb: &x 1', '1:4: expected an anchor &x above, found none'],
    ['a: &x [*x]', '1:8: expected *x outside of &x, found it inside'],
    [`a: &x 1\nb: [${'*x, '.repeat(101)}]`, '2:405: expected at most 100 aliases, found more'],
  ])('refuse %.20j', (text, message) => {
    expect(read(text)).toBe(`a.yaml:${message} (config.alias)`);
  });

  it('refuse aliases that multiply', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 9; level += 1) {
      const part = `*a${String(level - 1)}`;
      lines.push(`a${String(level)}: &a${String(level)} [${Array(9).fill(part).join(', ')}]`);
    }
    const message = 'expected aliases that stand for at most 100 values, found more';
    expect(read(lines.join('\n'))).toBe(`a.yaml: ${message} (config.alias)`);
  });

  it('allow 64 levels and refuse more, however many', () => {
    expect(Array.isArray(read('['.repeat(64) + ']'.repeat(64)))).toBe(true);
    for (const levels of [65, 500, 100_000]) {
      const message = read('['.repeat(levels) + ']'.repeat(levels));
      expect(message).toContain('expected at most 64 levels, found more');
    }
  });
});

describe('locate', () => {
  const text = [
    'name: x',
    'limits:',
    '  size: 5',
    '  empty:',
    'base: &base {deep: [1, 2]}',
    'list:',
    '  - id: a',
    '    again: *base',
    '  - [7, {"k": 8}]',
    '"quoted key": 9',
  ].join('\n');

  it.each<[Path, number, number]>([
    [[], 1, 1],
    [['name'], 1, 7],
    [['limits'], 2, 1],
    [['limits', 'size'], 3, 9],
    [['limits', 'empty'], 4, 3],
    [['base', 'deep', 1], 5, 24],
    [['list', 0], 7, 5],
    [['list', 0, 'again'], 8, 12],
    [['list', 0, 'again', 'deep'], 5, 20],
    [['list', 1, 1, 'k'], 9, 15],
    [['quoted key'], 10, 15],
  ])('finds %j on line %i, column %i', (path, line, column) => {
    expect(locate({ file: 'a.yaml', text }, path)).toEqual({ line, column });
  });

  it.each<[Path]>([
    [['nothing']],
    [['name', 'deeper']],
    [['list', 2]],
    [['list', 'id']],
    [['limits', 'empty', 'x']],
  ])('finds nothing at %j', (path) => {
    expect(locate({ file: 'a.yaml', text }, path)).toBeUndefined();
  });

  it('finds every plain value of any JSON where JSON.stringify put it', () => {
    const key = fc.string({ maxLength: 5 }).filter((name) => name !== '__proto__');
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const source = { file: 'a.json', text: JSON.stringify(value, null, 1) };
        expect(parseConfig(source, z.unknown())).toEqual({ ok: true, value });
        const lines = source.text.split('\n');
        for (const [path, plain] of listLeaves(value)) {
          const { line, column } = locate(source, path) ?? { line: 0, column: 0 };
          const rest = lines[line - 1]?.slice(column - 1) ?? '';
          expect(rest.replace(/,$/, '')).toBe(JSON.stringify(plain));
        }
      }),
    );
  });
});

function listLeaves(value: unknown): readonly (readonly [Path, unknown])[] {
  if (typeof value !== 'object' || value === null) return [[[], value]];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item] as const)
    : Object.entries(value);
  return entries.flatMap(([part, inner]) => {
    return listLeaves(inner).map(([path, leaf]) => [[part, ...path], leaf] as const);
  });
}
