// Several recordings of a configuration: one set of instruments and one result.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runBacktest } from '../../backtest/index.js';
import { loadRegistry } from '../../src/cli/registry.js';
import { formatFault, unwrap } from '../../src/domain/index.js';
import { describeModels } from '../../src/session/index.js';
import type { Plan } from '../../src/plan/plan.js';
import { loadPlan } from '../../src/plan/load-plan.js';

const SAMPLE = fileURLToPath(
  new URL('../../config/recordings/EURUSD-2026-07-13T12.csv', import.meta.url),
);
const [HEADER = '', ...ROWS] = readFileSync(SAMPLE, 'utf8').trimEnd().split('\n');
const STRATEGY =
  'strategies: [{ strategy: twap, params: { symbol: EUR/USD, side: Buy, size: 5000000, ' +
  'duration: 8m, slices: 20 } }]';

async function load(recording: string, files: Readonly<Record<string, readonly string[]>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'weir-plan-'));
  for (const [name, rows] of Object.entries(files)) {
    writeFileSync(join(folder, name), [HEADER, ...rows, ''].join('\n'));
  }
  const file = join(folder, 'config.yaml');
  writeFileSync(file, `name: case\nrecording: ${recording}\n${STRATEGY}\n`);
  const plan = await loadPlan(file, await loadRegistry());
  return { plan, folder };
}

function run(plan: Plan) {
  const { digest, rates } = unwrap(runBacktest(plan));
  return { digest, rates };
}

it('several recordings give the same as one with all their rows', async () => {
  const files = {
    'a.csv': ROWS.filter((_, i) => i % 3 > 0),
    'b.csv': ROWS.filter((_, i) => i % 3 === 0),
  };
  const one = unwrap((await load(`{ file: ${SAMPLE} }`)).plan);
  const two = unwrap((await load('[{ file: a.csv }, { file: b.csv }]', files)).plan);
  expect(two.instruments).toEqual(one.instruments);
  const { firstAt, lastAt, count, medianGap } = one.recording?.facts ?? {};
  expect(two.recording?.facts).toMatchObject({ firstAt, lastAt, count, medianGap });
  expect(run(two)).toEqual(run(one));
  const [note] = describeModels(two);
  expect(note).toEqual({ label: 'Recording', value: 'a.csv, b.csv, 3,551 rates' });
});

it('several recordings are ignored by a live session whose file names one', async () => {
  const plan = unwrap((await load(`{ file: ${SAMPLE} }`)).plan);
  const venue = { baseUrl: 'https://fx.example' };
  const live = { ...plan, config: { ...plan.config, venue } } as Plan;
  expect(describeModels(live, 'run')).toEqual([{ label: 'Venue', value: venue.baseUrl }]);
  expect(describeModels(live, 'paper')[0]?.label).toBe('Recording');
});

it('several recordings have the symbols of all', async () => {
  const yen = ROWS.slice(0, 5).map((row) => {
    return row.replace('EUR/USD', 'USD/JPY').replaceAll(/(\d\.\d{3})\d*/g, '$1');
  });
  const files = { 'yen.csv': yen, 'euro.csv': ROWS.slice(0, 5) };
  const { plan } = await load('[{ file: yen.csv }, { file: euro.csv }]', files);
  const symbols = unwrap(plan).instruments.map(({ id, symbol }) => [id, symbol]);
  expect(symbols).toEqual([
    [0, 'USD/JPY'],
    [1, 'EUR/USD'],
  ]);
});

it('wrong recording of several is named', async () => {
  const { folder, plan } = await load(`[{ file: ${SAMPLE} }, { file: none.csv }]`);
  expect(plan.ok ? '' : formatFault(plan.fault).replaceAll(folder, 'DIR')).toContain(
    'DIR/config.yaml:2:',
  );
  expect(plan.ok ? '' : plan.fault.message).toContain('recording[1].file');
  const speeds = await load(`[{ file: ${SAMPLE}, speed: 2 }, { file: ${SAMPLE}, speed: 3 }]`);
  expect(speeds.plan.ok ? '' : speeds.plan.fault.message).toBe(
    'recording[1]: expected the speed and origin of the first recording, found others',
  );
});

it('unknown key of a recording is named in either form', async () => {
  for (const [text, place] of [
    [`{ file: ${SAMPLE}, sise: 1 }`, 'recording'],
    [`[{ file: ${SAMPLE}, sise: 1 }]`, 'recording[0]'],
  ] as const) {
    const { plan } = await load(text);
    expect(plan.ok ? '' : plan.fault.message).toMatch(
      `${place}: expected a known key, found \`sise\` (did you mean \`size\`?)`,
    );
  }
});
