// Several sources of rates at once: recordings and generators, merged by time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND, unwrap } from '../../../src/domain/index.js';
import type { RatesSettings } from '../../../src/simulator/index.js';
import { openRateFeed } from '../../../src/simulator/rates/open-rate-feed.js';
import { generatorSchema, Venue } from '../../../src/venue/index.js';
import { NO_LATENCY } from '../../../src/venue/models/latency.js';
import { START, start, USER, writeRecording } from '../harness.js';
import { countRuns } from '../../runs.js';

const AT = START * MILLISECOND;

function record(rows: readonly string[], loop = false) {
  return { kind: 'recording', file: writeRecording(rows), options: {}, loop } as const;
}

function generate(symbols: object, seed = 1) {
  const generator = generatorSchema.parse({ seed, symbols });
  return { kind: 'generator', generator, terms: {} } as const;
}

function open(sources: RatesSettings['sources'], changes: Partial<RatesSettings> = {}) {
  return openRateFeed({ origin: 'recording', speed: 0, ...changes, sources }, 0);
}

/** Every rate of the feed until `ms` after START, as text. */
async function play(
  sources: RatesSettings['sources'],
  ms: number,
  changes?: Partial<RatesSettings>,
) {
  const { feed } = unwrap(await open(sources, changes));
  const settings = { latency: NO_LATENCY, fillTiming: 'arrival', tokenLife: 1 } as const;
  const { instruments } = feed;
  const more = { users: [USER], instruments, seed: 1, maxEndedOrders: 1 };
  const venue = new Venue({ ...settings, ...more });
  const seen: string[] = [];
  const ends: string[] = [];
  feed.play({ ended: () => ends.push('ended'), failed: () => ends.push('failed') });
  venue.rate = (at, id, bidTicks) => {
    const symbol = instruments[id]?.symbol ?? 'unknown';
    seen.push(`${String((at - AT) / MILLISECOND)} ${symbol} ${String(bidTicks)}`);
  };
  feed.deliver(AT + ms * MILLISECOND, venue);
  feed.close();
  return { seen, ends, feed };
}

describe('several recordings', () => {
  it('are merged by time, then by their order, then by row', async () => {
    const first = record([
      '0,EUR/USD,1.00001,1.1,1,1',
      '100,EUR/USD,1.00002,1.1,1,1',
      '100,EUR/USD,1.00003,1.1,1,1',
    ]);
    const second = record([
      '100,USD/JPY,150.001,151,1,1',
      '100,EUR/USD,1.00009,1.1,1,1',
      '200,USD/JPY,150.002,151,1,1',
    ]);
    const both = ['0 EUR/USD 100001', '100 EUR/USD 100002', '100 EUR/USD 100003'];
    const rest = ['100 USD/JPY 150001', '100 EUR/USD 100009', '200 USD/JPY 150002'];
    expect(await play([first, second], 200)).toMatchObject({
      seen: [...both, ...rest],
      ends: ['ended'],
    });
    const turned = (await play([second, first], 200)).seen;
    expect(turned).toEqual([both[0], rest[0], rest[1], both[1], both[2], rest[2]]);
  });

  it('loop each separately, and end when none is left', async () => {
    const short = record(['0,EUR/USD,1.00001,1.1,1,1', '100,EUR/USD,1.00002,1.1,1,1'], true);
    const long = record(['50,USD/JPY,150.001,151,1,1', '250,USD/JPY,150.002,151,1,1']);
    const { seen, ends } = await play([short, long], 500);
    expect(seen).toEqual([
      ...['0 EUR/USD 100001', '50 USD/JPY 150001', '100 EUR/USD 100002', '200 EUR/USD 100001'],
      ...['250 USD/JPY 150002', '300 EUR/USD 100002', '400 EUR/USD 100001', '500 EUR/USD 100002'],
    ]);
    expect(ends).toEqual([]);
  });

  it('start with the earliest, also when they are moved to now', async () => {
    const [late, early] = [record(['70,EUR/USD,1,2,1,1']), record(['30,USD/JPY,150,151,1,1'])];
    expect(unwrap(await open([late, early])).feed.firstAt).toBe(AT + 30 * MILLISECOND);
    const { feed } = unwrap(await open([late, early], { origin: 'now' }));
    expect(feed.firstAt).toBe(0);
    feed.play({ ended: () => undefined, failed: () => undefined });
    expect(feed.nextAt).toBe(0);
    feed.close();
  });

  it('are the stable sort of all their rows by time', async () => {
    const times = fc.array(fc.nat(50), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.array(times, { minLength: 1, maxLength: 4 }), async (lists) => {
        let price = 100_000;
        const rows = lists.map((list) =>
          list
            .sort((a, b) => a - b)
            .map((ms) => ({
              ms,
              text: `${String(ms)},EUR/USD,${(++price / 1e5).toFixed(5)},2,1,1`,
            })),
        );
        const sources = rows.map((list) => record(list.map(({ text }) => text)));
        const expected = rows
          .flat()
          .sort((a, b) => a.ms - b.ms)
          .map(({ text }) => text.split(',')[2]?.replace('.', ''));
        const { seen } = await play(sources, 1_000);
        expect(seen.map((one) => one.split(' ')[2])).toEqual(expected);
      }),
      { numRuns: countRuns(30) },
    );
  });
});

describe('skipped rates', () => {
  it('change those before only: generators restart there, recordings continue', async () => {
    const rows = ['0,EUR/USD,1.00001,1.1,1,1', '300,EUR/USD,1.00002,1.1,1,1'];
    const sources = [
      record([...rows, '1200,EUR/USD,1.00003,1.1,1,1']),
      generate({ 'USD/JPY': { price: 150 } }),
    ];
    const { feed } = unwrap(await open(sources));
    feed.play({ ended: () => undefined, failed: () => undefined });
    feed.skipTo(AT + SECOND);
    const seen: string[] = [];
    feed.deliver(AT + 2 * SECOND, {
      rate: (at, id) => {
        seen.push(`${String((at - AT) / MILLISECOND)} ${feed.instruments[id]?.symbol ?? ''}`);
      },
    });
    feed.close();
    expect(seen[0]).toBe('1000 USD/JPY');
    expect(seen.filter((one) => one.endsWith('EUR/USD'))).toEqual(['1200 EUR/USD']);
  });
});

describe('generated rates', () => {
  const TWO = { 'EUR/USD': { price: 1.1 }, 'USD/JPY': { price: 150, interval: '400ms' } };
  const startAt = AT;

  it('are those of each symbol alone, by time', async () => {
    const { seen, ends } = await play([generate(TWO)], 60_000, { startAt });
    const of = (symbol: string) => seen.filter((one) => one.includes(symbol));
    for (const [symbol, settings] of Object.entries(TWO)) {
      const alone = await play([generate({ [symbol]: settings })], 60_000, { startAt });
      expect(of(symbol)).toEqual(alone.seen);
      expect(alone.seen.length).toBeGreaterThan(90);
    }
    const times = seen.map((one) => Number(one.split(' ')[0]));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(ends).toEqual([]);
  });

  it('are merged with recordings, at whose start they start', async () => {
    const recorded = record(['500,GBP/USD,1.3,1.4,1,1', '700,GBP/USD,1.3,1.4,1,1']);
    const { seen, feed, ends } = await play(
      [recorded, generate({ 'EUR/USD': { price: 1.1 } })],
      5_000,
    );
    expect(feed.instruments.map(({ symbol }) => symbol)).toEqual(['GBP/USD', 'EUR/USD']);
    expect(seen[0]).toBe('500 GBP/USD 130000');
    expect(seen[1]).toMatch(/^500 EUR\/USD /);
    expect(seen.filter((one) => one.includes('GBP'))).toHaveLength(2);
    expect(ends).toEqual([]);
  });

  it('take the terms of their symbols from the file', async () => {
    const generator = generatorSchema.parse({
      symbols: { 'BTC/USD': { price: 64_000, size: 0.5 } },
    });
    const terms = { 'BTC/USD': { ratePrecision: 1, pipFactor: 1, sizeIncrement: 0.0001 } };
    const { feed } = unwrap(await open([{ kind: 'generator', generator, terms }], { startAt }));
    expect(feed.instruments).toMatchObject([{ symbol: 'BTC/USD', ratePrecision: 1 }]);
    const unknown = await open([{ kind: 'generator', generator, terms: {} }], { startAt });
    expect(unknown).toMatchObject({ fault: { code: 'instrument.unknown' } });
  });

  it.each([
    ['no start', { price: 1.1 }, {}, /startAt or origin: now/],
    ['a price below a tick', { price: 0.000001 }, { startAt }, /1 to 100,000,000,000 ticks/],
    ['a price beyond the maximum', { price: 1e12 }, { startAt }, /ticks, found 1000000000000/],
    [
      'a size with too many decimals',
      { price: 1.1, size: 0.001 },
      { startAt },
      /2 decimals at most/,
    ],
  ])('are refused with %s', async (_, symbol, changes, words) => {
    const opened = await open([generate({ 'EUR/USD': symbol })], changes);
    expect(opened).toMatchObject({ ok: false, fault: { code: 'simulator.rates' } });
    expect(opened.ok ? '' : opened.fault.message).toMatch(words);
  });

  it('are served, and orders meet them', async () => {
    const sources = [generate(TWO)];
    const client = await start({ rates: { origin: 'recording', speed: 0, startAt: AT, sources } });
    await client.login();
    await client.moveTo(30_000);
    const { body } = await client.get('/v2/rates/spot?symbol=USD%2FJPY');
    expect(body.time).toBeGreaterThan(START + 20_000);
    expect(Math.abs(body.bid - 150)).toBeLessThan(1);
    await client.place('a', { symbol: 'USD/JPY', currency: 'USD', price: 160, size: 1_000 });
    expect(await client.order('a')).toMatchObject({ status: 'FILLED', averagePrice: body.offer });
    expect(client.simulator.clock.now()).toBe(AT + 30 * SECOND);
  });
});
