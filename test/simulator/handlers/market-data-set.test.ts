// Market data sets over HTTP. Session time starts on Monday 2026-07-13, 12:00 UTC.
import { describe, expect, it } from 'vitest';
import { DAY, formatVenueTime, HOUR, MILLISECOND, MINUTE } from '../../../src/domain/index.js';
import { DEFAULT_PROFILE, type MarketProfile } from '../../../src/protocol/profile/index.js';
import { DEFAULT_MARKET_PROFILE } from '../../../src/protocol/profile/market-profile.js';
import { dataSetsSchema, forwardsSchema, providersSchema } from '../../../src/venue/index.js';
import { type Client, START, start } from '../harness.js';

const PAIR = 'symbol=EUR%2FUSD';
const SETS = dataSetsSchema.parse([
  { id: 'Live', kind: 'regular', symbols: ['EUR/USD', 'USD/JPY'], tenors: ['SPOT', '1W'] },
  { id: 'Wide', name: 'Wide set', kind: 'regular', symbols: ['EUR/USD'], widen: 0.5 },
  {
    id: 'Close',
    kind: 'end-of-day',
    symbols: ['EUR/USD'],
    activeAt: '1210',
    tenors: ['SPOT', '1W'],
  },
  {
    ...{ id: 'Noon', name: 'Around noon', kind: 'fixed-period', org: 'BankOrg' },
    ...{ symbols: ['EUR/USD'], window: '1201-1205', provider: 'LP2' },
  },
  {
    ...{ id: 'Night', kind: 'fixed-period', org: 'BankOrg' },
    ...{ symbols: ['EUR/USD', 'USD/JPY'], window: '1201-1300' },
  },
]);
const FORWARDS = forwardsSchema.parse({
  'EUR/USD': [{ tenor: '1W', bid: 3.14, offer: 3.36 }],
});
/** EUR/USD at once, and a pip higher after 6 minutes; USD/JPY after 65 seconds. */
const ROWS = [
  '0,EUR/USD,1.1,1.1002,1000000,2000000',
  '65000,USD/JPY,157.1,157.102,500000,500000',
  '360000,EUR/USD,1.1001,1.1003,1000000,2000000',
];

async function open(market: Partial<MarketProfile> = {}, providers?: readonly object[]) {
  const client = await start({
    rows: ROWS,
    profile: { ...DEFAULT_PROFILE, market: { ...DEFAULT_MARKET_PROFILE, ...market } },
    venue: {
      ...{ marketDataSets: SETS, forwards: FORWARDS, tokenLife: 30 * DAY },
      providers: providersSchema.parse(providers ?? [{ id: 'LP1' }, { id: 'LP2' }]),
    },
  });
  await client.login();
  return client;
}

function ask(client: Client, query: string) {
  return client.get(`/marketdataset?${query}`);
}

describe('regular set', () => {
  it('is the present market, tenor by tenor, with forward points in whole ticks', async () => {
    const client = await open();
    const { status, body } = await ask(client, `id=Live&${PAIR}&date=2026-07-13`);
    expect(status).toBe(200);
    // Points of 1W are 31.4 and 33.6 ticks: 31 and 34, the bid down and the offer up.
    const spot = { symbol: 'EUR/USD', spotBid: 1.1, spotOffer: 1.1002, time: START };
    const sizes = { bidLimit: 1_000_000, offerLimit: 2_000_000 };
    const points = { bidForwardPoints: 0.00031, offerForwardPoints: 0.00034 };
    expect(body).toEqual([
      {
        ...{ id: 'Live', name: 'Live', date: '2026-07-13', timeWindow: null },
        createdTime: '2026-07-13 12:00:00,000 +0000',
        validUntil: '2026-07-13 12:00:05,000 +0000',
        ...{ activationTime: null, nextCreationTime: null, expirationTime: null },
        rates: [
          {
            ...{
              ...spot,
              ...sizes,
              tenor: 'SPOT',
              valueDate: '2026-07-15',
              bid: 1.1,
              offer: 1.1002,
            },
            ...{ bidForwardPoints: 0, offerForwardPoints: 0 },
            rateId: 'Live|2026-07-13|00000001|EURUSD|SPOT',
          },
          {
            ...{ ...spot, ...sizes, ...points, tenor: '1W', valueDate: '2026-07-22' },
            ...{ bid: 1.10031, offer: 1.10054, rateId: 'Live|2026-07-13|00000001|EURUSD|1W' },
          },
        ],
      },
    ]);
  });

  it('is of one tenor in any spelling, of one pair or several', async () => {
    const client = await open();
    const one = await ask(client, `id=Live&${PAIR}&tenor=SP`);
    expect(one.body[0].rates).toHaveLength(1);
    await client.moveTo(65_000);
    const both = await ask(client, 'id=Live&symbols=EUR%2FUSD,USD%2FJPY&tenor=SPOT');
    const symbols = (both.body[0].rates as { symbol: string }[]).map(({ symbol }) => symbol);
    expect(symbols).toEqual(['EUR/USD', 'USD/JPY']);
    const jpy = await ask(client, 'id=Live&symbol=USD%2FJPY&tenor=1W');
    expect(jpy.status).toBe(404);
  });

  it('is wider where configured', async () => {
    const client = await open();
    const { body } = await ask(client, `id=Wide&${PAIR}&tenor=SPOT`);
    expect(body[0]).toMatchObject({ name: 'Wide set', rates: [{ bid: 1.09995, offer: 1.10025 }] });
  });

  it.each([
    ['several providers', [{ id: 'LP1' }, { id: 'LP2', sizeFactor: 0.1 }], 1_900_000],
    ['one provider', [{ id: 'LP1' }], 1_900_000],
  ])('shows sizes of %s that other orders can also fill', async (_, providers, left) => {
    const client = await open({}, providers);
    const [spot, week] = (await ask(client, `id=Live&${PAIR}&date=2026-07-13`)).body[0].rates;
    const order = { type: 'PQ', timeInForce: 'FOK', price: spot.offer, rateId: spot.rateId };
    await client.place('limit', { timeInForce: 'IOC', price: 1.1002 });
    await client.place('much', { ...order, size: left + 1 });
    expect(await client.order('much')).toMatchObject({ status: 'EXPIRED' });
    await client.place('all', { ...order, size: left });
    expect(await client.order('all')).toMatchObject({ status: 'FILLED' });
    const forward = { ...order, rateId: week.rateId, price: week.offer, size: 1_000 };
    await client.place('forward', forward);
    expect(await client.order('forward')).toMatchObject({ status: 'EXPIRED' });
  });

  it('has rates that orders can name while they live', async () => {
    const client = await open();
    const [spot, week] = (await ask(client, `id=Live&${PAIR}&date=2026-07-13`)).body[0].rates;
    const order = { type: 'PQ', timeInForce: 'FOK', price: spot.offer, rateId: spot.rateId };
    await client.place('a', order);
    expect(await client.order('a')).toMatchObject({ status: 'FILLED', averagePrice: 1.1002 });
    await client.place('b', { ...order, rateId: week.rateId, price: week.offer });
    expect(await client.order('b')).toMatchObject({
      ...{ status: 'FILLED', averagePrice: 1.10054, valueDate: '2026-07-22' },
    });
    expect(await client.trades('b')).toMatchObject([
      {
        ...{ tradeType: 'Outright', spotRate: 1.1002, forwardPoints: 0.00034, rate: 1.10054 },
        ...{ dealtAmount: 100_000, termAmount: 110_054, valueDate: '2026-07-22' },
      },
    ]);
    // 2,000,000 were shown; either tenor took 100,000 of them.
    await client.place('c', { ...order, size: 1_800_001 });
    expect(await client.order('c')).toMatchObject({ status: 'EXPIRED' });
    await client.moveTo(4_999);
    await client.place('d', order);
    expect(await client.order('d')).toMatchObject({ status: 'FILLED' });
    await client.moveTo(5_000);
    const late = await client.place('e', order);
    expect(late.body.errorCode).toBe('RequestValidationError.QuoteExpired');
    for (const rateId of ['Live|2026-07-13|0000000f|EURUSD|SPOT', 'None|a|b|c|d']) {
      const code = rateId.startsWith('Live') ? 'QuoteExpired' : 'InvalidQuoteID';
      const unknown = await client.place(rateId.slice(0, 4), { ...order, rateId });
      expect(unknown.body.errorCode).toBe(`RequestValidationError.${code}`);
    }
  });
});

describe('end-of-day set', () => {
  it('is made at its time with the rates of then, and is found by its date', async () => {
    const client = await open();
    const query = `id=Close&${PAIR}&tenor=SPOT`;
    expect((await ask(client, query)).status).toBe(404);
    await client.moveTo((10 * MINUTE) / MILLISECOND);
    const { body } = await ask(client, query);
    expect(body).toMatchObject([
      {
        ...{ date: '2026-07-13', timeWindow: null, validUntil: null },
        createdTime: '2026-07-13 12:10:00,000 +0000',
        activationTime: '2026-07-13 12:10:00,000 +0000',
        nextCreationTime: '2026-07-14 12:10:00,000 +0000',
        rates: [{ bid: 1.1001, offer: 1.1003, rateId: 'Close|2026-07-13||EURUSD|SPOT' }],
      },
    ]);
    await client.moveTo((24 * HOUR) / MILLISECOND);
    await client.moveTo((25 * HOUR) / MILLISECOND);
    expect((await ask(client, query)).body).toMatchObject([{ date: '2026-07-14' }]);
    const earlier = await ask(client, `${query}&date=2026-07-13`);
    expect(earlier.body).toEqual(body);
    expect((await ask(client, `${query}&date=2026-07-10`)).status).toBe(404);
  });

  it('is not made on weekends', async () => {
    const client = await open();
    for (let day = 1; day <= 8; day++) await client.moveTo((day * 24 * HOUR) / MILLISECOND);
    const dates: string[] = [];
    for (let day = 13; day <= 21; day++) {
      const query = `id=Close&${PAIR}&date=2026-07-${String(day)}`;
      const { status } = await ask(client, query);
      if (status === 200) dates.push(String(day));
    }
    expect(dates).toEqual(['13', '14', '15', '16', '17', '20']);
  });
});

describe('fixed-period set', () => {
  const noon = { id: 'Noon', name: 'Around noon', date: '2026-07-13', timeWindow: '1201-1205' };

  it('is made before its window, and lives to its end', async () => {
    const client = await open();
    const query = `org=BankOrg&${PAIR}&tenor=SPOT`;
    await client.moveTo(29_000);
    expect((await ask(client, query)).status).toBe(404);
    await client.moveTo(30_000);
    const { body } = await ask(client, query);
    expect(body).toMatchObject([
      {
        ...noon,
        createdTime: '2026-07-13 12:00:30,000 +0000',
        activationTime: '2026-07-13 12:01:00,000 +0000',
        validUntil: '2026-07-13 12:05:00,000 +0000',
        nextCreationTime: '2026-07-14 12:00:30,000 +0000',
        rates: [{ bid: 1.1, rateId: 'Noon|2026-07-13|1201-1205|EURUSD|SPOT' }],
      },
    ]);
    await client.moveTo(299_999);
    expect((await ask(client, `id=Noon&${PAIR}&tenor=SPOT`)).body).toEqual(body);
    await client.moveTo(300_000);
    expect((await ask(client, `id=Noon&${PAIR}&tenor=SPOT`)).status).toBe(404);
  });

  it('waits until all its symbols have a rate', async () => {
    const client = await open();
    await client.moveTo(64_999);
    expect((await ask(client, `id=Night&${PAIR}&tenor=SPOT`)).status).toBe(404);
    await client.moveTo(66_000);
    const { body } = await ask(client, `org=BankOrg&symbols=EUR%2FUSD,USD%2FJPY&tenor=SPOT`);
    expect(body).toMatchObject([{ id: 'Noon' }, { id: 'Night' }]);
    expect(body[1].createdTime).toBe('2026-07-13 12:01:06,000 +0000');
    const one = await ask(client, `org=BankOrg&${PAIR}&tenor=SPOT&timeWindow=1201-1300`);
    expect(one.body).toMatchObject([{ id: 'Night' }]);
  });

  it('keeps its rates in its window only, with its provider', async () => {
    const client = await open();
    await client.moveTo(59_000);
    const [set] = (await ask(client, `id=Noon&${PAIR}&tenor=SPOT`)).body;
    const { rateId, offer } = set.rates[0];
    const order = { type: 'PQ', timeInForce: 'FOK', price: offer, rateId };
    const early = await client.place('a', order);
    expect(early.body.errorCode).toBe('RequestValidationError.QuoteExpired');
    await client.moveTo(60_000);
    await client.place('b', order);
    expect(await client.order('b')).toMatchObject({ status: 'FILLED', counterparty: 'LP2' });
    await client.moveTo(300_000);
    const late = await client.place('c', order);
    expect(late.body.errorCode).toBe('RequestValidationError.QuoteExpired');
  });

  it('needs a provider that supports such sets', async () => {
    const client = await open({}, [{ id: 'LP1' }, { id: 'LP2', fixedPeriod: false }]);
    await client.moveTo(70_000);
    const { body } = await ask(client, `org=BankOrg&${PAIR}&tenor=SPOT`);
    expect(body).toMatchObject([{ id: 'Night' }]);
  });
});

describe('parameters of a set', () => {
  it.each([
    [`${PAIR}&tenor=SPOT`, 'id or org, found neither'],
    [`id=Live&org=BankOrg&${PAIR}&tenor=SPOT`, 'id or org, found both'],
    ['id=Live&tenor=SPOT', 'symbol or symbols'],
    ['org=BankOrg&tenor=SPOT', 'symbol or symbols'],
    [`id=Live&${PAIR}`, 'tenor or date'],
    [`org=BankOrg&${PAIR}`, 'tenor or date'],
    [`id=Live&${PAIR}&tenor=SPOT&timeWindow=1201-1300`, 'no timeWindow with a set that is regular'],
    [`id=Close&${PAIR}&tenor=SPOT&timeWindow=1201-1300`, 'no timeWindow'],
    [`org=BankOrg&${PAIR}&symbols=EUR%2FUSD&tenor=SPOT`, 'one of symbol and symbols'],
    [`id=Noon&${PAIR}&symbols=EUR%2FUSD&tenor=SPOT`, 'one of symbol and symbols'],
    ['id=Live&symbol=EURUSD&tenor=SPOT', 'query.symbol'],
    ['id=Live&symbols=EUR%2FUSD,JPY&tenor=SPOT', 'query.symbols'],
    [`id=Live&${PAIR}&tenor=1Q`, 'query.tenor'],
    [`id=Live&${PAIR}&date=2026-02-30`, 'query.date'],
    [`id=Noon&${PAIR}&tenor=SPOT&timeWindow=2500-2600`, 'query.timeWindow'],
    [`id=&${PAIR}&tenor=SPOT`, 'query.id'],
    [`id=Live&${PAIR}&tenor=SPOT&endDate=2026-07-13`, 'endDate'],
  ])('%s are refused', async (query, words) => {
    const client = await open();
    const { status, body } = await ask(client, query);
    expect(status).toBe(400);
    expect(body.message).toContain(words);
  });

  it.each([
    [`id=None&${PAIR}&tenor=SPOT`, 'None'],
    [`org=NoOrg&${PAIR}&tenor=SPOT`, 'No market data set'],
    ['id=Live&symbol=GBP%2FUSD&tenor=SPOT', 'No market data set'],
    [`id=Live&${PAIR}&tenor=1M`, 'No market data set'],
    [`id=Live&${PAIR}&date=2026-07-10`, 'No market data set'],
  ])('%s find nothing', async (query, words) => {
    const client = await open();
    const { status, body } = await ask(client, query);
    expect(status).toBe(404);
    expect(body.message).toContain(words);
  });

  it('follow the profile', async () => {
    const client = await open({
      ...{ tenorParameters: ['tenor'], forbiddenParameter: 'date', noSetStatus: 200 },
    });
    expect((await ask(client, `id=Live&${PAIR}&date=2026-07-13`)).status).toBe(400);
    const dated = await ask(client, `id=Live&${PAIR}&tenor=SPOT&date=2026-07-13`);
    expect(dated.body.message).toContain('no date');
    const none = await ask(client, `id=Live&${PAIR}&tenor=1M`);
    expect(none).toMatchObject({ status: 200, body: [] });
  });
});

describe('a set on the wire', () => {
  it.each(['text', 'epoch'] as const)('has times as %s, sizes and prices', async (setTimes) => {
    const client = await open({ setTimes });
    await client.moveTo(30_000);
    const { body } = await ask(client, `id=Noon&${PAIR}&tenor=SPOT`);
    const at = (seconds: number) => {
      const instant = (START + seconds * 1_000) * MILLISECOND;
      return setTimes === 'text' ? formatVenueTime(instant) : instant / MILLISECOND;
    };
    expect(body).toMatchObject([
      {
        ...{ id: 'Noon', name: 'Around noon', date: '2026-07-13', timeWindow: '1201-1205' },
        ...{ createdTime: at(30), activationTime: at(60), validUntil: at(300) },
        expirationTime: null,
        rates: [
          {
            ...{ symbol: 'EUR/USD', tenor: 'SPOT', valueDate: '2026-07-15' },
            ...{ bid: 1.1, offer: 1.1002, bidLimit: 1_000_000, offerLimit: 2_000_000 },
          },
        ],
      },
    ]);
  });
});

describe('sets of a configuration', () => {
  it.each([
    [{ kind: 'fixed-period', window: '1200-1300' }, 'expected org'],
    [{ kind: 'fixed-period', org: 'a' }, 'expected window'],
    [{ kind: 'end-of-day' }, 'expected activeAt'],
    [{ kind: 'regular', activeAt: '1200' }, 'expected no activeAt'],
    [{ kind: 'regular', tenors: ['ON'] }, 'tenor of one date'],
    [{ kind: 'fixed-period', org: 'a', window: '12:00' }, 'HHmm-HHmm'],
    [{ kind: 'regular', id: 'a|b' }, 'expected no |'],
  ])('may not be %j', (set, words) => {
    const parsed = dataSetsSchema.safeParse([{ id: 'S', symbols: ['EUR/USD'], ...set }]);
    expect(parsed.error?.issues.map(({ message }) => message).join()).toContain(words);
  });
});
