// Secrets leave only for the venue whose certificate matches the host name in its base URL.
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { createServer, type Socket } from 'node:net';
import dns from 'node:dns';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createVenueClient, type VenueClient } from '../../../src/client/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { createAuthority } from '../../certificates.js';
import { listenOn } from '../../client/raw-venue.js';
import { json, LOGIN_AT, loginBody, PASSWORD, startVenue, TOKEN } from '../../client/test-venue.js';

const authority = createAuthority();
const LOGINS = {
  token: { user: 'algo1', org: 'DeskOrg', password: PASSWORD },
  hmac: { hmac: { id: 'hmac-id', secret: 'hmac-secret-canary' } },
};

function createClient(baseUrl: string, credentials: (typeof LOGINS)['token' | 'hmac']) {
  return unwrap(
    createVenueClient({
      ...{ baseUrl, ca: authority.cert, ...credentials },
      findInstrument: () => undefined,
      now: () => LOGIN_AT,
    }),
  );
}

/** Every kind of call that carries a secret. */
async function callAll(client: VenueClient): Promise<void> {
  await client.login();
  await client.activeCoIds();
  await client.placeOrder('{"coId":"a-1"}', 'a-1', 1);
  await client.cancelOrder('id-1', 'a-1.2');
  await client.renew();
  await client.close();
}

/** A server that keeps all that it is told once TLS is agreed on. */
async function record(options: TlsOptions) {
  const heard: string[] = [];
  const shaken: boolean[] = [];
  const server = createTlsServer(options, (socket) => {
    shaken.push(true);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => heard.push(chunk.toString()));
  });
  server.on('tlsClientError', () => undefined);
  return { heard, port: await listenOn(server) };
}

const SERVERS = [
  ['for another name', 'localhost', authority.issue('venue.example')],
  ['for the address, where the URL has a name', 'localhost', authority.issue('127.0.0.1')],
  ['for the name, where the URL has an address', '127.0.0.1', authority.issue('localhost')],
  ['that has expired', 'localhost', authority.issue('localhost', 0)],
  ['by a signer who is not named', 'localhost', createAuthority().issue('localhost')],
] as const;

describe.each(['token', 'hmac'] as const)('client by %s', (login) => {
  it.each(SERVERS)('sends nothing to a certificate %s', async (_, host, certificate) => {
    const { heard, port } = await record(certificate);
    await callAll(createClient(`https://${host}:${String(port)}`, LOGINS[login]));
    expect(heard).toEqual([]);
  });

  it('sends to the host that its certificate matches, however it is spelled', async () => {
    const { heard, port } = await record(authority.issue('localhost'));
    const client = createClient(`HTTPS://LocalHost.:${String(port)}`, LOGINS[login]);
    void client.activeCoIds();
    await expect.poll(() => heard.join('')).toContain(`host: localhost:${String(port)}\r\n`);
    await client.close();
  });

  it('asks no resolver for the name of this machine', async () => {
    const { heard, port } = await record(authority.issue('localhost'));
    const lookup = vi.spyOn(dns, 'lookup');
    onTestFinished(() => {
      lookup.mockRestore();
    });
    const client = createClient(`https://localhost:${String(port)}`, LOGINS[login]);
    void client.activeCoIds();
    await expect.poll(() => heard.join('')).toContain(`host: localhost:${String(port)}\r\n`);
    await client.close();
    expect(lookup).not.toHaveBeenCalled();
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect (%s) to another host', async (status) => {
    const heard: string[] = [];
    const other = createServer((socket: Socket) => {
      socket.on('data', (chunk) => heard.push(chunk.toString()));
      heard.push('connected');
    });
    const location = `http://127.0.0.1:${String(await listenOn(other))}/v2/orders`;
    const venue = await startVenue();
    const moved = json(status, '', { location });
    const lines = ['GET /v2/orders', 'POST /v2/orders', 'DELETE /v2/orders/id-1'];
    for (const line of lines) venue.on(line, moved);
    for (const line of ['POST /v2/sso/login', 'POST /v2/sso/renew']) {
      venue.on(line, json(200, loginBody(), { SSO_TOKEN: TOKEN }));
    }
    await callAll(createClient(venue.baseUrl, LOGINS[login]));
    expect(venue.lines()).toEqual(expect.arrayContaining(lines));
    venue.on('POST /v2/sso/login', moved);
    await callAll(createClient(venue.baseUrl, LOGINS[login]));
    expect(heard).toEqual([]);
  });
});
