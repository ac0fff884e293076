// Venue faults of the simulator: tokens, trading, orders, clock, rates and providers.
import { describe, expect, it } from 'vitest';
import { assert, MINUTE } from '../../../src/domain/index.js';
import { DEFAULT_PROVIDERS } from '../../../src/venue/models/providers.js';
import { type Client, START, USER } from '../../simulator/harness.js';
import { addFaults, startWith } from '../../simulator/scenario/faults.js';

const OTHER = { user: 'algo2', password: 'secret-2', org: 'DeskOrg', account: 'DeskOrgLE' };
const NAME = `${USER.user}@${USER.org}`;
const RATE = '/v2/rates/spot?symbol=EUR%2FUSD';

/** A rate each second, a tenth of a pip higher every time. */
const RISING = Array.from({ length: 20 }, (_, i) => {
  const bid = (1.1 + i / 1e5).toFixed(5);
  return `${String(i * 1000)},EUR/USD,${bid},${(Number(bid) + 0.0002).toFixed(5)},1000000,2000000`;
});

async function readRate(client: Client): Promise<readonly number[]> {
  const { body } = await client.get(RATE);
  return [body.bid, body.offer] as number[];
}

describe('revoke-tokens fault', () => {
  it('ends the logins of one user, or of all, at its time', async () => {
    const client = await startWith(
      [
        { at: '1s', effect: { kind: 'revoke-tokens', user: NAME } },
        { at: '2s', effect: { kind: 'revoke-tokens' } },
      ],
      { users: [USER, OTHER] },
    );
    const first = client.token;
    const other = await client.login(OTHER);
    const status = async (token: string) => (await client.ask('GET', RATE, { token })).status;
    expect([await status(first), await status(other)]).toEqual([200, 200]);
    await client.moveTo(1_000);
    expect([await status(first), await status(other)]).toEqual([401, 200]);
    await client.moveTo(2_000);
    expect(await status(other)).toBe(401);
    expect(await status(await client.login())).toBe(200);
  });

  it('may be triggered by a request, which itself is still served', async () => {
    const client = await startWith([
      { match: { routes: ['placeOrder'] }, nth: 2, effect: { kind: 'revoke-tokens' } },
    ]);
    const statuses = [];
    for (const coId of ['a', 'b', 'c']) statuses.push((await client.place(coId)).status);
    expect(statuses).toEqual([202, 202, 401]);
  });
});

describe('disable-trading fault', () => {
  it('rejects orders while any such fault is active', async () => {
    const client = await startWith([
      { from: '1s', to: '3s', effect: { kind: 'disable-trading' } },
      { from: '2s', to: '4s', effect: { kind: 'disable-trading', user: NAME } },
    ]);
    const codes = [];
    for (const ms of [0, 1_000, 2_500, 3_500, 4_000]) {
      await client.moveTo(ms);
      codes.push((await client.place(`at-${String(ms)}`)).body.errorCode);
    }
    const code = 'RequestValidationError.tradingDisabled';
    expect(codes).toEqual([undefined, code, code, code, undefined]);
  });
});

describe('suspend-orders fault', () => {
  it('suspends working orders, and lets them continue and fill', async () => {
    const client = await startWith(
      [{ from: '1s', to: '8s', effect: { kind: 'suspend-orders', symbol: 'EUR/USD' } }],
      {
        rows: ['0,EUR/USD,1.1,1.1002,1000000,1000000', '5000,EUR/USD,1.09,1.0902,1000000,1000000'],
      },
    );
    const status = async (coId: string) => (await client.order(coId)).status as string;
    await client.place('rests', { timeInForce: 'GTC', price: 1.095 });
    await client.moveTo(1_000);
    expect(await status('rests')).toBe('SUSPENDED');
    await client.moveTo(6_000);
    expect(await status('rests')).toBe('SUSPENDED');
    await client.moveTo(8_000);
    expect(await status('rests')).toBe('FILLED');
  });
});

describe('replace-orders fault', () => {
  it('replaces each matching order by one for its rest', async () => {
    const client = await startWith([
      { at: '1s', effect: { kind: 'replace-orders', coId: 'a*', suffix: '-new' } },
    ]);
    await client.place('a', { timeInForce: 'GTC', price: 1.1002, size: 3_000_000 });
    await client.place('b', { timeInForce: 'GTC', price: 1 });
    await client.moveTo(1_000);
    expect(await client.order('a')).toMatchObject({ status: 'REPLACED', cumQty: 2_000_000 });
    expect(await client.order('a')).not.toHaveProperty('originalCoId');
    expect(await client.order('a-new')).toMatchObject({ originalCoId: 'a' });
    expect(await client.order('a-new')).toMatchObject({ status: 'NEW', size: 1_000_000 });
    expect(await client.order('b')).toMatchObject({ status: 'NEW' });
  });
});

describe('skew-clock fault', () => {
  it.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('%s moves the times that the venue reports, and not when it acts', async (to, shift) => {
    const client = await startWith([{ effect: { kind: 'skew-clock', by: '1h', to } }], {
      venue: { tokenLife: MINUTE },
    });
    const body = { user: USER.user, pass: USER.password, org: USER.org };
    const reply = await client.ask('POST', '/v2/sso/login', { body });
    expect(reply.headers.get('Date')).toBe(new Date(START + shift).toUTCString());
    expect(reply.body).toMatchObject({
      serverUTCTime: START + shift,
      expiryTime: START + shift + 60_000,
    });
    const clock = await client.get('/control/clock');
    expect(clock.body.nowMicros).toBe(START * 1_000);
    await client.moveTo(59_999);
    expect((await client.get(RATE)).status).toBe(200);
    await client.moveTo(60_000);
    expect((await client.get(RATE)).status).toBe(401);
  });
});

describe('distort-rates fault', () => {
  const during = (form: string) => ({
    ...{ from: '2500ms', to: '5500ms' },
    effect: { kind: 'distort-rates', symbol: 'EUR/USD', form },
  });

  it.each([
    ['frozen', [1.10002, 1.10022]],
    ['stopped', [1.10002, 1.10022]],
    ['crossed', [1.1003, 1.10025]],
    ['no-bid', [0, 1.10025]],
    ['no-offer', [1.10005, 0]],
    ['zero', [0, 0]],
  ])('makes rates %s for a time', async (form, expected) => {
    const client = await startWith([during(form)], { rows: RISING });
    await client.moveTo(2_000);
    expect(await readRate(client)).toEqual([1.10002, 1.10022]);
    await client.moveTo(5_000);
    expect(await readRate(client)).toEqual(expected);
    await client.moveTo(6_000);
    expect(await readRate(client)).toEqual([1.10006, 1.10026]);
  });

  it('gives frozen rates new times, and stopped ones none', async () => {
    const times = [];
    for (const form of ['frozen', 'stopped']) {
      const client = await startWith([during(form)], { rows: RISING });
      await client.moveTo(5_000);
      times.push((await client.get(RATE)).body.time);
    }
    expect(times).toEqual([START + 5_000, START + 2_000]);
  });

  it('fills nothing on a side that is missing', async () => {
    const client = await startWith([during('zero')], { rows: RISING });
    await client.moveTo(4_000);
    await client.place('early', { timeInForce: 'GTC', price: 1.2 });
    expect(await client.order('early')).toMatchObject({ status: 'NEW' });
    await client.moveTo(6_000);
    expect(await client.order('early')).toMatchObject({ status: 'FILLED' });
  });
});

describe('move-rates fault', () => {
  it.each([
    [2, [1.12205, 1.12225]],
    [-50, [0.55003, 0.55023]],
  ])('jumps by %d %, keeps the spread, and fills at the new rates', async (percent, expected) => {
    const fault = { from: '2500ms', to: '5500ms' };
    const effect = { kind: 'move-rates', symbol: 'EUR/USD', percent };
    const client = await startWith([{ ...fault, effect }], { rows: RISING });
    await client.moveTo(2_000);
    expect(await readRate(client)).toEqual([1.10002, 1.10022]);
    await client.moveTo(5_000);
    expect(await readRate(client)).toEqual(expected);
    await client.place('there', { timeInForce: 'IOC', price: expected[1] });
    await client.moveTo(5_400);
    expect(await client.order('there')).toMatchObject({ status: 'FILLED' });
    await client.moveTo(6_000);
    expect(await readRate(client)).toEqual([1.10006, 1.10026]);
  });
});

describe('withdraw-provider fault', () => {
  it('removes a provider’s rates, and restores them', async () => {
    const [first] = DEFAULT_PROVIDERS;
    assert(first !== undefined, 'no provider by default');
    const providers = [first, { ...first, id: 'LP2', widen: 1 }];
    const client = await startWith(
      [{ from: '1s', to: '2s', effect: { kind: 'withdraw-provider', provider: 'LP1' } }],
      { venue: { providers } },
    );
    const bids = [];
    for (const ms of [0, 1_000, 2_000]) {
      await client.moveTo(ms);
      bids.push((await readRate(client))[0]);
    }
    expect(bids).toEqual([1.1, 1.0999, 1.1]);
  });
});

describe('venue fault that a request triggers', () => {
  it('is active for its time', async () => {
    const client = await startWith([
      {
        match: { routes: ['cancelAllOrders'] },
        for: '2s',
        effect: { kind: 'disable-trading' },
      },
    ]);
    const place = async (coId: string) => (await client.place(coId)).status;
    expect(await place('a')).toBe(202);
    await client.ask('DELETE', '/v2/orders');
    expect(await place('b')).toBe(400);
    await client.moveTo(1_999);
    expect(await place('c')).toBe(400);
    await client.moveTo(2_000);
    expect(await place('d')).toBe(202);
  });

  it('is refused when the settings lack its target', async () => {
    const client = await startWith([{ effect: { kind: 'repeat' } }]);
    const problems = [];
    for (const effect of [
      { kind: 'disable-trading', user: 'nobody@DeskOrg' },
      { kind: 'distort-rates', symbol: 'GBP/USD', form: 'zero' },
      { kind: 'withdraw-provider', provider: 'LP9' },
    ]) {
      const { status, body } = await addFaults(client, { effect });
      problems.push([status, body.message]);
    }
    expect(problems).toEqual([
      [400, 'body.faults[0].effect: expected a user nobody@DeskOrg to be known here.'],
      [400, 'body.faults[0].effect: expected a symbol GBP/USD to be known here.'],
      [400, 'body.faults[0].effect: expected a provider LP9 to be known here.'],
    ]);
  });
});
