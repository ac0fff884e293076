// Where Weir is a library the language's own objects can be replaced, and the gate blinded with
// them: the second check lets nothing leave all the same.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { map, skip, take } from 'rxjs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { runBacktest } from '../../../backtest/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { summarise } from '../../../src/report/index.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { defineStrategy, limit } from '../../../src/strategy/index.js';

const START_MS = 1_783_944_000_000;
const LIMITS = `maxThroughTouch: off
staleRate: off
maxOrderSize: { G10: 1000000 }
maxOrderNotional: { max: 2000000 }
priceCollar: { maxBps: { G10: 50 } }
`;

/** Runs an order as wanted, and `patch` right before it; what `patch` did is undone afterwards. */
async function run(order: { size: number; price: number }, patch: () => () => void) {
  const dir = mkdtempSync(join(tmpdir(), 'weir-second-'));
  const rows = Array.from({ length: 20 }, (_, i) => {
    return `${START_MS + i * 1_000},EUR/USD,1.1,1.1001,90000000,90000000`;
  });
  writeFileSync(
    join(dir, 'rates.csv'),
    `time,symbol,bid,offer,bidSize,offerSize\n${rows.join('\n')}\n`,
  );
  writeFileSync(join(dir, 'limits.yaml'), LIMITS);
  writeFileSync(join(dir, 'patching.ts'), '// Its definition is in the test.\n');
  writeFileSync(
    join(dir, 'session.yaml'),
    'name: case\nrecording: { file: rates.csv }\nlimits: limits.yaml\n' +
      'polling: { view: every }\nstrategies: [{ strategy: patching, params: {} }]\n',
  );
  let undo = () => {};
  const definition = defineStrategy({
    id: 'patching',
    summary: 'Patches, then orders.',
    params: z.strictObject({}),
    run: (ctx) =>
      ctx.rates('EUR/USD').pipe(
        skip(5),
        take(1),
        map(() => {
          undo = patch();
          return limit({ symbol: 'EUR/USD', side: 'Buy', ...order });
        }),
      ),
  });
  const registry = new Map([['patching', { file: join(dir, 'patching.ts'), definition }]]);
  const plan = unwrap(await loadPlan(join(dir, 'session.yaml'), registry));
  const halts: string[] = [];
  const messages: string[] = [];
  try {
    const notify = (message: string) => {
      undo();
      undo = () => {};
      messages[messages.length] = message;
    };
    const { collector, endAt, digest } = unwrap(runBacktest(plan, { notify }));
    const summary = summarise(collector.finish(endAt, digest));
    for (const { rule } of summary.halts) halts.push(rule);
    return { fills: summary.fills, halts, refusals: summary.refusals, told: messages };
  } finally {
    undo();
  }
}

/** Replaces a method of what everybody uses. */
function replace(on: object, key: PropertyKey, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(on, key);
  Object.defineProperty(on, key, { value, writable: true, configurable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(on, key);
    else Object.defineProperty(on, key, before);
  };
}

const LARGE = { size: 50_000_000, price: 1.1001 };
const FAR = { size: 100_000, price: 900 };

it.each([
  ['isAlertOnly', true, LARGE, ['RC04']],
  ['isPause', true, FAR, ['RC14']],
] as const)('no breach is softened by %s of all objects', async (key, value, order, rules) => {
  const { fills, refusals } = await run(order, () => replace(Object.prototype, key, value));
  expect({ fills, rules: Object.keys(refusals) }).toEqual({ fills: 0, rules });
});

const BLINDING: readonly (readonly [string, typeof FAR, object, string, () => unknown])[] = [
  ['figures that are all nothing', FAR, Math, 'abs', () => 0],
  ['lists that pick nothing', LARGE, Array.prototype, 'filter', () => []],
];

it.each(BLINDING)('%s do not let an order pass', async (_, order, on, key, value) => {
  const { fills, halts, told } = await run(order, () => replace(on, key, value));
  expect({ fills, halts }, told.join('\n')).toEqual({ fills: 0, halts: ['RC72'] });
  expect(told.join('\n')).toContain(
    'RC72: the gate approved this order, the second check refuses it: its ',
  );
});
