// TLS in front of a simulated venue, as a process that can die: stunnel where this machine has it,
// else a few lines of Node.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import type { ServerCertificate } from '../certificates.js';
import { poll } from './weir.js';
import type { Workspace } from './workspace.js';

const STUNNEL = ['/usr/bin/stunnel4', '/usr/bin/stunnel'].find((path) => existsSync(path));

/** Without it a part of the tests is skipped: `apt-get install -y stunnel4`. */
export const isStunnelMissing = STUNNEL === undefined;

/** What stunnel does, for a machine without it. */
const PIPE = `
const { cert, key, accept: [host, port], connect: to } = JSON.parse(process.argv[1]);
require('node:tls').createServer({ cert, key }, (outer) => {
  const inner = require('node:net').connect(to, '127.0.0.1');
  for (const one of [outer, inner]) one.on('error', () => { outer.destroy(); inner.destroy(); });
  outer.pipe(inner).pipe(outer);
})
  .on('tlsClientError', () => undefined)
  .listen(port, host, () => console.error(' bound to ' + host));
`;

export interface TerminatorOptions {
  readonly workspace: Workspace;
  /** Words in front of its command, such as `ip netns exec NAME`. */
  readonly on: readonly string[];
  /** Where it listens. */
  readonly accept: readonly [host: string, port: number];
}

export class Terminator {
  readonly #options: TerminatorOptions;
  #child: ChildProcess | undefined;

  constructor(options: TerminatorOptions) {
    this.#options = options;
  }

  /** Listens with a certificate, and hands on to a port of the same machine. */
  async start(certificate: ServerCertificate, to: number): Promise<void> {
    const { on } = this.#options;
    const [file = '', ...words] = [...on, ...this.#toCommand(certificate, to)];
    const child = spawn(file, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    await poll(
      () => / bound to /.test(said) || undefined,
      () => `a terminator, which said ${said}`,
      () => child.exitCode !== null,
    );
  }

  /** Ends it, and every connection through it, at once. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  #toCommand({ cert, key }: ServerCertificate, to: number): readonly string[] {
    const { accept, workspace } = this.#options;
    if (STUNNEL === undefined) {
      return [process.execPath, '-e', PIPE, JSON.stringify({ cert, key, accept, connect: to })];
    }
    writeFileSync(workspace.path('server.pem'), `${key}${cert}`, { mode: 0o600 });
    const lines = [
      ...['foreground = yes', 'pid =', 'debug = info', 'syslog = no', '[venue]'],
      `accept = ${accept.join(':')}`,
      `connect = 127.0.0.1:${String(to)}`,
      `cert = ${workspace.path('server.pem')}`,
    ];
    workspace.write('stunnel.conf', `${lines.join('\n')}\n`);
    return [STUNNEL, workspace.path('stunnel.conf')];
  }
}

/** A port that is free now. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
