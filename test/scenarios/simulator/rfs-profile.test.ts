// The simulator follows each choice of the profile on quote requests when it is changed.
import { describe, expect, it } from 'vitest';
import { createVenueClient, type VenueClient } from '../../../src/client/index.js';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import { decodeRfs } from '../../../src/protocol/codecs/index.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../../../src/protocol/profile/index.js';
import { type Client, createRfs, start, USER } from '../../simulator/harness.js';

const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
const SUBJECT = { instrument: EURUSD, dealtCurrency: 'EUR' };
const { rfs } = DEFAULT_PROFILE;

const FLIPS: readonly (readonly [string, Partial<VenueProfile>])[] = [
  ['the defaults', {}],
  ['another query name', { calls: { queryRfsByClientId: { query: { clOrderId: 'clientId' } } } }],
  [
    'other names in an acceptance',
    { calls: { acceptQuote: { body: { quoteId: 'id', side: 'way', transactionId: 'deal' } } } },
  ],
  ['other statuses', { rfs: { ...rfs, requestStatus: 200, withdrawStatus: 200 } }],
  ['empty answers to acceptances and withdrawals', { rfs: { ...rfs, answersWrites: false } }],
  [
    'other words',
    {
      rfs: {
        ...rfs,
        eventNames: { ...rfs.eventNames, QUOTE_ACCEPTED: 'ACCEPT_SENT', TRADE_VERIFIED: 'DONE' },
        eventWords: { ...rfs.eventWords, ACCEPT_SENT: 'QUOTE_ACCEPTED', DONE: 'TRADE_VERIFIED' },
      },
    },
  ],
  [
    'other names in a quote and for the trades',
    {
      rfs: {
        ...rfs,
        quoteFields: { ...rfs.quoteFields, quoteId: 'id', offer: 'ask', provider: 'maker' },
        tradesField: 'fills',
      },
    },
  ],
];

async function connect(profile: VenueProfile) {
  const http = await start({ profile });
  const client = unwrap(
    createVenueClient({
      baseUrl: http.simulator.url,
      user: USER.user,
      org: USER.org,
      password: USER.password,
      findInstrument: () => EURUSD,
      now: () => http.simulator.clock.now(),
      profile,
    }),
  );
  return { http, client };
}

/** Trades once and withdraws once, and tells what was read on the way. */
async function trade(http: Client, { api }: VenueClient, profile: VenueProfile) {
  const check = async (clOrderId: string) => {
    const found = await api.rfs.queryRfsByClientId({ clOrderId });
    if (found.class !== 'data') throw new Error(`${clOrderId}: ${found.class}`);
    return unwrap(decodeRfs(found.value, SUBJECT, profile));
  };
  const ask = (clOrderId: string) =>
    api.rfs.requestQuotes(createRfs(clOrderId) as Parameters<typeof api.rfs.requestQuotes>[0]);
  expect(await ask('a')).toMatchObject({ class: 'accepted' });
  await http.moveTo(50);
  const quoted = await check('a');
  const { requestId, transactionId } = quoted;
  const [quote] = quoted.quotes;
  const body = { requestId, quoteId: quote?.quoteId, side: 'BUY', transactionId };
  expect(await api.rfs.acceptQuote(body)).toMatchObject({ class: 'accepted', status: 202 });
  const accepted = await check('a');
  await http.moveTo(70);
  const done = await check('a');
  await ask('b');
  const { requestId: second } = await check('b');
  const withdrawn = await api.rfs.withdrawRfs({ requestId: second });
  expect(withdrawn).toMatchObject({ class: 'accepted', status: profile.rfs.withdrawStatus });
  const ended = await check('b');
  return { quote, done, states: [quoted, accepted, done, ended].map(({ state }) => state) };
}

describe('quote requests with a changed profile', () => {
  it.each(FLIPS)('(%s) are quoted, accepted, traded and withdrawn', async (_, changes) => {
    const profile = { ...DEFAULT_PROFILE, ...changes };
    const { http, client } = await connect(profile);
    const { quote, done, states } = await trade(http, client, profile);
    expect(states).toEqual(['quoted', 'accepted', 'done', 'ended']);
    expect(quote).toMatchObject({ provider: 'LP1', buy: { rate: 11_002_200 } });
    expect(done.trades).toMatchObject([{ side: 'Buy', rate: 11_002_200 }]);
    expect(done.faults).toEqual([]);
    await client.close();
  });

  it.each(FLIPS.slice(1, 3))('(%s) refuse the default', async (_, changes) => {
    const http = await start({ profile: { ...DEFAULT_PROFILE, ...changes } });
    await http.login();
    const { body } = await http.ask('POST', '/v2/rfs', { body: createRfs('a') });
    await http.moveTo(50);
    const [route = ''] = Object.keys(changes.calls ?? {});
    const sent =
      route === 'acceptQuote'
        ? http.ask('POST', `/v2/rfs/${String(body.requestId)}`, { body: { quoteId: 'Q-1' } })
        : http.get('/v2/rfs?clOrderId=a');
    expect((await sent).status).toBe(400);
  });

  it('with equal unknown statuses are still distinguished', async () => {
    const eventNames = { ...rfs.eventNames, TRADE_VERIFIED: 'TRADED' };
    const profile = { ...DEFAULT_PROFILE, rfs: { ...rfs, eventNames } };
    const { http, client } = await connect(profile);
    const { done } = await trade(http, client, profile);
    expect(done).toMatchObject({ state: 'done', event: 'TRADED', isKnown: false });
    await client.close();
  });
});
