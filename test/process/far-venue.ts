// A simulated venue behind a TLS terminator, on this machine or on another one, and a bot there.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { createAuthority } from '../certificates.js';
import { findFreePort, Terminator } from './terminator.js';
import { ADDRESSES, type TwoHosts } from './two-hosts.js';
import type { Order } from './venue.js';
import { poll, type Running, type StartOptions, startWeir } from './weir.js';
import { makeSession, PASSWORD, type Workspace } from './workspace.js';

export const authority = createAuthority(60);
/** The name of the venue's machine; on this one it is `localhost`. */
export const FAR_HOST = 'venue.example';
/** Not the published demo user, which a venue beyond loopback refuses. */
export const USER = { user: 'desk', org: 'FarOrg' } as const;
export const ACCOUNT = { id: 'acme-test', account: 'FarOrgLE' } as const;

/** A program that queries the venue on the venue's own machine. */
const ASK = `
const [base, path, body] = process.argv.slice(1);
const headers = { 'content-type': 'application/json' };
const login = await fetch(base + '/v2/sso/login', { method: 'POST', headers, body });
const SSO_TOKEN = login.headers.get('SSO_TOKEN');
const answer = await fetch(base + path, { headers: { SSO_TOKEN } });
console.log(answer.status === 200 ? await answer.text() : '[]');
`;

export interface FarVenue {
  readonly workspace: Workspace;
  readonly host: string;
  readonly baseUrl: string;
  readonly terminator: Terminator;
  /** Of the simulator, on its own machine. */
  readonly port: number;
  /** Starts a command of Weir on the bot's machine. */
  readonly start: (...words: readonly string[]) => Running;
  readonly startWith: (
    options: Pick<StartOptions, 'input' | 'node'>,
    ...words: readonly string[]
  ) => Running;
  /** Starts a stranger on the venue's machine; what it said and heard, once it is asked. */
  readonly listenBeside: (name: string, port: number) => () => Promise<string>;
  /** What the venue itself says. */
  readonly ask: (path: string) => unknown;
}

export interface FarOptions {
  /** Absent: both are this machine. */
  readonly hosts?: TwoHosts | undefined;
  /** What of the session and of the simulator is otherwise. */
  readonly session?: object;
  readonly simulator?: object;
  readonly files?: Readonly<Record<string, string>>;
}

/** The venue, its terminator with a certificate that fits, and `run.yaml`. */
export async function openFarVenue(options: FarOptions): Promise<FarVenue> {
  const { files = {}, hosts, session = {}, simulator = {} } = options;
  const host = hosts === undefined ? 'localhost' : FAR_HOST;
  const accept = hosts === undefined ? (['127.0.0.1', await findFreePort()] as const) : FAR_PLACE;
  const baseUrl = `https://${host}${hosts === undefined ? `:${String(accept[1])}` : ''}`;
  hosts?.setNames({ [FAR_HOST]: ADDRESSES[0] });
  const venue = {
    ...{ baseUrl, ...USER, ...ACCOUNT, environment: 'test', ca: 'ca.pem' },
    password: { env: 'WEIR_PASSWORD' },
  };
  const workspace = makeSession(
    { venue, ...session },
    {
      'ca.pem': authority.cert,
      'simulator.yaml': JSON.stringify({
        ...{ users: [{ ...USER, password: PASSWORD, account: ACCOUNT.account }] },
        ...{ hosts: [FAR_HOST], recording: { file: 'rates.csv', speed: 20, loop: true } },
        venue: { latency: { orders: '20ms', replies: '20ms' } },
        ...simulator,
      }),
      ...files,
    },
  );
  const { dir } = workspace;
  const [onVenue, onBot] = [hosts?.venue ?? [], hosts?.bot ?? []];
  const serving = startWeir(['simulate', 'simulator.yaml', '--port', '0'], {
    ...{ cwd: dir, ...runOn(onVenue) },
  });
  const [, near = '', found] = await serving.waitFor('stdout', /^listening on (http:\S+:(\d+))$/m);
  const port = Number(found);
  const terminator = new Terminator({ workspace, on: onVenue, accept });
  await terminator.start(authority.issue(host, 30), port);
  const asBot = { cwd: dir, env: { WEIR_PASSWORD: PASSWORD }, ...runOn(onBot) };
  return {
    ...{ workspace, host, baseUrl, terminator, port },
    start: (...words) => startWeir(words, asBot),
    startWith: (more, ...words) => startWeir(words, { ...asBot, ...more }),
    listenBeside: (name, at) => listen(onVenue, workspace.path(name), at),
    ask: (path) => {
      const login = JSON.stringify({ user: USER.user, pass: PASSWORD, org: USER.org });
      const node = [process.execPath, '--input-type=module', '-e', ASK, near, path, login];
      const [file = '', ...words] = [...onVenue, ...node];
      return JSON.parse(execFileSync(file, words, { encoding: 'utf8' }));
    },
  };
}

const FAR_PLACE = ['0.0.0.0', 443] as const;

/** Writes down that it listens, and all that it is told. */
const STRANGER = `
const [file, port] = process.argv.slice(1);
const write = (text) => require('node:fs').appendFileSync(file, text);
require('node:net')
  .createServer((socket) => { write('connected'); socket.on('data', write); })
  .listen(Number(port), () => write('listening\\n'));
`;

function listen(on: readonly string[], file: string, port: number): () => Promise<string> {
  const node = [process.execPath, '-e', STRANGER, file, String(port)];
  const [program = '', ...words] = [...on, ...node];
  const child = spawn(program, words, { stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return async () => {
    const text = await poll(
      () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
      () => `${file} of a stranger`,
      () => child.exitCode !== null,
    );
    return text;
  };
}

/** The command in the place of the shell: signals reach it. */
function runOn(words: readonly string[]) {
  return words.length === 0 ? {} : { shell: `exec ${words.join(' ')} "$@";` };
}

/** What is held of the base currency. */
export function findPosition({ ask }: FarVenue): number {
  const held = ask('/v2/positions') as readonly { readonly netOpenBase: number }[];
  return held.reduce((sum, { netOpenBase }) => sum + netOpenBase, 0);
}

export function listActive({ ask }: FarVenue): readonly Order[] {
  return ask('/v2/orders') as readonly Order[];
}
