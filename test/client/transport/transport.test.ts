// Every fault of a call, each caused by a real server that misbehaves.
import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import { unwrap } from '../../../src/domain/index.js';
import type { TransportOutcome } from '../../../src/domain/venue/index.js';
import { createVenueClient } from '../../../src/client/index.js';
import { createConnection } from '../../../src/client/transport/connections.js';
import { createAuthority } from '../../certificates.js';
import { format, listenOn, startRawVenue } from '../raw-venue.js';
import { createClient, EURUSD, LOGIN_AT, PASSWORD } from '../test-venue.js';

const BODY = '{"coId":"a-1"}';
const TAKEN = format('202 Accepted', '{"coId":"a-1","orderId":"id-1"}');
const SHOWN = createAuthority().issue('127.0.0.1');

/** An origin in the clear that a configuration may not name, reached below it. */
function createClientAt(origin: string) {
  return unwrap(
    createVenueClient({
      baseUrl: 'http://127.0.0.1:1',
      user: 'algo1',
      password: PASSWORD,
      org: 'DeskOrg',
      findInstrument: () => EURUSD,
      now: () => LOGIN_AT,
      createLane: (lane) => createConnection(lane, origin),
    }),
  );
}

/** Why a login at an https server on this machine fails. */
async function breakLogin(server: Server): Promise<string> {
  const port = await listenOn(server);
  const { client } = createClient(`https://127.0.0.1:${String(port)}`);
  const result = await client.login();
  return result.ok ? 'logged in' : result.fault.message;
}

function createTls(options: TlsOptions): Server {
  const server = createTlsServer({ ...SHOWN, ...options });
  server.on('tlsClientError', () => undefined);
  return server;
}

describe('call that was not sent has the fault', () => {
  it('dns: the name does not exist', async () => {
    const client = createClientAt('http://venue.invalid');
    const result = await client.login();
    expect(result).toMatchObject({
      ok: false,
      fault: {
        message: expect.stringMatching(/^login: dns .* before the request left$/) as string,
      },
    });
    await client.close();
  });

  it('connect-refused: nobody listens', async () => {
    const server = createServer();
    const port = await listenOn(server);
    await new Promise((resolve) => server.close(resolve));
    const { client } = createClient(`http://127.0.0.1:${String(port)}`);
    expect(await client.login()).toMatchObject({
      ok: false,
      fault: { message: 'login: connect-refused (ECONNREFUSED) before the request left' },
    });
  });

  // At the level of security that the machine asks for by itself no server speaks that any more.
  const ciphers = 'DEFAULT@SECLEVEL=0';
  const OLD_TLS = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers } as const;

  it.each([
    ['a certificate of an unknown authority', {}, /UNABLE_TO_VERIFY/],
    ['TLS 1.1 at most', OLD_TLS, /\(ERR_SSL_/],
    ['HTTP/2 only', { ALPNProtocols: ['h2'] }, /ALPN|NO_APPLICATION_PROTOCOL|ECONNRESET/],
  ] as const)('tls: %s', async (_, options, code) => {
    const message = await breakLogin(createTls({ ...options }));
    expect(message).toMatch(/^login: tls \([A-Z0-9_]+\) before the request left$/);
    expect(message).toMatch(code);
  });

  it('tls: a signer outside the bundled list, whatever the environment says', async () => {
    const [mine, other] = [createAuthority(), createAuthority()];
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const server = createTlsServer(mine.issue('127.0.0.1'), (socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
    });
    server.on('tlsClientError', () => undefined);
    const baseUrl = `https://127.0.0.1:${String(await listenOn(server))}`;
    const logIn = async (ca: string | undefined) => {
      const result = await createClient(baseUrl, { ca }).client.login();
      return result.ok ? 'logged in' : result.fault.message;
    };
    expect(await logIn(undefined)).toMatch(/^login: tls \(UNABLE_TO_VERIFY/);
    expect(await logIn(other.cert)).toMatch(/^login: tls \(UNABLE_TO_VERIFY/);
    expect(await logIn(`${other.cert}${mine.cert}`)).toMatch(/400/);
    vi.unstubAllEnvs();
  });

  it('tls: the server answers plain HTTP', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    expect(await breakLogin(server)).toMatch(/^login: tls \(/);
  });

  it('gate: the caller gave up before it began', async () => {
    const { client, requests } = await startRawVenue(() => undefined);
    const query = { id: 'id-1' };
    const outcome = await client.api.orders.queryOrder(query, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ class: 'failed', transport: 'gate' });
    expect(requests).toEqual([]);
  });
});

type Hostile = readonly [TransportOutcome, string, Parameters<typeof startRawVenue>[0]];

const ANSWERS: readonly Hostile[] = [
  [
    'echo-differs',
    'another coId',
    (socket) => socket.write(format('202 Accepted', '{"coId":"b-2","orderId":"id-1"}')),
  ],
  [
    'echo-missing',
    'no coId',
    (socket) => socket.write(format('202 Accepted', '{"orderId":"id-1"}')),
  ],
  ['not-json', 'text', (socket) => socket.write(format('202 Accepted', 'taken'))],
  [
    'wrong-content-type',
    'a page',
    (socket) => socket.write(format('202 Accepted', '<p>', { 'content-type': 'text/html' })),
  ],
  ['schema', 'a list', (socket) => socket.write(format('202 Accepted', '[]'))],
  [
    'too-large',
    'more than 64 KiB',
    (socket) => socket.write(format('202 Accepted', `{"coId":"a-1"${' '.repeat(70_000)}}`)),
  ],
  ['reset', 'a reset', (socket) => socket.resetAndDestroy()],
  ['closed', 'an end without an answer', (socket) => socket.end()],
  ['protocol', 'no HTTP', (socket) => socket.write('HELLO\r\n\r\n')],
  ['protocol', 'an answer of HTTP/2', (socket) => socket.write('\0\0\x12\x04\0\0\0\0\0\0\x03')],
  ['cut-short', 'half an answer', (socket) => socket.end(TAKEN.slice(0, -5))],
  [
    'cut-short',
    'half an answer, reset',
    (socket) => {
      socket.write(TAKEN.slice(0, -5), () => setImmediate(() => socket.resetAndDestroy()));
    },
  ],
];

describe('place call that may have been sent has an unknown outcome by', () => {
  it.each(ANSWERS)('%s: %s', async (word, _, answer) => {
    const { client, requests } = await startRawVenue(answer);
    const outcome = await client.placeOrder(BODY, 'a-1', 1);
    expect(outcome).toMatchObject({ class: 'unknown', transport: word });
    // Sent once, whatever came of it.
    expect(requests).toHaveLength(1);
  });
});

describe('read call', () => {
  it('is aborted when its caller gives up after it was sent', async () => {
    const giveUp = new AbortController();
    const { client } = await startRawVenue(() => {
      giveUp.abort();
    });
    const query = { id: 'id-1' };
    const outcome = await client.api.orders.queryOrder(query, { signal: giveUp.signal });
    expect(outcome).toMatchObject({ class: 'failed', transport: 'aborted' });
  });

  it('is not sent to the host that a redirect names', async () => {
    const { client, requests } = await startRawVenue((socket) =>
      socket.write(format('307 Moved', '{}', { location: 'http://127.0.0.1:1/elsewhere' })),
    );
    expect(await client.spotRate(EURUSD)).toMatchObject({ class: 'failed', status: 307 });
    expect(requests).toHaveLength(1);
  });
});
