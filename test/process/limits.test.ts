// Limits over the starts of a bot (RC61, H02): what lets more through than the last is a person's
// word.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import { startVenue, type Venue } from './venue.js';
import { runWeir } from './weir.js';
import {
  cleanUp,
  LIMITS,
  makeSession,
  PASSWORD,
  toVenue,
  TWAP,
  type Workspace,
} from './workspace.js';

let venue: Venue;

beforeAll(async () => {
  venue = await startVenue(makeSession());
});
afterAll(cleanUp);

const env = { WEIR_PASSWORD: PASSWORD };
const withSize = (G10: number) => JSON.stringify({ ...JSON.parse(LIMITS), maxOrderSize: { G10 } });

function run({ dir }: Workspace, ...more: readonly string[]) {
  return runWeir(['run', 'session.yaml', ...more], { cwd: dir, env });
}

/** Its whole parent is refused where `expected` is 1. */
async function check({ dir }: Workspace, expected = 0): Promise<string> {
  const { code, stdout } = await runWeir(['check', 'session.yaml'], { cwd: dir });
  expect(code).toBe(expected);
  if (expected === 1) expect(stdout).toMatch(/^is refused +parent twap\/.*: RC\d\d: /m);
  return stdout;
}

it('weir check lists the symbols that RC01 allows to each strategy', async () => {
  const lists = (allowedSymbols: object) =>
    JSON.stringify({ ...JSON.parse(LIMITS), allowedSymbols });
  const workspace = makeSession({}, { 'limits.yaml': lists({ byStrategy: { other: [] } }) });
  expect(await check(workspace)).toMatch(/^may trade +twap: EUR\/USD$/m);
  for (const stated of [{ symbols: ['USD/JPY'] }, { forbidden: ['EUR/USD'] }]) {
    workspace.write('limits.yaml', lists(stated));
    expect(await check(workspace, 1)).toMatch(/^may trade +twap: nothing \(RC01\)$/m);
  }
});

it('weir check names limits that refuse every order', async () => {
  const workspace = makeSession({}, { 'limits.yaml': withSize(1_000) });
  expect(await check(workspace)).not.toContain('but refused');
  workspace.write('limits.yaml', withSize(999));
  const least = 'RC04 allows at most 999, the smallest order of EUR/USD is 1000';
  expect(await check(workspace)).toContain(`but refused    ${least}\n`);
  const others = { allowedOrderTypes: { types: [] }, accountCurrency: 'XXX' };
  workspace.write('limits.yaml', JSON.stringify({ ...JSON.parse(LIMITS), ...others }));
  expect(await check(workspace, 1)).toMatch(
    /^but refused +RC02 allows no order type; no symbol converts into accountCurrency XXX$/m,
  );
});

describe('start with other limits than the previous one', () => {
  it('looser limits are refused until accepted, and the acceptance is journaled', async () => {
    const params = { ...TWAP, duration: '2s', slices: 1 };
    const workspace = makeSession(
      { venue: toVenue(venue.url), strategies: [{ strategy: 'twap', params }] },
      { 'limits.yaml': withSize(1_000_000) },
    );
    expect(await check(workspace)).not.toContain('since last');
    expect((await run(workspace, '--out', 'first')).code).toBe(0);
    expect(await check(workspace)).toMatch(/^since last +same$/m);

    // Three zeros too many: no flag helps.
    workspace.write('limits.yaml', withSize(1_000_000_000));
    const far = await run(workspace, '--out', 'far', '--accept-limit-increase', ...SIGNED);
    expect([far.code, far.stderr]).toEqual([1, expect.stringContaining('(config.ceiling)')]);

    workspace.write('limits.yaml', withSize(5_000_000));
    expect(await check(workspace)).toContain('RC04.G10 1000000 -> 5000000 (a start needs --acc');
    const bare = await run(workspace, '--out', 'bare');
    expect(bare.code).toBe(1);
    expect(bare.stderr).toContain('found RC04.G10 1000000 -> 5000000; to accept them: --accept');
    const nameless = await run(workspace, '--out', 'bare', '--accept-limit-increase');
    expect([nameless.code, nameless.stderr]).toEqual([2, expect.stringContaining('--by NAME')]);

    const signed = await run(workspace, '--out', 'signed', '--accept-limit-increase', ...SIGNED);
    // It starts, and finds the parent done.
    expect([signed.code, signed.stderr]).toEqual([1, expect.stringContaining('NOT STARTED')]);
    const [epoch] = readRecords(workspace.path('signed'), 'epoch');
    expect(epoch).toMatchObject({
      limitChanges: [{ what: 'RC04.G10', old: '1000000', new: '5000000', isLooser: true }],
      limitsAccepted: { by: 'kim', reason: 'larger clients' },
    });

    // Lower again: nobody has to say anything.
    workspace.write('limits.yaml', withSize(2_000_000));
    const lower = await run(workspace, '--out', 'lower');
    expect([lower.code, lower.stderr]).toEqual([1, expect.stringContaining('NOT STARTED')]);
    expect(await check(workspace)).toMatch(/^since last +same$/m);
  });
});

const SIGNED = ['--by', 'kim', '--reason', 'larger clients'];

interface Row {
  readonly id: string;
  readonly limit: string;
}

it('`weir controls CONFIG` shows the limits of the configuration', async () => {
  const { dir } = makeSession({}, { 'limits.yaml': withSize(7) });
  const assess = async (...words: readonly string[]) => {
    const { code, stdout } = await runWeir(['controls', ...words, '--json'], { cwd: dir });
    expect(code).toBe(0);
    const { controls } = JSON.parse(stdout) as { readonly controls: readonly Row[] };
    return controls.find(({ id }) => id === 'RC04')?.limit;
  };
  expect(await assess()).toBe('G10: 1000000, EM: 500000, DA: 1000000');
  expect(await assess('session.yaml')).toBe('G10: 7, EM: 500000, DA: 1000000');
});
