// Strategies that change the language's own objects: in no process of Weir do they get to.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { runWeir } from './weir.js';
import { cleanUp, makeSession } from './workspace.js';

afterAll(cleanUp);

const TAMPERING = readFileSync(
  fileURLToPath(new URL('fixtures/tampering.ts', import.meta.url)),
  'utf8',
);
const SIZE = 50_000_000;

function make() {
  const strategy = './tampering.ts';
  const strategies = [{ strategy, params: { symbol: 'EUR/USD', size: SIZE } }];
  return makeSession(
    { strategies },
    {
      'tampering.ts': TAMPERING,
      'sweep.yaml': JSON.stringify({
        ...{ name: 'sweep', session: 'session.yaml' },
        ranges: { 'tampering.size': [SIZE, SIZE + 1_000] },
      }),
    },
  );
}

it.each(['backtest', 'paper'])(
  'strategy that changes built-in objects is still refused by limits, in a %s',
  async (command) => {
    const { dir, read } = make();
    const run = await runWeir([command, 'session.yaml', '--out', 'out'], { cwd: dir });
    const { orders, refusals, halts } = JSON.parse(read('out/summary.json'));
    expect({ orders, halts, stderr: run.stderr }).toMatchObject({ orders: 0, halts: [] });
    expect(Object.keys(refusals)).toContain('RC04');
  },
);

it("strategy that changes built-in objects is still refused in a sweep's worker", async () => {
  const { dir, read } = make();
  const args = ['sweep', 'sweep.yaml', '--workers', '1', '--out', 'out'];
  const { code, stderr } = await runWeir(args, { cwd: dir });
  expect(code, stderr).toBe(0);
  const { rows } = JSON.parse(read('out/results.json'));
  const refused = { orders: 0, refused: 1, refusedBy: 'RC04 1', halts: 0 };
  expect(rows).toMatchObject([refused, refused]);
});
