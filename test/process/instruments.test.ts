// Recordings that say too little: what Weir asks for, and what it does once it is told.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runWeir } from './weir.js';
import { cleanUp, makeWorkspace, SIMULATOR } from './workspace.js';

afterAll(cleanUp);

function readFixture(name: string): string {
  return readFileSync(
    fileURLToPath(new URL(`../recordings/fixtures/${name}`, import.meta.url)),
    'utf8',
  );
}

interface Parts {
  readonly rates: string;
  readonly params: object;
  readonly recording?: object;
  readonly instruments?: object;
  readonly limits?: object;
}

/** A workspace whose `session.yaml` buys by TWAP on the given rates. */
function makeSession({ rates, params, recording = {}, instruments, limits }: Parts) {
  const session = {
    name: 'terms',
    clock: 'venue',
    simulator: 'simulator.yaml',
    recording: { file: 'rates.csv', speed: 10, loop: true, ...recording },
    limits: 'limits.yaml',
    ...(instruments === undefined ? {} : { instruments }),
    strategies: [{ strategy: 'twap', params }],
  };
  return makeWorkspace({
    'rates.csv': rates,
    'simulator.yaml': SIMULATOR,
    'limits.yaml': JSON.stringify({
      staleRate: { maxReceivedAgeSeconds: 36_000, maxVenueAgeSeconds: { G10: 36_000, DA: 36_000 } },
      ...limits,
    }),
    'session.yaml': JSON.stringify(session, undefined, 2),
  });
}

describe('BTC/USD, which is not in the fallback table', () => {
  const rates = readFixture('btcusd.csv');
  const params = { symbol: 'BTC/USD', side: 'Sell', size: 0.5, duration: '20s', slices: 4 };
  const terms = { ratePrecision: 1, sizeIncrement: 0.0001 };

  it.each([
    [{}, 'ratePrecision'],
    [{ 'BTC/USD': { ratePrecision: 1 } }, 'sizeIncrement'],
  ])('missing instrument term is named: terms %j', async (instruments, missing) => {
    const { dir } = makeSession({ rates, params, instruments });
    for (const command of ['check', 'backtest', 'paper']) {
      const { code, stdout, stderr } = await runWeir([command, 'session.yaml'], { cwd: dir });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('rates.csv:2: BTC/USD is not in the fallback table: ');
      expect(stderr).toContain(`instruments."BTC/USD".${missing} is missing (instrument.unknown)`);
    }
  });

  it('backtest trades by the terms of the configuration', async () => {
    const { dir, read } = makeSession({ rates, params, instruments: { 'BTC/USD': terms } });
    const check = await runWeir(['check', 'session.yaml'], { cwd: dir });
    expect(check.stdout).toMatch(
      /^instruments +BTC\/USD \(1 decimals, least [\d.]+, step 0\.0001\)$/m,
    );
    for (const command of ['backtest', 'paper']) {
      const args = [command, 'session.yaml', '--out', command];
      const { code, stderr } = await runWeir(args, { cwd: dir });
      expect(code, stderr).toBe(0);
      const summary = JSON.parse(read(`${command}/summary.json`));
      expect(summary).toMatchObject({ filledQuantity: 0.5, position: -0.5, ratePrecision: 1 });
    }
  });

  it('size that is not a multiple of the step is refused', async () => {
    const odd = { ...params, size: 0.50005 };
    const { dir } = makeSession({ rates, params: odd, instruments: { 'BTC/USD': terms } });
    const { code, stderr } = await runWeir(['check', 'session.yaml'], { cwd: dir });
    expect(code).toBe(1);
    expect(stderr).toContain('expected a multiple of 0.0001 BTC, found 0.50005');
  });
});

describe('GBP/USD without sizes', () => {
  const rates = readFixture('gbpusd-m1.csv');
  const params = { symbol: 'GBP/USD', side: 'Buy', size: 300_000, duration: '12m', slices: 3 };
  const crossedAt =
    1 +
    rates
      .trimEnd()
      .split('\n')
      .slice(1)
      .findIndex((row) => {
        const [, , bid, offer] = row.split(',');
        return Number(bid) > Number(offer);
      }) +
    1;

  it('missing size of the recording is named', async () => {
    const { dir } = makeSession({ rates, params });
    const { code, stderr } = await runWeir(['backtest', 'session.yaml'], { cwd: dir });
    expect(code).toBe(1);
    expect(stderr).toContain(
      'rates.csv:2: found no bid size, and an unknown size does not count as zero',
    );
    expect(stderr).toContain('set recording.size: N | unlimited (N in units of the base)');
  });

  it('first crossed row stops the backtest with a way to go on', async () => {
    expect(crossedAt).toBeGreaterThan(1);
    const { dir } = makeSession({ rates, params, recording: { size: 'unlimited' } });
    const { code, stderr } = await runWeir(['backtest', 'session.yaml'], { cwd: dir });
    expect(code).toBe(1);
    expect(stderr).toContain(`rates.csv:${crossedAt}: expected the bid at or below the offer`);
    expect(stderr).toContain('set recording.badRows: skip to leave such rows out');
  });

  it('badRows: skip leaves out crossed rows and counts them', async () => {
    const recording = { size: 'unlimited', badRows: 'skip', speed: 60 };
    const { dir, read } = makeSession({ rates, params, recording });
    const check = await runWeir(['check', 'session.yaml'], { cwd: dir });
    expect(check.stdout).toMatch(/^left out +[1-9]\d* bad rows$/m);
    for (const command of ['backtest', 'paper']) {
      const args = [command, 'session.yaml', '--out', command];
      const { code, stderr } = await runWeir(args, { cwd: dir });
      expect(code, stderr).toBe(0);
      expect(JSON.parse(read(`${command}/summary.json`))).toMatchObject({
        filledQuantity: params.size,
        orderStates: { FILLED: 3 },
      });
      expect(read(`${command}/summary.json`)).toMatch(/[1-9]\d* bad rows left out|left out/);
    }
  });

  it('fills are limited by the size of the configuration', async () => {
    const recording = { size: 60_000, badRows: 'skip' };
    const { dir, read } = makeSession({ rates, params, recording });
    const args = ['backtest', 'session.yaml', '--out', 'out'];
    expect((await runWeir(args, { cwd: dir })).code).toBe(0);
    const [head = '', ...fills] = read('out/fills.csv').trimEnd().split('\n');
    const at = head.split(',').findIndex((name) => /quantity|size/i.test(name));
    const sizes = fills.map((line) => Number(line.split(',')[at]));
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBe(60_000);
  });
});
