// Requests that a foreign web page makes a browser send are refused, and so are slow ones.
import { connect, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { refuseForeign } from '../../../src/simulator/http/foreign-requests.js';
import { exchange, formatRequest, start, USER } from '../harness.js';

const LOGIN = JSON.stringify({ user: USER.user, pass: USER.password, org: USER.org });
const sockets: Socket[] = [];

afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

describe('request for another host', () => {
  it.each([
    'venue.example',
    'venue.example:8787',
    'localhost.evil',
    '127.0.0.1.evil:1',
    '10.0.0.1',
  ])('is refused: %s', async (Host) => {
    const client = await start();
    for (const path of ['/v2/rates/spot', '/healthz', '/control/state']) {
      const answer = await exchange(client, [formatRequest(`GET ${path}`, { Host })]);
      expect(answer).toMatch(/^HTTP\/1\.1 421 .*\r\n/);
      expect(answer).toContain(`header host: expected a name of this simulator, found`);
    }
  });

  it.each(['localhost', 'LOCALHOST:8787', '127.0.0.1:1', '127.1.2.3', '[::1]:8787', '[::1]'])(
    'is not assumed for a loopback name: %s',
    (host) => {
      expect(refuseForeign({ headers: { host }, body: Buffer.alloc(0) }, [])).toBeUndefined();
    },
  );

  it('is not assumed for a name of the settings, at any port', async () => {
    const client = await start({ hosts: ['Venue.test'] });
    for (const Host of ['venue.test', 'venue.TEST:443']) {
      const answer = await exchange(client, [formatRequest('GET /healthz', { Host })]);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    }
  });
});

describe('body without the JSON content type', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'is refused before it is read: %s',
    async (type) => {
      const client = await start();
      const origin = { Origin: 'http://evil.example', 'Content-Type': type };
      for (const path of ['/v2/sso/login', '/control/clock']) {
        const answer = await exchange(client, [formatRequest(`POST ${path}`, origin, LOGIN)]);
        expect(answer).toMatch(/^HTTP\/1\.1 415 /);
        expect(answer).toContain('header content-type: expected application/json, found');
        expect(answer).not.toMatch(/sso_token/i);
      }
    },
  );

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/problem+JSON'])(
    'is not assumed with %s',
    (type) => {
      const headers = { host: 'localhost', 'content-type': type };
      expect(refuseForeign({ headers, body: Buffer.from('{}') }, [])).toBeUndefined();
    },
  );
});

describe('1,100 requests that never end', () => {
  it('delay no other response, and are closed after their time', async () => {
    const client = await start();
    let ended = 0;
    const opening = Array.from({ length: 1_100 }, (_, index) => {
      const socket = connect(client.simulator.port, '127.0.0.1');
      sockets.push(socket);
      socket.resume().on('error', () => undefined);
      socket.once('close', () => (ended += 1));
      const body = 'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
      socket.write(`POST /v2/sso/login HTTP/1.1\r\nHost: localhost\r\n${index % 2 ? body : ''}`);
      return new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
    });
    await Promise.all(opening);
    const since = performance.now();
    const answer = await exchange(client, [formatRequest('GET /healthz')]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(performance.now() - since).toBeLessThan(4_000);
    expect(ended).toBeGreaterThan(99);
    expect(ended).toBeLessThan(600);
    // Half of them have no whole head: those go first.
    const isOver = () => ended >= 550;
    for (let looks = 0; looks < 100 && !isOver(); looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(isOver()).toBe(true);
  });
});
