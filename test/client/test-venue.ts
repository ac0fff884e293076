// A venue of plain node:http on loopback: answers as a test tells it to and remembers what it saw.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createInstrument, type Instrument, unwrap } from '../../src/domain/index.js';
import {
  createVenueClient,
  type VenueClient,
  type VenueClientOptions,
} from '../../src/client/index.js';

export const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
export const PASSWORD = 'pass-canary-7261';
export const TOKEN = 'token-canary-4410';
/** 2026-01-06 10:00:00 UTC in microseconds, and as the venue's login tells it. */
export const LOGIN_AT = 1_767_693_600_000_000;
export const LOGIN_MS = LOGIN_AT / 1_000;
export const LIFE_MS = 60_000;

export interface Seen {
  /** Method and path with query. */
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  /** Header names as they were written. */
  readonly names: readonly string[];
  readonly body: string;
}

export type Reply = (response: ServerResponse, seen: Seen) => void;

export interface TestVenue {
  readonly baseUrl: string;
  readonly seen: readonly Seen[];
  /** Lines of all requests but logins. */
  lines(): string[];
  /** Sets the answer to a line; a later one replaces an earlier one. */
  on(line: string, reply: Reply): void;
  /** Is told of each request before it is answered. */
  watch(listener: (seen: Seen) => void): void;
  stop(): Promise<void>;
}

/** An answer of JSON text with a status and headers of its own. */
export function json(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
}

export function loginBody(startMs = LOGIN_MS, lifeMs = LIFE_MS): string {
  return JSON.stringify({
    status: 'OK',
    errorCode: null,
    responseTuples: null,
    expiryTime: startMs + lifeMs,
    serverUTCTime: startMs,
  });
}

export function renewBody(expiryTime: number, valid = true): string {
  return JSON.stringify({ status: 'OK', errorCode: null, valid, expiryTime, expired: false });
}

/** It is closed at the end of the test, after the clients that came later. */
export async function startVenue(): Promise<TestVenue> {
  const replies = new Map<string, Reply>([
    ['POST /v2/sso/login', json(200, loginBody(), { SSO_TOKEN: TOKEN })],
  ]);
  const seen: Seen[] = [];
  const listeners: ((seen: Seen) => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const line = `${request.method ?? ''} ${request.url ?? ''}`;
      const names = request.rawHeaders.filter((_, index) => index % 2 === 0);
      const body = Buffer.concat(chunks).toString();
      const one = { line, headers: request.headers, names, body };
      seen.push(one);
      for (const listener of listeners) listener(one);
      // Node's own Date would be the real one, far from the times of these tests.
      response.sendDate = false;
      const reply = replies.get(line) ?? json(599, '{"message":"the test set no answer"}');
      reply(response, one);
    });
  });
  server.on('connection', (socket) => socket.on('error', () => undefined));
  const port = await listen(server);
  const stop = () => close(server);
  onTestFinished(stop);
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    seen,
    lines: () => seen.map(({ line }) => line).filter((line) => !line.endsWith('/sso/login')),
    on: (line, reply) => replies.set(line, reply),
    watch: (listener) => listeners.push(listener),
    stop,
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}

/** A session clock that a test sets by hand. */
export interface TestClock {
  at: number;
}

export function createClient(
  baseUrl: string,
  options: Partial<VenueClientOptions> = {},
): { readonly client: VenueClient; readonly clock: TestClock } {
  const clock = { at: LOGIN_AT };
  const client = unwrap(
    createVenueClient({
      baseUrl,
      user: 'algo1',
      password: PASSWORD,
      org: 'DeskOrg',
      findInstrument: (symbol): Instrument | undefined =>
        symbol === EURUSD.symbol ? EURUSD : undefined,
      now: () => clock.at,
      ...options,
    }),
  );
  onTestFinished(() => client.close());
  return { client, clock };
}

/** A venue and a client that has logged in. */
export async function startBoth(options: Partial<VenueClientOptions> = {}) {
  const venue = await startVenue();
  const { client, clock } = createClient(venue.baseUrl, options);
  unwrap(await client.login());
  return { venue, client, clock };
}
