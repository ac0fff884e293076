// Own strategies that fail while they run: halted with their own message, in every mode alike.
import { afterAll, expect, it } from 'vitest';
import { runWeir } from './weir.js';
import { cleanUp, makeSession } from './workspace.js';

afterAll(cleanUp);

/** A strategy file whose `run` has this body; an author's types need not be right. */
function formatStrategy(body: string): string {
  return `import { defineStrategy, limit, symbol } from 'weir';
import { EMPTY, ignoreElements, map, take } from 'rxjs';
import { z } from 'zod';

export default defineStrategy({
  id: 'broken',
  summary: 'Broken.',
  params: z.strictObject({ symbol: symbol() }),
  run: (ctx: any): any => { ${body} },
});
`;
}

function makeBroken(body: string) {
  const strategy = { strategy: './broken.ts', params: { symbol: 'EUR/USD' } };
  return makeSession({ strategies: [strategy] }, { 'broken.ts': formatStrategy(body) });
}

const RATES = "ctx.rates('EUR/USD')";

it.each([
  ['throws when it starts', "throw new Error('no luck');", 'no luck (broken.ts:9:35)'],
  [
    'throws on a rate',
    `return ${RATES}.pipe(map(() => {\n// here\nthrow new Error('no luck'); }));`,
    'no luck (broken.ts:11:7)',
  ],
  [
    'recurses without end',
    'const one = (): void => {\ntwo(); };\nconst two = (): void => {\none(); };\none();',
    'Maximum call stack size exceeded (broken.ts)',
  ],
  ['returns no stream', 'return 5;', 'found 5 (broken.ts)'],
  ['emits undefined', `return ${RATES}.pipe(take(3), map(() => undefined));`, 'expected an intent'],
  ['emits a number', `return ${RATES}.pipe(take(3), map(() => 5));`, 'expected an intent'],
  [
    'subscribes to a symbol without rates',
    "return ctx.rates('GBP/USD');",
    'found GBP/USD (broken.ts:9:40)',
  ],
])('strategy that %s is halted, with exit code 3', async (_, body, words) => {
  const { dir } = makeBroken(body);
  for (const command of ['backtest', 'paper']) {
    const options = [command, 'session.yaml', '--out', command];
    const { code, stdout, stderr } = await runWeir(options, { cwd: dir });
    expect({ command, code, stderr }).toEqual({ command, code: 3, stderr });
    expect(stderr).toMatch(/^HALT \(strategy\) broken: /m);
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toContain('HALT');
  }
  expect((await runWeir(['replay', 'paper'], { cwd: dir })).code).toBe(0);
});

it('strategy that ends at once ends its session', async () => {
  const { dir } = makeBroken('return EMPTY;');
  for (const command of ['backtest', 'paper']) {
    const { code, stderr } = await runWeir([command, 'session.yaml'], { cwd: dir });
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr });
  }
});

it.each([
  ['orders', 'ctx.orders'],
  ['rates', RATES],
  ['a timer', 'ctx.time.timer(5_000_000)'],
])('strategy whose own subscription to %s throws is halted', async (_, stream) => {
  const { dir } = makeBroken(
    `${stream}.subscribe(() => { throw new Error('no luck'); });
     return ${RATES}.pipe(take(30), map(({ offer }: any) => limit({
       symbol: 'EUR/USD', side: 'Buy', size: 1_000, price: offer })));`,
  );
  for (const command of ['backtest', 'paper']) {
    const { code, stderr } = await runWeir([command, 'session.yaml'], { cwd: dir });
    expect({ command, code, stderr }).toEqual({ command, code: 3, stderr });
    expect(stderr).toContain('own subscription threw "no luck"');
    expect(stderr).not.toMatch(/\n\s+at /);
  }
});

it('note of a strategy may have any value', async () => {
  const fields = '{ nothing: undefined, ratio: 0 / 0, big: 10n, text: "x" }';
  const { dir } = makeBroken(
    `return ${RATES}.pipe(take(3), map(() => ctx.note('seen', ${fields})), ignoreElements());`,
  );
  for (const command of ['backtest', 'paper']) {
    const args = [command, 'session.yaml', '--out', command];
    const { code, stderr } = await runWeir(args, { cwd: dir });
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr });
  }
  expect((await runWeir(['replay', 'paper'], { cwd: dir })).code).toBe(0);
});
