// Manual trades on the bot's login: they halt it, until the operator accepts the positions.
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import { startRun, startVenue, waitForRecords, writeRun } from './venue.js';
import { runWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD } from './workspace.js';

afterAll(cleanUp);

const CROSSING = readFileSync(
  fileURLToPath(new URL('fixtures/crossing.ts', import.meta.url)),
  'utf8',
);
const STATE = ['--state', 'state'];
const REASON = 'the desk bought on this login by hand';

async function makeBot() {
  const params = { symbol: 'EUR/USD', size: 100_000, trades: 1 };
  const strategies = [{ strategy: './crossing.ts', params }];
  const workspace = makeSession({ strategies }, { 'crossing.ts': CROSSING });
  const venue = await startVenue(workspace);
  writeRun(workspace, venue.url);
  const env = { WEIR_PASSWORD: PASSWORD };
  const resume = (input: string, ...args: string[]) =>
    runWeir(['resume', 'run.yaml', ...STATE, '--by', 'Ada', '--reason', REASON, ...args], {
      ...{ cwd: workspace.dir, env, input },
    });
  const run = () => {
    rmSync(workspace.path('out'), { recursive: true, force: true });
    return startRun(workspace, ...STATE);
  };
  return { workspace, venue, resume, run };
}

/** Somebody buys 30,000 EUR at the venue, past the bot. */
async function buyByHand(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${url}/v2/sso/login`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({ user: 'demo', pass: PASSWORD, org: 'DemoOrg' }),
  });
  const token = { ...headers, SSO_TOKEN: login.headers.get('SSO_TOKEN') ?? '' };
  const order = { coId: 'by-hand', type: 'Limit', timeInForce: 'IOC', side: 'Buy', price: 1.2 };
  const size = { currency: 'EUR', symbol: 'EUR/USD', size: 30_000 };
  const body = JSON.stringify({ ...order, ...size });
  const placed = await fetch(`${url}/v2/orders`, { method: 'POST', headers: token, body });
  expect(placed.status).toBe(202);
  for (;;) {
    const found = await fetch(`${url}/v2/orders?coId=by-hand`, { headers: token });
    const seen = found.status === 200 ? ((await found.json()) as { cumQty?: number }) : {};
    if (seen.cumQty === 30_000) return;
  }
}

/** Asks again until a minute of session time, which runs fast, has passed since the halt. */
async function untilCool(ask: () => ReturnType<typeof runWeir>): ReturnType<typeof runWeir> {
  for (;;) {
    const answer = await ask();
    if (!answer.stderr.includes('FAILED cool-down')) return answer;
  }
}

describe.concurrent('manual trades', () => {
  it.each(['running', 'dead'])('operator accepts manual trades for a %s bot', async (kind) => {
    const { workspace, venue, resume, run } = await makeBot();
    const first = run();
    await waitForRecords(workspace, first, 'trade', 1);
    expect((await first.end()).code).toBe(0);
    await buyByHand(venue.url);
    const halted = run();
    await waitForRecords(workspace, halted, 'start', 1);
    if (kind === 'dead') halted.signal('SIGTERM');
    if (kind === 'dead') expect((await halted.end()).code).toBe(3);
    const figures = 'EUR/USD: 100000 by the journal, 130000 at the venue';
    const red = await untilCool(() => resume('RC49\n'));
    expect([red.code, red.stderr]).toEqual([
      1,
      expect.stringContaining(`${figures} (--accept-positions)`),
    ]);
    const wrong = await resume('RC52\n', '--accept-positions');
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('(control.words)')]);
    const accepted = await resume('RC49\n', '--accept-positions');
    expect([accepted.code, accepted.stderr]).toEqual([
      0,
      expect.stringContaining(`ACCEPT positions of venue and journal equal: ${figures}`),
    ]);
    if (kind === 'running') {
      expect((await halted.end()).code).toBe(3);
      expect(readRecords(workspace.path('out'), 'resume')).toMatchObject([
        { by: 'Ada', reason: REASON, baseline: [{ symbol: 'EUR/USD', units: 3_000_000 }] },
      ]);
    }
    const again = run();
    expect((await again.end()).code).toBe(0);
    expect(readRecords(workspace.path('out'), 'halt')).toEqual([]);
    const verified = await runWeir(['journal', 'verify', 'state'], { cwd: workspace.dir });
    expect(verified.code).toBe(0);
    venue.process.signal('SIGTERM');
  });
});
