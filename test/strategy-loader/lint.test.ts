import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { describe, expect, it } from 'vitest';
import { compileStrategy } from '../../src/strategy-loader/compile.js';
import { checkStrategyRules } from '../../src/strategy-loader/lint.js';

function check(text: string): string[] {
  const program = parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  return checkStrategyRules(program).map(
    ({ line, column, message }) => `${String(line)}:${String(column)} ${message}`,
  );
}

describe('strategy may', () => {
  it.each([
    ['import weir, rxjs and zod', 'import { z } from "zod"; import { a } from "weir"; z(a);'],
    ['import all of zod', 'import * as z from "zod"; z.object({});'],
    ['use generators', 'function* ids() { yield 1; } export const all = [...ids()];'],
    [
      'use language features',
      'JSON.stringify([new Map([[NaN, 2 ** 3]]), Number.MAX_VALUE, undefined]);',
    ],
    ['use Math', 'const { floor, max: most } = Math; floor(most(Math.pow(2, 3), Math["PI"]));'],
    ['use its arguments', 'export function f() { return arguments.length; }'],
    ['refer to itself', 'const f = function g() { g(); }; const C = class D { x = D; }; f(C);'],
    ['label a loop', 'process: for (;;) { for (;;) continue process; break process; }'],
    ['use new.target', 'export function F() { return new.target; }'],
    [
      'delay until a stream emits',
      'import { delayWhen, NEVER } from "rxjs"; delayWhen(() => NEVER);',
    ],
  ])('%s', (_, text) => {
    expect(check(text)).toEqual([]);
  });

  it.each([
    ['a member', 'export const f = (rate) => rate.Date + rate.process.fetch;'],
    ['a key', 'export const o = { Date: 1, process() {}, get console() { return 1; } };'],
    [
      'a private or public field',
      'export class C { Date = 1; #process = 2; f() { return this.#process; } }',
    ],
    [
      'a parameter',
      '((process, { Date }, [fetch = 1], ...console) => [process, Date, fetch, console])();',
    ],
    ['a variable of a block', '{ const performance = 1; performance; }'],
    [
      'a var anywhere in the function',
      'function f() { Date; if (1) { for (var Date of []); } } f();',
    ],
    ['a function', 'setTimeout(); function setTimeout() {}'],
    ['a class', 'export class Worker {}; new Worker();'],
    [
      'a loop variable',
      'for (const Date of [1]) { Date; } for (let process = 0; process < 1; process++);',
    ],
    ['a caught error', 'try { f(); } catch (process) { process; } function f() {}'],
    ['a variable of a switch', 'switch (1) { case 1: let Date = 1; Date; }'],
    ['an import', 'import { z as process } from "zod"; process.object({});'],
    ['an exported name', 'const x = 1; export { x as Date };'],
    ['a renamed part', 'const { Date: at } = { Date: 1 }; at;'],
    ['a static block', 'class C { static { var Date = 1; Date; } } C;'],
  ])('name its own variable like a forbidden global: %s', (_, text) => {
    expect(check(text)).toEqual([]);
  });

  it.each([
    'import { delay } from "rxjs"; (ctx) => delay(5, ctx.time.scheduler);',
    'import { timer } from "rxjs"; (ctx) => timer(0, 5, ctx.time.scheduler);',
    'import { timer } from "rxjs"; (ctx) => timer(5, ctx.time.scheduler);',
    'import { timestamp } from "rxjs"; ({ scheduler }) => timestamp(scheduler);',
    'import { timeout } from "rxjs"; (ctx) => timeout({ scheduler: ctx.time.scheduler });',
    'import { bufferTime } from "rxjs"; (ctx) => bufferTime(5, 1, ctx.time.scheduler);',
    'import { ReplaySubject } from "rxjs"; (ctx) => new ReplaySubject(1, 5, ctx.time.scheduler);',
    'import { ReplaySubject } from "rxjs"; new ReplaySubject(1) instanceof ReplaySubject;',
    'import { shareReplay } from "rxjs"; shareReplay({ bufferSize: 1, refCount: true });',
    'import { retry } from "rxjs"; (ctx) => retry({ count: 2, delay: () => ctx.time.timer(5) });',
    'import { delay } from "weir"; delay(5);',
    'import { delay } from "rxjs"; ((delay) => delay(5))(() => 1);',
  ])('use RxJS time with a scheduler, or without a clock: %s', (text) => {
    expect(check(text)).toEqual([]);
  });
});

describe('strategy may not', () => {
  it.each([
    'Date',
    'performance',
    'setTimeout',
    'setInterval',
    'setImmediate',
    'queueMicrotask',
    'process',
    'globalThis',
    'global',
    'fetch',
    'eval',
    'Function',
    'WebAssembly',
    'Worker',
    'console',
    'Promise',
    'require',
    'crypto',
    'Intl',
    'Buffer',
    'WeakRef',
    'module',
  ])('name the global %s', (name) => {
    const [finding, ...others] = check(`\n  const f = () => [${name}];`);
    expect(finding).toMatch(new RegExp(`^2:20 ${name} is not allowed in a strategy: .*`));
    expect(others).toEqual([]);
  });

  it.each([
    ['typeof Date', '1:8 Date'],
    ['const x = { Date };', '1:13 Date'],
    ['const x = { [Date]: 1 };', '1:14 Date'],
    ['let a; a[process];', '1:10 process'],
    ['{ const Date = 1; } Date;', '1:21 Date'],
    ['(() => { var process; })(); process;', '1:29 process'],
    ['for (const Date of []); Date;', '1:25 Date'],
    ['const x = Date;\nexport { x };', '1:11 Date'],
    ['class C extends Worker {}', '1:17 Worker'],
    ['const f = (now = Date.now()) => now;', '1:18 Date'],
    ['setTimeout = 1;', '1:1 setTimeout'],
  ])('reach a global from any place: %s', (text, found) => {
    const findings = check(text);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain(`${found} is not allowed`);
  });

  it('use an undeclared name', () => {
    expect(check('navigator.x;')).toEqual([
      '1:1 navigator is not declared in this file and not part of what a strategy may use',
    ]);
  });

  it.each([
    ['async functions', 'async function f() {}', '1:1 async'],
    ['async arrows', 'export const f = async () => 1;', '1:18 async'],
    ['async methods', 'export const o = { async f() {} };', '1:27 async'],
    ['await', 'await 1;', '1:1 await'],
    ['for await', 'for await (const x of []);', '1:1 await'],
    ['import()', 'import("zod");', '1:1 import()'],
    ['import.meta', 'import.meta.url;', '1:1 import.meta'],
    ['export from', 'export { z } from "zod";', '1:19 export from'],
    ['export all', 'export * from "zod";', '1:15 export from'],
    ['Math.random', 'Math.random();', '1:1 Math.random'],
    ['Math["random"]', 'Math["random"]();', '1:1 Math.random'],
    ['random of Math', 'const { floor, random: draw } = Math;', '1:16 Math.random'],
    ['Math as a value', 'const M = Math;', '1:11 write the member of Math out'],
    ['a rest pattern of Math', 'const { ...rest } = Math;', '1:21 write the member of Math out'],
    ['a computed member of Math', 'let k; Math[k];', '1:8 write the member of Math out'],
  ])('use %s', (_, text, found) => {
    const findings = check(text);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain(found);
  });

  it.each([
    ['./other.js', 'a strategy is one file'],
    ['/tmp/other.js', 'a strategy is one file'],
    ['node:fs', 'a strategy may import weir, rxjs and zod only'],
    ['fs', 'a strategy may import weir, rxjs and zod only'],
    ['lodash', 'a strategy may import weir, rxjs and zod only'],
    ['weir/session', 'a strategy may import weir, rxjs and zod only'],
    ['rxjs/operators', 'import from "rxjs"'],
    ['zod/v4', 'import from "zod"'],
  ])('import %s', (source, advice) => {
    expect(check(`import { x } from "${source}";`)).toEqual([
      expect.stringContaining(`1:19 "${source}" cannot be imported: ${advice}`),
    ]);
  });

  it.each([
    'asyncScheduler',
    'queueScheduler',
    'asap',
    'animationFrames',
    'firstValueFrom',
    'config',
  ])('import %s of rxjs', (name) => {
    expect(check(`import { ${name} as x } from "rxjs";`)).toEqual([
      expect.stringContaining(`1:10 ${name} of rxjs is not allowed in a strategy: `),
    ]);
  });

  it.each(['* as rx', 'rx'])('import all of rxjs: %s', (what) => {
    expect(check(`import ${what} from "rxjs";`)).toEqual([
      '1:8 import the exports of rxjs that you use by name',
    ]);
  });

  it.each([
    'interval(5)',
    'timer(5)',
    'timer(0, 5)',
    'delay(5)',
    'debounceTime(5)',
    'throttleTime(5)',
    'auditTime(5)',
    'sampleTime(5)',
    'bufferTime(5)',
    'bufferTime(5, null, 3)',
    'windowTime(5)',
    'timeout(5)',
    'timeout({ first: 5 })',
    'timeoutWith(5, 1)',
    'timeInterval()',
    'timestamp()',
    'interval(5, undefined)',
    'interval(...[5])',
  ])('use RxJS time without a scheduler: %s', (call) => {
    const name = call.slice(0, call.indexOf('('));
    expect(check(`import { ${name} } from "rxjs";\n${call};`)).toEqual([
      expect.stringMatching(`^2:1 ${name} of rxjs without a scheduler .* ctx.time.scheduler`),
    ]);
  });

  it.each([
    ['ReplaySubject', 'new ReplaySubject(1, 5)'],
    ['shareReplay', 'shareReplay(1, 5)'],
    ['shareReplay', 'shareReplay({ windowTime: 5 })'],
    ['shareReplay', 'shareReplay(...[1, 5])'],
    ['publishReplay', 'publishReplay(1, 5)'],
    ['retry', 'retry({ delay: 5 })'],
    ['repeat', 'repeat({ count: 2, delay: 5 })'],
    ['delay', 'const d = delay'],
    ['delay', 'export { delay }'],
  ])('let RxJS use the system clock indirectly: %s: %s', (name, text) => {
    const findings = check(`import { ${name} } from "rxjs";\n${text};`);
    expect(findings).toEqual([expect.stringContaining('of the platform')]);
  });

  it('hide an operator behind another name', () => {
    expect(check('import { delay as late } from "rxjs"; late(5);')).toEqual([
      '1:39 delay of rxjs without a scheduler runs on timers of the platform: ' +
        'use ctx.time.delay, or pass ctx.time.scheduler as its scheduler',
    ]);
  });
});

describe('findings', () => {
  it('come in the order of the text', () => {
    expect(check('fetch(\nDate, process);').map((finding) => finding.split(' ')[0])).toEqual([
      '1:1',
      '2:1',
      '2:7',
    ]);
  });
});

describe('shipped strategies', () => {
  it('keep the rules that users keep', async () => {
    const dir = new URL('../../strategies/', import.meta.url);
    const names = readdirSync(dir).filter((name) => name.endsWith('.ts') && name !== 'index.ts');
    expect(names).not.toEqual([]);
    for (const name of names) {
      const text = readFileSync(new URL(name, dir), 'utf8');
      expect(await compileStrategy({ file: name, text })).toMatchObject({ ok: true });
    }
  });
});
