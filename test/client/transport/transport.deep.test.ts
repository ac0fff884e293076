// Faults of a call where a real server responds slowly or answers many calls.
import { createServer, type Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import { format, listenOn, startRawVenue } from '../raw-venue.js';
import { createClient, EURUSD } from '../test-venue.js';

const BODY = '{"coId":"a-1"}';
const TAKEN = format('202 Accepted', '{"coId":"a-1","orderId":"id-1"}');

/** Why a login at an https server on this machine fails. */
async function breakLogin(server: Server): Promise<string> {
  const port = await listenOn(server);
  const { client } = createClient(`https://127.0.0.1:${String(port)}`);
  const result = await client.login();
  return result.ok ? 'logged in' : result.fault.message;
}

describe('call that was not sent has the fault', () => {
  it('connect-timeout: the handshake never comes', async () => {
    expect(await breakLogin(createServer())).toMatch(
      /^login: connect-timeout .* before the request left$/,
    );
  });

  // At the level of security that the machine asks for by itself no server speaks that any more.

  it('connect-timeout: an order found no connection for 500 ms', async () => {
    const { client, requests } = await startRawVenue(() => undefined);
    void client.orderById('x');
    void client.orderById('y');
    const outcome = await client.placeOrder(BODY, 'a-1', 1);
    expect(outcome).toMatchObject({ class: 'not-sent', transport: 'connect-timeout' });
    expect(requests.filter((request) => request.startsWith('POST /v2/orders'))).toEqual([]);
  });
});

describe('place call that may have been sent has an unknown outcome by', () => {
  it('timeout: silence', async () => {
    const { client, requests } = await startRawVenue(() => undefined);
    const outcome = await client.placeOrder(BODY, 'a-1', 1);
    expect(outcome).toMatchObject({ class: 'unknown', transport: 'timeout' });
    // Sent once, whatever came of it.
    expect(requests).toHaveLength(1);
  });

  it('cut-short, closed or reset: an answer cut at any byte', async () => {
    let cut = 0;
    const { client, requests } = await startRawVenue((socket) => socket.end(TAKEN.slice(0, cut)));
    for (cut = 0; cut < TAKEN.length; cut++) {
      const outcome = await client.placeOrder(BODY, 'a-1', cut + 1);
      expect(outcome.class, `cut at ${String(cut)}`).toBe('unknown');
      expect(['cut-short', 'closed', 'protocol'], `cut at ${String(cut)}`).toContain(
        outcome.transport,
      );
    }
    expect(await client.placeOrder(BODY, 'a-1', 999)).toMatchObject({ class: 'accepted' });
    expect(requests).toHaveLength(TAKEN.length + 1);
  });
});

describe('read call', () => {
  it('is abandoned at its deadline though bytes keep coming in', async () => {
    const { client } = await startRawVenue((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n',
      );
      const timer = setInterval(() => socket.write(' '), 100);
      socket.on('close', () => {
        clearInterval(timer);
      });
    });
    expect(await client.spotRate(EURUSD)).toMatchObject({ class: 'failed', transport: 'timeout' });
  });
});
