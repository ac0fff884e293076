// The signing client against a simulator: which requests it accepts, and its reasons to refuse.
import { Pool } from 'undici';
import { describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND } from '../../../src/domain/index.js';
import type { LaneDispatcher, VenueClientOptions } from '../../../src/client/index.js';
import type { HmacProfile } from '../../../src/protocol/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { createOrder, start, START, USER } from '../../simulator/harness.js';
import { HMAC } from '../../simulator/signed.js';
import { createClient, EURUSD } from '../../client/test-venue.js';

type Request = Parameters<LaneDispatcher['dispatch']>[0];

function withHmac(hmac: Partial<HmacProfile>) {
  return { ...DEFAULT_PROFILE, hmac: { ...DEFAULT_PROFILE.hmac, ...hmac } };
}

/** A simulator whose user has an HMAC id, and a client whose clock is `offset` off. */
async function startBoth(options: Partial<VenueClientOptions> = {}, offset = 0) {
  const simulator = await start({ users: [{ ...USER, hmac: HMAC }] });
  const messages: unknown[] = [];
  const { client, clock } = createClient(simulator.simulator.url, {
    hmac: HMAC,
    onLogin: (result) => messages.push(result),
    ...options,
  });
  clock.at = START * MILLISECOND + offset;
  return { simulator, client, clock, told: messages };
}

/** Connections on which each request is changed after it was signed. */
function alter(change: (request: Request) => Request): Pick<VenueClientOptions, 'createLane'> {
  return {
    createLane: (_, origin) => {
      const pool = new Pool(origin, { allowH2: false });
      return {
        dispatch: (request, handler) => pool.dispatch(change(request), handler),
        close: () => pool.close(),
      };
    },
  };
}

function withoutHeader(name: string): Pick<VenueClientOptions, 'createLane'> {
  return alter((request) => {
    const headers = Object.entries(request.headers as Record<string, string>);
    return { ...request, headers: Object.fromEntries(headers.filter(([key]) => key !== name)) };
  });
}

const BODY = JSON.stringify(createOrder('a-1', { timeInForce: 'GTC', price: 1.09 }));

describe('client that signs', () => {
  it('trades without a login, also long after any token would have expired', async () => {
    const { simulator, client, clock, told } = await startBoth();
    expect((await client.login()).ok).toBe(true);
    expect(await client.symbolReference('EUR/USD')).toMatchObject({ class: 'data' });
    expect(await client.spotRate(EURUSD)).toMatchObject({ class: 'data' });
    const placed = await client.placeOrder(BODY, 'a-1', 1);
    expect(placed).toMatchObject({ class: 'accepted', status: 202 });
    await simulator.moveTo(80_000_000);
    clock.at += 80_000 * SECOND;
    expect(await client.activeOrders()).toMatchObject({ class: 'data', value: [{ coId: 'a-1' }] });
    expect(await client.orderById(placed.orderId)).toMatchObject({ class: 'data' });
    expect(await client.fills(placed.orderId)).toMatchObject({ class: 'data', value: [] });
    expect(await client.cancelOrder(placed.orderId, 'a-1.2')).toMatchObject({ class: 'accepted' });
    expect(await client.orderByCoId('never')).toMatchObject({ class: 'empty' });
    expect(await client.cancelAllOrders()).toMatchObject({ class: 'accepted' });
    expect(told).toEqual([]);
  });

  it.each([299, -299])('is accepted with a clock that is %d s off', async (seconds) => {
    const { client, told } = await startBoth({}, seconds * SECOND);
    expect(await client.activeOrders()).toMatchObject({ class: 'data' });
    expect(told).toEqual([]);
  });

  it.each([400, -86_400])(
    'with a clock that is %d s off is reported and corrected',
    async (seconds) => {
      const { client, told } = await startBoth({}, seconds * SECOND);
      expect(await client.activeOrders()).toMatchObject({ class: 'data' });
      expect(told).toHaveLength(1);
      const side = seconds > 0 ? 'behind' : 'ahead of';
      expect(JSON.stringify(told)).toMatch(
        new RegExp(`Date: expected a time within 5m.*${side} ours`),
      );
    },
  );

  it.each<[string, Partial<VenueClientOptions>, string]>([
    ['a wrong secret', { hmac: { ...HMAC, secret: 'wrong-canary' } }, 'id or signature is wrong'],
    ['an unknown id', { hmac: { ...HMAC, id: 'nobody' } }, 'id or signature is wrong'],
    ['another key', { profile: withHmac({ idKey: 'userId' }) }, 'the key username, found userId'],
    [
      'a signature without the digest',
      { profile: withHmac({ signedHeaders: ['date', 'request-line'] }) },
      'digest',
    ],
    ['another algorithm', { profile: withHmac({ algorithm: 'hmac-sha512' }) }, 'the algorithm'],
    ['another version', { profile: withHmac({ httpVersion: 'HTTP/2' }) }, 'signature is wrong'],
    [
      'an altered path',
      alter((one) => ({ ...one, path: `${one.path}&a=1` })),
      'signature is wrong',
    ],
    ['no Authorization', withoutHeader('Authorization'), 'Authorization is missing'],
    ['no Date', withoutHeader('Date'), 'the signed header date, found it missing'],
    ['no Digest', withoutHeader('Digest'), 'the signed header digest, found it missing'],
    ['no Content-Type', withoutHeader('type'), 'type: expected hmac'],
  ])('is refused with %s, and gives up', async (_, options, words) => {
    const { client, told } = await startBoth(options);
    const read = await client.orderByCoId('a-1');
    expect(read).toMatchObject({ class: 'failed', status: 401 });
    expect(JSON.stringify(read)).toContain(words);
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain('canary');
    expect(await client.login()).toMatchObject({ ok: false, fault: { code: 'client.hmac-cap' } });
  });

  it('does not trade with a body that was altered on its way', async () => {
    const altered = Buffer.from(BODY.replace('100000', '900000'));
    const { simulator, client } = await startBoth(alter((one) => ({ ...one, body: altered })));
    expect(await client.placeOrder(BODY, 'a-1', 1)).toMatchObject({
      class: 'rejected',
      status: 401,
      code: 'InvalidSignature',
      message: 'Digest: expected that of the body which came, found another.',
    });
    await simulator.login();
    expect(await simulator.get('/v2/orders?coId=a-1')).toMatchObject({ status: 404 });
  });
});
