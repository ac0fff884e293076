import { createHash } from 'node:crypto';
import * as rxjs from 'rxjs';
import { describe, expect, it } from 'vitest';
import * as zod from 'zod';
import { type Fault, formatFault } from '../../src/domain/index.js';
import * as weir from '../../src/index.js';
import { loadStrategy } from '../../src/strategy-loader/load-strategy.js';
import { compileStrategy } from '../../src/strategy-loader/compile.js';

const FILE = '/nowhere/my-strategy.ts';

async function load(text: string, file = FILE): Promise<unknown> {
  const loaded = await loadStrategy({ file, text });
  if (!loaded.ok) throw new Error(formatFault(loaded.fault));
  return loaded.value.definition;
}

async function faultOf(text: string, file = FILE): Promise<Fault> {
  const loaded = await loadStrategy({ file, text });
  if (loaded.ok) throw new Error('expected a fault');
  return loaded.fault;
}

const STRATEGY = `
import { defineStrategy, limit, symbol, type Rate } from 'weir';
import { map, type Observable } from 'rxjs';
import { z } from 'zod';

interface Edge { readonly bps: number }
const edge = { bps: 2 } satisfies Edge as Edge;

export default defineStrategy({
  id: 'mine',
  summary: 'Buys at the offer.',
  params: z.strictObject({ symbol: symbol() }),
  run: (ctx) => (ctx.rates(ctx.params.symbol) as Observable<Rate>).pipe(
    map((rate) => limit({ symbol: rate.symbol, side: 'BUY', size: edge.bps, price: rate.offer })),
  ),
});
`;

describe('strategy file', () => {
  it('is loaded from its text, wherever it lies, with no packages beside it', async () => {
    const loaded = await loadStrategy({ file: FILE, text: STRATEGY });
    if (!loaded.ok) throw new Error(formatFault(loaded.fault));
    const { definition, file, text, sha256 } = loaded.value;
    expect(definition).toMatchObject({ id: 'mine', summary: 'Buys at the offer.' });
    expect({ file, text }).toEqual({ file: FILE, text: STRATEGY });
    expect(sha256).toBe(createHash('sha256').update(STRATEGY).digest('hex'));
  });

  it('runs from its cached compilation, whatever a compiler would make of its text', async () => {
    const first = await loadStrategy({ file: FILE, text: STRATEGY });
    if (!first.ok) throw new Error(formatFault(first.fault));
    const { compiled } = first.value;
    const pinned = { ...compiled, code: compiled.code.replace('"mine"', '"pinned"') };
    const loaded = await loadStrategy({ file: FILE, text: 'no program (' }, pinned);
    if (!loaded.ok) throw new Error(formatFault(loaded.fault));
    expect(loaded.value.definition).toMatchObject({ id: 'pinned', summary: 'Buys at the offer.' });
    expect(loaded.value.compiled).toEqual(pinned);
    expect(loaded.value.renew()).toMatchObject({ ok: true, value: { id: 'pinned' } });
  });

  it('has source positions although it was compiled before', async () => {
    const text = `import { defineStrategy } from 'weir';\nexport const one: number = 1;\n
export default defineStrategy({ id: 'x', run: 1 } as never);\nthrow new Error('no');\n`;
    const compiled = await compileStrategy({ file: FILE, text });
    if (!compiled.ok) throw new Error(formatFault(compiled.fault));
    const loaded = await loadStrategy({ file: FILE, text }, compiled.value);
    expect(loaded).toEqual(await loadStrategy({ file: FILE, text }));
    expect(loaded).toMatchObject({ ok: false, fault: { code: 'strategy.load' } });
  });

  it('is compiled once for each name and text', () => {
    const source = { file: FILE, text: STRATEGY };
    const compiled = compileStrategy(source);
    expect(compileStrategy({ ...source })).toBe(compiled);
    expect(compileStrategy({ ...source, file: '/nowhere/other.ts' })).not.toBe(compiled);
    expect(compileStrategy({ ...source, text: `${STRATEGY}\n` })).not.toBe(compiled);
  });

  it('runs: its stream turns rates into intents', async () => {
    const definition = (await load(STRATEGY)) as weir.StrategyDefinition;
    const params = definition.params.parse({ symbol: 'EUR/USD' });
    const rates = rxjs.of({ symbol: 'EUR/USD', offer: 1.25 });
    const context = { params, rates: () => rates } as unknown as weir.StrategyContext<unknown>;
    const intents: weir.Intent[] = [];
    definition.run(context).subscribe((intent) => intents.push(intent));
    expect(intents).toMatchObject([{ kind: 'place', side: 'BUY', size: 2, price: 1.25 }]);
  });

  it('shares the classes of this Weir, its RxJS and its zod', async () => {
    const text = `
      import { Rate } from 'weir';
      import { Observable, BehaviorSubject as Subject } from 'rxjs';
      import z, { ZodType, z as named } from 'zod';
      import * as whole from 'zod';
      export default [Rate, Observable, Subject, z, ZodType, named, whole.string];`;
    const found = await load(text);
    const { z, ZodType, string } = zod;
    const expected = [weir.Rate, rxjs.Observable, rxjs.BehaviorSubject, z, ZodType, z, string];
    expect((found as unknown[]).map((item, index) => item === expected[index])).toEqual(
      expected.map(() => true),
    );
  });

  it('is loaded anew each time', async () => {
    const text = 'export default { count: 0 };';
    expect(await load(text)).not.toBe(await load(text));
  });

  it('may be JavaScript', async () => {
    const text = 'const a = 1, b = 2, c = 3;\nexport default [a < b, c > (4)];';
    expect(await load(text, '/nowhere/mine.mjs')).toEqual([true, false]);
  });

  it('may start with a shebang line', async () => {
    expect(await load('#!/usr/bin/env weir\nexport default 1;')).toBe(1);
  });

  it('is strict, as modules are', async () => {
    expect(await load('export default (function () { return this; })();')).toBeUndefined();
  });
});

describe('definition of a strategy', () => {
  const strategy = "{ id: 'a', summary: '', params: z.object({}), run: () => EMPTY }";
  const imports = "import { z } from 'zod'; import { EMPTY } from 'rxjs';";

  it.each([
    ['the default export', 'export const other = 1; export default { id: 1 };', { id: 1 }],
    ['the only export', 'export const mine = { id: 2 };', { id: 2 }],
    [
      'the only export that is a strategy',
      `${imports} export const ids = [1]; export const mine = ${strategy};`,
      { id: 'a' },
    ],
  ])('is %s', async (_, text, definition) => {
    expect(await load(text)).toMatchObject(definition);
  });

  it.each([
    ['no export', 'const a = 1;', 'found no export'],
    ['many exports', 'export const a = 1, b = 2;', 'found the exports a, b'],
    [
      'many strategies',
      `${imports} export const a = ${strategy}; export const b = ${strategy}; export const c = 1;`,
      'found the strategies a, b',
    ],
  ])('is not found among %s', async (_, text, found) => {
    const fault = await faultOf(text);
    expect(fault).toMatchObject({ code: 'strategy.export', where: FILE });
    expect(fault.message).toBe(`expected export default defineStrategy({...}), ${found}`);
  });
});

describe('fault of a strategy file', () => {
  it.each([
    ['TypeScript', "const é = 'é'; let x: = 1;", 1, 23],
    ['a later line', 'export const a = 1;\nexport const b = {;\n', 2, 19],
    ['a name declared twice', 'let a = 1;\nlet a = 2;', 2, 5],
    ['a bad pattern', 'export const a = 1;\nexport default /(/;', 2, 16],
  ])('of syntax names its place: %s', async (_, text, line, column) => {
    const fault = await faultOf(text);
    expect(fault.code).toBe('strategy.syntax');
    expect(fault.where).toBe(`${FILE}:${String(line)}:${String(column)}`);
  });

  it('with a forbidden construct names its place in TypeScript, and the remedy', async () => {
    const text = [
      'interface A { readonly at: Date }',
      '',
      'export default (a: A): number => {',
      '  return a.at ? Date.now() : 0;',
      '};',
    ].join('\n');
    expect(await faultOf(text)).toEqual({
      code: 'strategy.forbidden',
      message: 'Date is not allowed in a strategy: use ctx.now() and ctx.time',
      where: `${FILE}:4:17`,
    });
  });

  it('with several forbidden constructs lists each on its own line', async () => {
    const text =
      "import fs from 'node:fs';\nexport default () => {\n" +
      '  fs.a(process.env);\n  setTimeout(() => 1, 5);\n};';
    const fault = await faultOf(text);
    expect(fault).toMatchObject({ code: 'strategy.forbidden', where: FILE });
    const [first, ...others] = fault.message.split('\n');
    expect(first).toBe('found 3 things to change:');
    expect(others).toHaveLength(3);
    expect(others[0]).toContain(`  ${FILE}:1:16: "node:fs" cannot be imported: `);
    expect(others[1]).toContain(`  ${FILE}:3:8: process is not allowed in a strategy: `);
    expect(others[2]).toContain(`  ${FILE}:4:3: setTimeout is not allowed in a strategy: `);
  });

  it('lists at most 20 constructs and counts the rest', async () => {
    const fault = await faultOf(`export default [${'Date, '.repeat(23)}];`);
    const lines = fault.message.split('\n');
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe('  and 3 more');
  });

  it('is not caused by types, nor by what the compiler adds', async () => {
    const text =
      "import type { Stats } from 'node:fs';\nimport { Process } from './types.js';\n" +
      'export const a: Promise<Stats> | Process | undefined = undefined;\n' +
      'enum E { Date }\n{ using x = null; x; }\nexport default E.Date;';
    expect(await load(text)).toBe(0);
  });

  it('of a name that a module does not have names its place', async () => {
    const text =
      "import { z } from 'zod';\nimport { map, debouncTime } from 'rxjs';\n" +
      'export default [z, map, debouncTime];';
    expect(await faultOf(text)).toEqual({
      code: 'strategy.load',
      message: 'expected an export of rxjs, found no debouncTime',
      where: `${FILE}:2:15`,
    });
  });

  it('of a file that throws names the place', async () => {
    const text =
      'interface A { readonly b: { c: number } }\n' +
      'const a: A = JSON.parse("{}");\nexport default a.b.c;';
    const fault = await faultOf(text);
    expect(fault).toMatchObject({ code: 'strategy.load', where: `${FILE}:3:20` });
    expect(fault.message).toContain('cannot load the strategy: TypeError: Cannot read');
  });

  it('of a file that throws something else names the file', async () => {
    expect(await faultOf('throw "no";')).toEqual({
      code: 'strategy.load',
      message: 'cannot load the strategy: no',
      where: FILE,
    });
  });

  it('of an endless text names its length', async () => {
    expect(await faultOf(' '.repeat(2_000_000))).toMatchObject({
      code: 'strategy.load',
      where: FILE,
    });
  });
});
