// Single reads outside the client: from the named host, with the named signers.
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { getGlobalDispatcher, ProxyAgent, setGlobalDispatcher } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { realPorts } from '../../src/host/index.js';
import { createAuthority } from '../certificates.js';

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

const read = (...place: Parameters<typeof realPorts.http.read>) => realPorts.http.read(...place);

it('single reads bypass the proxy of the process', async () => {
  const place = await listen(createServer((_, response) => response.end('venue')));
  const proxy = await listen(createServer((_, response) => response.end('proxy')));
  const before = getGlobalDispatcher();
  onTestFinished(() => {
    setGlobalDispatcher(before);
  });
  setGlobalDispatcher(new ProxyAgent(`http://${proxy}`));
  expect(await read(`http://${place}/`, 5_000)).toEqual({ status: 200, body: 'venue' });
});

it('single reads refuse a response that is longer than a clock’s', async () => {
  const place = await listen(createServer((_, response) => response.end('x'.repeat(10_001))));
  await expect(read(`http://${place}/`, 5_000)).rejects.toThrow('exceeded max size');
});

it('single reads follow no redirect', async () => {
  let seen = 0;
  const other = await listen(
    createServer((_, response) => {
      seen += 1;
      response.end('other');
    }),
  );
  const place = await listen(
    createServer((_, response) => response.writeHead(302, { location: `http://${other}/` }).end()),
  );
  expect(await read(`http://${place}/`, 5_000)).toMatchObject({ status: 302 });
  expect(seen).toBe(0);
});

it('single reads trust the named signers, and no others', async () => {
  const [mine, other] = [createAuthority(), createAuthority()];
  const server = createTlsServer(mine.issue('127.0.0.1'), (_, response) => response.end('venue'));
  server.on('tlsClientError', () => undefined);
  const url = `https://${await listen(server)}/`;
  expect(await read(url, 5_000, mine.cert)).toMatchObject({ body: 'venue' });
  await expect(read(url, 5_000, other.cert)).rejects.toThrow();
  await expect(read(url, 5_000)).rejects.toThrow();
});
