// The outside between bot and venue: an HTTP proxy that logs each request and may spoil its answer.
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SecureContextOptions, TlsOptions } from 'node:tls';

export interface Seen {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

export interface Reply {
  readonly status: number;
  readonly body: string;
}

/**
 * What happens to a request: `pass` it on; `drop` the connection after the venue has taken it;
 * `lose` it, so that the venue never sees it; or answer it here. A function changes the venue's
 * answer.
 */
export type Verdict = 'pass' | 'drop' | 'lose' | Reply | ((reply: Reply) => Reply);

export interface Proxy {
  readonly url: string;
  /** Every request in order of arrival. */
  readonly log: readonly Seen[];
  close(): void;
}

export interface TlsProxy extends Proxy {
  /** The protocol that each connection agreed on; false where none was named. */
  readonly protocols: readonly (string | false | null)[];
  /** Shows another certificate from now on; connections that are there end. */
  exchange(certificate: SecureContextOptions): void;
}

/** Whether a request places an order or cancels one. */
export const isPlace = ({ method, path }: Seen) => method === 'POST' && path === '/v2/orders';
export const isCancel = ({ method }: Seen) => method === 'DELETE';

/** Starts a proxy to the venue; `judge` decides about each request. */
export async function startProxy(
  venueUrl: string,
  evaluate: (seen: Seen, log: readonly Seen[]) => Verdict,
): Promise<Proxy> {
  const { log, take } = createForwarder(venueUrl, evaluate);
  const server = createServer(take);
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    log,
    close: () => {
      end(server);
    },
  };
}

/** Starts a proxy that is spoken to over TLS, as a venue is. */
export async function startTlsProxy(venueUrl: string, options: TlsOptions): Promise<TlsProxy> {
  const { log, take } = createForwarder(venueUrl, () => 'pass');
  const protocols: (string | false | null)[] = [];
  const server = createTlsServer(options, take);
  server.on('secureConnection', ({ alpnProtocol }) => protocols.push(alpnProtocol));
  server.on('tlsClientError', () => undefined);
  const port = await listen(server);
  return {
    ...{ url: `https://127.0.0.1:${port}`, log, protocols },
    exchange: (certificate) => {
      server.setSecureContext(certificate);
      server.closeAllConnections();
    },
    close: () => {
      end(server);
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function end(server: Server): void {
  server.closeAllConnections();
  server.close();
}

function createForwarder(
  venueUrl: string,
  evaluate: (seen: Seen, log: readonly Seen[]) => Verdict,
) {
  const log: Seen[] = [];
  const take = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = '', url: path = '', headers } = incoming;
    const seen = { method, path, body: await readAll(incoming), headers };
    log.push(seen);
    const verdict = evaluate(seen, log);
    if (typeof verdict === 'object') {
      send(outgoing, verdict, {});
      return;
    }
    const answer = verdict === 'lose' ? undefined : await forward(venueUrl, seen, headers);
    if (verdict === 'drop' || answer === undefined) {
      outgoing.destroy();
      return;
    }
    const { reply, headers: passed } = answer;
    send(outgoing, typeof verdict === 'function' ? verdict(reply) : reply, passed);
  };
  return {
    log,
    take: (incoming: IncomingMessage, outgoing: ServerResponse) => {
      take(incoming, outgoing).catch(() => outgoing.destroy());
    },
  };
}

interface Forwarded {
  readonly reply: Reply;
  readonly headers: IncomingMessage['headers'];
}

/** The venue's answer, or undefined when it gave none. */
function forward(venueUrl: string, { method, path, body }: Seen, headers: object) {
  const sent = { ...headers, host: new URL(venueUrl).host };
  return new Promise<Forwarded | undefined>((resolve) => {
    const call = request(`${venueUrl}${path}`, { method, headers: sent }, (answer) => {
      void readAll(answer).then((text) => {
        const reply = { status: answer.statusCode ?? 0, body: text };
        resolve({ reply, headers: answer.headers });
      });
    });
    call.on('error', () => {
      resolve(undefined);
    });
    call.end(body);
  });
}

function send(outgoing: ServerResponse, { status, body }: Reply, headers: object): void {
  const own = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  outgoing.writeHead(status, { ...headers, ...own }).end(body);
}

async function readAll(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
