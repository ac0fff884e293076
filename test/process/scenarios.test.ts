// The shipped scenarios against the real bot: it fills the parent, or ends honestly.
import { cpSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import { makeResting, openReader, startRun, startVenue, writeRun } from './venue.js';
import { runWeir } from './weir.js';
import {
  cleanUp,
  LOGIN,
  makeSession,
  PASSWORD,
  SIMULATOR,
  TWAP,
  type Workspace,
} from './workspace.js';

const SCENARIOS = fileURLToPath(new URL('../../config/scenarios', import.meta.url));

afterAll(cleanUp);

/** Gives the simulator of a workspace a shipped scenario. */
function addScenario(workspace: Workspace, name: string): Workspace {
  const simulator = { ...(JSON.parse(SIMULATOR) as object), scenario: `scenarios/${name}.yaml` };
  workspace.write('simulator.yaml', JSON.stringify(simulator));
  cpSync(SCENARIOS, workspace.path('scenarios'), { recursive: true });
  return workspace;
}

/** A paper session under a scenario, to its end. */
async function runPaper(name: string) {
  const workspace = addScenario(makeSession(), name);
  const args = ['paper', 'session.yaml', '--out', 'out'];
  const ended = await runWeir(args, { cwd: workspace.dir });
  const summary = JSON.parse(workspace.read('out/summary.json')) as Summary;
  const results = readRecords(workspace.path('out'), 'send-result');
  const replayed = await runWeir(['replay', 'out'], { cwd: workspace.dir });
  return { ...ended, summary, results, replayed };
}

interface Summary {
  readonly filledQuantity: number;
  readonly orderStates: Readonly<Record<string, number>>;
  readonly refusals: Readonly<Record<string, number>>;
  readonly halts: readonly unknown[];
}

describe('weir paper with a scenario', () => {
  it('parent is filled over a flaky network, each order once', async () => {
    const { code, stderr, summary, results, replayed } = await runPaper('flaky-network');
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('all own orders have ended, verified by query\n');
    expect(stderr).toMatch(/read of rate EUR\/USD: (?:reset|cut-short|closed)/);
    expect(results.some(({ transport }) => transport !== undefined)).toBe(true);
    expect(summary).toMatchObject({ filledQuantity: TWAP.size, halts: [] });
    expect(Object.keys(summary.orderStates)).toEqual(['FILLED']);
    expect(replayed.code).toBe(0);
  });

  it('parent is filled at a slow venue; its 404 is not a rejection', async () => {
    const { code, stderr, summary, replayed } = await runPaper('slow-venue');
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('read of rate EUR/USD: status 429');
    expect(summary).toMatchObject({ filledQuantity: TWAP.size, halts: [] });
    // After 429 requests are slowed down (RC34), which may turn back an order before it leaves.
    const { ABANDONED: turnedBack = 0, ...placed } = summary.orderStates;
    expect(Object.keys(placed)).toEqual(['FILLED']);
    expect(stderr.match(/not sent: \S+ RC34/g) ?? []).toHaveLength(turnedBack);
    expect(replayed.code).toBe(0);
  });

  it('maintenance pauses orders; the bot logs in again and reports the rest', async () => {
    const { code, stderr, summary, replayed } = await runPaper('maintenance');
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('all own orders have ended, verified by query\n');
    expect(stderr).toContain('read of rate EUR/USD: status 503');
    expect(stderr).toContain('the venue rejected an order with tradingDisabled');
    // The pages slow the requests down (RC34), which may turn back some orders before they leave;
    // so may the pause those that were approved before it (RC69). Each is told.
    const { ABANDONED: turnedBack = 0, ...placed } = summary.orderStates;
    expect(placed).toEqual({ FILLED: 1, REJECTED: 1 });
    expect(stderr.match(/not sent: \S+ RC\d\d/g) ?? [], stderr).toHaveLength(turnedBack);
    expect(summary.filledQuantity).toBe(TWAP.size / TWAP.slices);
    // Where the machine stalls, polls are missing for long enough to pause as well; that is told.
    const gap = stderr.includes('WARN (RC56)') ? ['RC56'] : [];
    const turned = stderr.match(/(?<=not sent: \S+ )RC\d\d/g) ?? [];
    const known = ['RC51', ...gap, ...turned];
    expect(known).toEqual(expect.arrayContaining(Object.keys(summary.refusals)));
    expect(summary.refusals).toHaveProperty('RC51');
    expect(replayed.code).toBe(0);
  });

  it('serious error halts with exit code 3', async () => {
    const { code, stderr, summary, replayed } = await runPaper('serious-error');
    expect(code, stderr).toBe(3);
    expect(stderr).toMatch(/^HALT \(RC52\): the venue reports a serious error: +SeriousError/m);
    expect(summary.halts).toHaveLength(1);
    expect(summary.filledQuantity).toBeLessThan(TWAP.size);
    expect(replayed.code).toBe(0);
  });
});

describe('weir run with a scenario', () => {
  it('serious error cancels working orders', async () => {
    const workspace = addScenario(makeResting('GTC'), 'serious-error');
    // Of some orders a list tells before they are asked for; one of three is asked for.
    const scenario = workspace.read('scenarios/serious-error.yaml').replace('skip: 4', 'skip: 1');
    workspace.write('scenarios/serious-error.yaml', scenario);
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const bot = startRun(workspace);
    const { code, stderr } = await bot.end();
    expect(code, stderr).toBe(3);
    expect(stderr).toMatch(/^HALT \(RC52\)/m);
    expect(stderr).toContain('all own orders have ended, verified by query\n');
    const commands = readRecords(workspace.path('out'), 'command');
    expect(commands.some(({ kind }) => kind === 'cancel')).toBe(true);
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
  });
});

describe('weir simulate with a scenario', () => {
  it('fault in a scenario file is reported with its place', async () => {
    const workspace = makeSession();
    const text = 'faults:\n  - match: { routes: [placeOrders] }\n    effect: { kind: dealy }\n';
    workspace.write('wrong.yaml', text);
    const args = ['simulate', 'simulator.yaml', '--port', '0', '--scenario', 'wrong.yaml'];
    const { code, stdout, stderr } = await runWeir(args, { cwd: workspace.dir });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/wrong\.yaml:2:23: .*"placeOrders" \(did you mean "placeOrder"/);
    expect(stderr).toMatch(/wrong\.yaml:3:21: .*effect.*dealy/);
  });

  it('simulator saves its state at the end and restores it', async () => {
    const workspace = makeSession();
    const simulator = { ...(JSON.parse(SIMULATOR) as object), controlToken: 'let-me-move' };
    workspace.write('simulator.yaml', JSON.stringify(simulator));
    const stopped = ['--speed', '0'];
    const first = await startVenue(workspace, ...stopped, '--save', 'state.jsonl');
    const token = await place(first.url, 'kept');
    first.process.signal('SIGTERM');
    const { code, stderr } = await first.process.end();
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'state saved to state.jsonl\n' });
    expect(statSync(workspace.path('state.jsonl')).mode & 0o077).toBe(0);

    const second = await startVenue(workspace, ...stopped, '--restore', 'state.jsonl');
    const headers = { SSO_TOKEN: token };
    const answer = await fetch(`${second.url}/v2/orders?coId=kept`, { headers });
    expect(await answer.json()).toMatchObject({ coId: 'kept', orderId: '5120000001' });

    const other = { ...simulator, venue: { seed: 99 } };
    workspace.write('simulator.yaml', JSON.stringify(other));
    const args = ['simulate', 'simulator.yaml', '--port', '0', '--restore', 'state.jsonl'];
    const refused = await runWeir(args, { cwd: workspace.dir });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('expected the settings of the saved simulator');
  });
});

/** Logs in and places an order; the token. */
async function place(url: string, coId: string): Promise<string> {
  const post = (path: string, body: object, token = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', SSO_TOKEN: token },
      body: JSON.stringify(body),
    });
  const login = await post('/v2/sso/login', { ...LOGIN, pass: PASSWORD });
  const token = login.headers.get('SSO_TOKEN') ?? '';
  const order = {
    ...{ coId, type: 'Limit', timeInForce: 'GTC', side: 'Buy', symbol: 'EUR/USD' },
    ...{ currency: 'EUR', size: 5_000, price: 1.2 },
  };
  expect((await post('/v2/orders', order, token)).status).toBe(202);
  return token;
}
