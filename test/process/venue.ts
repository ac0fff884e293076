// The simulated venue as a process, and what it says of orders when it is asked over plain HTTP.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readRecords } from './journal-file.js';
import { poll, type Running, startWeir } from './weir.js';
import { LOGIN, makeSession, PASSWORD, toVenue, type Workspace } from './workspace.js';

/** Statuses of orders that have ended, in the venue's words. */
export const ENDED = ['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED'];

export interface Order {
  readonly coId: string;
  readonly status: string;
  readonly side: string;
  readonly size: number;
  readonly cumQty?: number;
}

export interface Venue {
  readonly process: Running;
  readonly url: string;
}

/** Starts `weir simulate` on the simulator file of the workspace. */
export async function startVenue({ dir }: Workspace, ...args: string[]): Promise<Venue> {
  const process = startWeir(['simulate', 'simulator.yaml', '--port', '0', ...args], { cwd: dir });
  const [, url = ''] = await process.waitFor('stdout', /^listening on (http:\S+)$/m);
  await fetch(`${url}/healthz`);
  return { process, url };
}

async function logIn(url: string): Promise<string> {
  const login = await fetch(`${url}/v2/sso/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: LOGIN.user, pass: PASSWORD, org: LOGIN.org }),
  });
  return login.headers.get('SSO_TOKEN') ?? '';
}

/** A reader of orders and positions with a login of its own, renewed: session time may run fast. */
export async function openReader(url: string) {
  let token = await logIn(url);
  const ask = (path: string) => fetch(`${url}${path}`, { headers: { SSO_TOKEN: token } });
  const get = async (path: string) => {
    let answer = await ask(path);
    if (answer.status === 401) {
      token = await logIn(url);
      answer = await ask(path);
    }
    const body: unknown = await answer.json();
    return { status: answer.status, body };
  };
  return {
    listActive: async () => (await get('/v2/orders')).body as readonly Order[],
    /** The order, or undefined when the venue never had it. */
    find: async (coId: string) => {
      const { status, body } = await get(`/v2/orders?coId=${encodeURIComponent(coId)}`);
      return status === 200 ? (body as Order) : undefined;
    },
    /** What is held of the base currency, over all symbols. */
    position: async () => {
      const { status, body } = await get('/v2/positions');
      // Without a position the answer is no list.
      if (status !== 200) return 0;
      const held = body as readonly { readonly netOpenBase: number }[];
      return held.reduce((sum, { netOpenBase }) => sum + netOpenBase, 0);
    },
  };
}

/** A workspace with the resting strategy, to run against `weir simulate`. */
export function makeResting(timeInForce: 'GTC' | 'GTT', orders = 3): Workspace {
  const fixture = fileURLToPath(new URL('fixtures/resting.ts', import.meta.url));
  return makeSession(
    {
      strategies: [
        { strategy: './resting.ts', params: { symbol: 'EUR/USD', orders, timeInForce } },
      ],
    },
    { 'resting.ts': readFileSync(fixture, 'utf8') },
  );
}

/** Writes `run.yaml`: the workspace's session, but against a venue at a base URL, and `more`. */
export function writeRun(workspace: Workspace, baseUrl: string, more: object = {}): void {
  const session = JSON.parse(workspace.read('session.yaml')) as object;
  const run = { ...session, venue: toVenue(baseUrl), ...more };
  workspace.write('run.yaml', JSON.stringify(run));
}

/** Starts `weir run run.yaml` with the demo user's password. */
export function startRun({ dir }: Workspace, ...args: string[]): Running {
  const env = { WEIR_PASSWORD: PASSWORD };
  return startWeir(['run', 'run.yaml', '--out', 'out', ...args], { cwd: dir, env });
}

/** Waits until the journal in `out`, or another folder, holds so many records of a type. */
export async function waitForRecords(
  { path }: Workspace,
  bot: Running,
  type: string,
  count: number,
  out = 'out',
): Promise<void> {
  await poll(
    () => readRecords(path(out), type).length >= count || undefined,
    () => `${String(count)} records of ${type}; ${bot.stderr()}`,
  );
}

/** Waits until the venue has told of so many orders; of one it may tell more than once. */
export async function waitForOrders(
  { path }: Workspace,
  bot: Running,
  count: number,
  out = 'out',
): Promise<void> {
  await poll(
    () => {
      const reported = readRecords(path(out), 'order').map(({ coId }) => coId);
      return new Set(reported).size >= count || undefined;
    },
    () => `${String(count)} orders; ${bot.stderr()}`,
  );
}
