// A hostile venue of bare sockets: logs clients in, and answers anything else as a test says.
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import type { VenueClient, VenueClientOptions } from '../../src/client/index.js';
import { createClient, loginBody, TOKEN } from './test-venue.js';

/** What a test does with the socket of a request; the text is all of the request. */
export type Answerer = (socket: Socket, request: string) => void;

export interface RawVenue {
  readonly client: VenueClient;
  /** Requests that arrived whole, without logins. */
  readonly requests: readonly string[];
}

/** A client that has logged in at a venue of bare sockets. */
export async function startRawVenue(
  answer: Answerer,
  options: Partial<VenueClientOptions> = {},
): Promise<RawVenue> {
  const requests: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onWholeRequest(socket, (request) => {
      if (request.includes('/v2/sso/login')) {
        socket.write(format('200 OK', loginBody(), { SSO_TOKEN: TOKEN }));
        return;
      }
      requests.push(request);
      answer(socket, request);
    });
  });
  const port = await listenOn(server);
  const { client } = createClient(`http://127.0.0.1:${String(port)}`, options);
  unwrap(await client.login());
  return { client, requests };
}

/** Listens on a free port until the test is over. */
export async function listenOn(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** An answer of HTTP/1.1 with its length. */
export function format(
  status: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const all = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`;
}

function onWholeRequest(socket: Socket, take: (request: string) => void): void {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (text.length < end + 4 + length) return;
    const request = text;
    text = '';
    take(request);
  });
}
