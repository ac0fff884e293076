// Paths of another kind than a command takes: told by what they look like, and by what takes them.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { CommandError } from '../../src/cli/output.js';
import { explainPath } from '../../src/cli/explain-file-kind.js';

const CONFIG = fileURLToPath(new URL('../../config/', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'weir-wrong-'));
cpSync(CONFIG, dir, { recursive: true });
for (const [folder, inside] of [
  ['paper', 'journal'],
  ['swept', 'sweep.ndjson'],
  ['tested', 'report.html'],
] as const) {
  mkdirSync(join(dir, folder));
  if (inside === 'journal') mkdirSync(join(dir, folder, inside));
  else writeFileSync(join(dir, folder, inside), '');
}
const session = {
  ...{ recording: { file: 'rates.csv', speed: 20, loop: true }, seed: 7, clock: 'venue' },
  strategies: [{ strategy: 'resting.ts', params: { symbol: 'EUR/USD', orders: 0, lists: 0 } }],
  venue: { baseUrl: 'http://127.0.0.1:1', user: 'demo', org: 'a', account: 'b' },
};
writeFileSync(join(dir, 'one-line.yaml'), JSON.stringify(session));
writeFileSync(join(dir, 'shapeless.yaml'), 'nothing: 1\n');
writeFileSync(join(dir, 'broken.yaml'), 'name: x\nrecording: [\n');
writeFileSync(join(dir, 'orders.csv'), 'placedAt,changedAt,strategy\n1,2,3\n');

afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
});

const FAULT = new CommandError('as it was', 1);

async function explain(command: string, path: string, name = 'config'): Promise<unknown> {
  const word = name === 'sessions' || name === 'files' ? [join(dir, path)] : join(dir, path);
  return explainPath(FAULT, command, { [name]: word });
}

/** What stands in each path, and the use of it. */
const LOOKS = [
  ['paper', 'the folder of a session', '`weir replay`, `report` and `parity` take it'],
  ['swept', 'the folder of a sweep', '`weir sweep CONFIG --out FOLDER --resume` takes it'],
  ['tested', 'the folder of a backtest', 'its report is report.html in there'],
  ['sweep.yaml', 'a sweep configuration', '`weir sweep` takes it'],
  ['backtest.yaml', 'a session configuration', '`weir backtest`, `paper` and `run` take it'],
  ['simulator.yaml', 'a simulator configuration', '`weir simulate` takes it'],
  ['scenarios/slow-venue.yaml', 'a scenario of faults', '`weir simulate --scenario` takes it'],
  ['limits/live.yaml', 'a limits file', '`limits` of a session configuration names it'],
  ['calendars.yaml', 'a calendars file', '`calendars` of a session configuration names it'],
  ['policy.yaml', 'a policy file', '`weir check --policy` takes it'],
  ...['EURUSD-2026-07-13T12', 'BTCUSD-2023-02-20T12', 'GBPUSD-2012-02-m1'].map(
    (name) =>
      [
        ...([`recordings/${name}.csv`, 'a recording'] as const),
        '`weir data inspect` takes it, `recording` of a session names it',
      ] as const,
  ),
] as const;

/** What the commands take, by the name of the place in their command line. */
const TAKES: readonly (readonly [string, string, string, readonly string[]])[] = [
  ...['paper', 'backtest', 'run', 'kill', 'watchdog', 'status', 'resume', 'flatten', 'resolve'].map(
    (one) => [one, 'config', 'a session configuration', ['backtest.yaml']] as const,
  ),
  ['override', 'config', 'a session configuration', ['backtest.yaml']],
  ['record', 'config', 'a session configuration', ['backtest.yaml']],
  ['venue', 'config', 'a session configuration', ['backtest.yaml']],
  ['sweep', 'config', 'a sweep configuration', ['sweep.yaml']],
  ['simulate', 'config', 'a simulator configuration', ['simulator.yaml']],
  ['replay', 'session', 'the folder of a session', ['paper', 'tested']],
  ['report', 'sessions', 'the folder of a session', ['paper', 'tested']],
  ['parity', 'session', 'the folder of a session', ['paper', 'tested']],
  ['journal', 'folder', 'the folder of a session', ['paper']],
];

describe.each(TAKES)('weir %s', (command, place, wanted, taken) => {
  it.each(LOOKS)('on %s', async (path, look, use) => {
    const found = await explain(command, path, place);
    if (taken.includes(path)) {
      expect(found).toBe(FAULT);
      return;
    }
    expect(found).toMatchObject({
      exitCode: 1,
      message:
        `${join(dir, path)}: expected ${wanted}, found what looks like ${look}: ` +
        `${use} (cli.wrong-file)`,
    });
  });
});

describe('a fault', () => {
  it('of weir check names any configuration', async () => {
    expect(await explain('check', 'limits/live.yaml')).toBe(FAULT);
    expect(await explain('check', 'paper')).toMatchObject({
      message: expect.stringContaining('expected a configuration, found what looks like') as string,
    });
  });

  it('of weir data names recordings, and leaves files that refer to one', async () => {
    for (const path of ['backtest.yaml', 'simulator.yaml', 'paper']) {
      expect(await explain('data', path, 'files')).toBe(FAULT);
    }
    expect(await explain('data', 'sweep.yaml', 'files')).toMatchObject({
      message: expect.stringContaining('expected a recording, found') as string,
    });
  });

  it.each(['shapeless.yaml', 'broken.yaml', 'orders.csv', 'none.yaml', 'limits'])(
    'is unchanged where the kind of %s is unknown',
    async (path) => {
      for (const [command, place] of TAKES) expect(await explain(command, path, place)).toBe(FAULT);
    },
  );

  it('is unchanged where it is a bug', async () => {
    const bug = new TypeError('x');
    expect(await explainPath(bug, 'run', { config: join(dir, 'sweep.yaml') })).toBe(bug);
  });
});

it('a configuration in one line of JSON is no recording', async () => {
  expect(await explain('run', 'one-line.yaml')).toBe(FAULT);
});
