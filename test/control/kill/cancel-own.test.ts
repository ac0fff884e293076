// Cancels from outside a bot: with ids of their own, at a pace the venue accepts, until proven.
import { describe, expect, it } from 'vitest';
import {
  createInstrument,
  fail,
  type Instrument,
  ok,
  type Result,
  unwrap,
} from '../../../src/domain/index.js';
import {
  cancelOwn,
  type CancelWatch,
  openCancelOnly,
} from '../../../src/control/kill/cancel-own.js';
import type { KnownBook, KnownOrder } from '../../../src/control/known-orders.js';
import { realPorts } from '../../../src/host/index.js';
import { realClock } from '../../../src/host/clock.js';
import { json, PASSWORD, startVenue, type TestVenue } from '../../client/test-venue.js';
import { toOrder } from '../../polling/scripted-venue.js';

const LIST = 'GET /v2/orders';
const CANCEL = 'DELETE /v2/orders/id-weir-a';
const LOGIN = 'POST /v2/sso/login';
const ORDER = toOrder('weir-a', 'NEW') as Readonly<Record<string, unknown>>;

/** Machine time in which no wait takes any time; `at` is where it stands, microseconds. */
function quickClock(at = 0) {
  return {
    ...realClock,
    monoMicros: () => at,
    setTimer: (ms: number, fire: () => void) => {
      at += ms * 1_000;
      return realClock.setTimer(0, fire);
    },
  };
}

/** Of a journal that has no order open. */
const NO_BOOK: Result<KnownBook> = ok({ orders: [], positions: [], instruments: [] });
const SCOPE = { owns: (coId: string) => coId.startsWith('weir-'), readBook: () => NO_BOOK };

/** Cancels at a venue, and when its requests of a line came, in seconds since the begin. */
async function run(venue: TestVenue, line: string, watch?: CancelWatch, book = NO_BOOK) {
  const login = { baseUrl: venue.baseUrl, user: 'algo1', password: PASSWORD, org: 'DeskOrg' };
  const client = unwrap(await openCancelOnly(realPorts, login, undefined));
  const clock = quickClock();
  const at: number[] = [];
  venue.watch((seen) => {
    if (seen.line === line) at.push(clock.monoMicros() / 1_000_000);
  });
  const scope = { ...SCOPE, readBook: () => book };
  const report = await cancelOwn(client, scope, { clock, host: { processId: 7 } }, watch);
  await client.close();
  return { ...report, at };
}

const list = (...orders: readonly unknown[]) => json(200, JSON.stringify(orders));

it('cancels of each process and of each call have ids of their own', async () => {
  const venue = await startVenue();
  const login = { baseUrl: venue.baseUrl, user: 'algo1', password: PASSWORD, org: 'DeskOrg' };
  const client = unwrap(await openCancelOnly(realPorts, login, undefined));
  let tries = 0;
  venue.on(CANCEL, (response, seen) => {
    tries += 1;
    // The second try of each is taken.
    if (tries % 2 === 0) venue.on(LIST, json(200, '[]'));
    json(202, JSON.stringify(ORDER))(response, seen);
  });
  for (const [processId, micros] of [
    [7, 5],
    [8, 5],
    [7, 9],
  ] as const) {
    venue.on(LIST, list(ORDER));
    const clock = quickClock(micros);
    const looks: string[][] = [];
    const report = await cancelOwn(client, SCOPE, { clock, host: { processId } }, ({ left }) => {
      looks.push([...left]);
    });
    // Before it logs in, at each list until the second try, and twice without any.
    expect(looks[0]).toEqual([]);
    expect(looks.slice(1, -2)).toEqual(Array<string[]>(looks.length - 3).fill(['weir-a']));
    expect(looks.slice(-2)).toEqual([[], []]);
    expect(report).toMatchObject({ isProven: true, cancelled: ['weir-a'], left: [] });
  }
  await client.close();
  const cancels = venue.seen.filter(({ line }) => line === CANCEL);
  const names = cancels.map(({ headers }) => String(headers['x-request-id']));
  expect(names).toHaveLength(6);
  expect(new Set(names).size).toBe(6);
  for (const name of names) expect(name).toMatch(/^weir-a\.outside\.[78]\.[59]\.[12]$/);
});

describe('order that stays alive', () => {
  it('is cancelled five times, 5 s apart, and probed once a second', async () => {
    const venue = await startVenue();
    venue.on(LIST, list(ORDER));
    venue.on(CANCEL, json(202, JSON.stringify(ORDER)));
    const report = await run(venue, CANCEL);
    expect(report).toMatchObject({ isProven: false, isSlow: false, left: ['weir-a'] });
    expect(report.at).toHaveLength(5);
    for (const gap of toGaps(report.at)) expect(gap).toBeGreaterThanOrEqual(5);
    const looks = venue.lines().filter((line) => line === LIST);
    expect(looks.length).toBeLessThanOrEqual(62);
    expect(report.endMs).toBeGreaterThanOrEqual(60_000);
    expect(report.endMs).toBeLessThan(62_000);
  });

  it('is cancelled each 30 s for 10 minutes where the venue answers 500', async () => {
    const venue = await startVenue();
    venue.on(LIST, list(ORDER));
    venue.on(CANCEL, json(500, '{}'));
    const giveUps = new Set<number>();
    const report = await run(venue, CANCEL, ({ giveUpMs }) => giveUps.add(giveUpMs));
    expect(report).toMatchObject({ isProven: false, isSlow: true, left: ['weir-a'] });
    expect([...giveUps]).toEqual([60_000, 600_000]);
    expect(report.at.length).toBeGreaterThan(10);
    expect(report.at.length).toBeLessThanOrEqual(20);
    for (const gap of toGaps(report.at)) expect(gap).toBeGreaterThanOrEqual(30);
    expect(report.endMs).toBeGreaterThanOrEqual(600_000);
  });
});

describe('list of active orders that fails', () => {
  it.each([
    ['429 with a wait of 7 s', json(429, '{}', { 'retry-after': '7' }), 7, 9],
    ['429', json(429, '{}'), 0.5, 16],
    ['500', json(500, '{}'), 12, 5],
    ['200 with no list', json(200, '7'), 0.5, 16],
  ])('is requested again later: %s', async (_, reply, gap, most) => {
    const venue = await startVenue();
    venue.on(LIST, reply);
    const report = await run(venue, LIST);
    expect(report).toMatchObject({ isProven: false, cancelled: [], firstCancelMs: -1 });
    expect(report.trouble).not.toBe('');
    expect(report.at.length).toBeGreaterThanOrEqual(most - 1);
    expect(report.at.length).toBeLessThanOrEqual(most);
    for (const one of toGaps(report.at)) expect(one).toBeGreaterThanOrEqual(gap);
  });

  it.each([
    ['500', 5],
    ['503', 16],
    ['401', 3],
  ])('because no login succeeds: %s', async (status, most) => {
    const venue = await startVenue();
    venue.on(LOGIN, json(Number(status), '{}'));
    const report = await run(venue, LOGIN);
    expect(report).toMatchObject({ isProven: false, left: [] });
    expect(report.trouble).toMatch(/login/);
    expect(report.at.length).toBeGreaterThanOrEqual(most - 1);
    expect(report.at.length).toBeLessThanOrEqual(most);
  });
});

describe('list of active orders', () => {
  const { orderId, ...nameless } = ORDER;
  const BY_NAME = `${LIST}?coId=weir-a`;

  it('may leave an id out: the order is queried by its coId', async () => {
    const venue = await startVenue();
    venue.on(LIST, list(nameless));
    venue.on(BY_NAME, list(ORDER));
    venue.on(CANCEL, (response, seen) => {
      venue.on(LIST, list());
      json(202, JSON.stringify(ORDER))(response, seen);
    });
    expect(orderId).toBe('id-weir-a');
    expect(await run(venue, CANCEL)).toMatchObject({ isProven: true, cancelled: ['weir-a'] });
  });

  it('proves no end of an order without any id', async () => {
    const venue = await startVenue();
    venue.on(LIST, list(nameless));
    venue.on(BY_NAME, json(404, '{}'));
    expect(await run(venue, LIST)).toMatchObject({ isProven: false, left: ['weir-a'] });
  });

  it('may have prices and sizes finer than any known', async () => {
    const venue = await startVenue();
    const fine = { ...ORDER, price: 1.0951234567, size: 1_000.1234567 };
    const strange = { ...fine, coId: 'desk-7', orderId: 'id-desk-7', symbol: 'NEW/COIN' };
    venue.on(LIST, list(strange, fine));
    venue.on(CANCEL, (response, seen) => {
      venue.on(LIST, list(strange));
      json(202, JSON.stringify(fine))(response, seen);
    });
    expect(await run(venue, CANCEL)).toMatchObject({ isProven: true, cancelled: ['weir-a'] });
    expect(venue.lines()).not.toContain('DELETE /v2/orders/id-desk-7');
  });
});

function toGaps(times: readonly number[]): readonly number[] {
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
}

it('positions are read by the instruments of the journal, such as an unlisted symbol', async () => {
  const venue = await startVenue();
  const dated = { level: 'USER', valueDate: '2026-07-15' };
  const position = { ...dated, symbol: 'BTC/USD', netOpenBase: 2.5 };
  venue.on('GET /v2/positions', json(200, JSON.stringify([position])));
  const login = { baseUrl: venue.baseUrl, user: 'algo1', password: PASSWORD, org: 'DeskOrg' };
  const terms = { ratePrecision: 1, sizeIncrement: 0.01, minSize: 0.01 };
  const bitcoin = unwrap(createInstrument(0, 'BTC/USD', terms));
  const read = async (...instruments: Instrument[]) => {
    const client = unwrap(await openCancelOnly(realPorts, login, undefined, instruments));
    unwrap(await client.login());
    return client.netPositions();
  };
  const units = 2.5 * 10 ** bitcoin.baseDecimals;
  expect(await read(bitcoin)).toMatchObject({ value: [{ symbol: 'BTC/USD', units }] });
  // Without its terms an amount of it cannot be told.
  expect(await read()).toMatchObject({ value: [] });
});

describe('order that the journal has open and no list shows', () => {
  const BY_NAME = `${LIST}?coId=weir-a`;
  const BY_ID = `${LIST}/id-weir-a`;
  const FILLS = 'GET /v2/trades?coId=weir-a';
  const NONE = json(404, '{}');
  const EUR_USD = unwrap(createInstrument(0, 'EUR/USD', {}));
  const toBook = (known: Partial<KnownOrder> = {}): Result<KnownBook> => {
    const order = { coId: 'weir-a', orderId: '', symbol: 'EUR/USD', side: 'Buy', isShown: false };
    const orders = [{ ...order, ...known } as KnownOrder];
    return ok({ orders, positions: [], instruments: [EUR_USD] });
  };
  /** A venue that finds nothing of it, but for these answers. */
  const forget = async (answers: Readonly<Record<string, ReturnType<typeof json>>> = {}) => {
    const venue = await startVenue();
    const empty = { [LIST]: list(), [BY_NAME]: NONE, [BY_ID]: NONE, [FILLS]: NONE };
    const unused = { [`${LIST}?coId=weir-calibration`]: NONE, 'GET /v2/positions': list() };
    for (const [line, reply] of Object.entries({ ...empty, ...unused, ...answers })) {
      venue.on(line, reply);
    }
    return venue;
  };
  const shown = { orderId: 'id-weir-a', isShown: true };

  it('is cancelled by the id of the journal, and ends by the answer to its own query', async () => {
    const venue = await forget({ [BY_NAME]: list(ORDER), [CANCEL]: json(202, '{}') });
    venue.watch(({ line }) => {
      if (line === CANCEL) venue.on(BY_NAME, list(toOrder('weir-a', 'CANCELED')));
    });
    const report = await run(venue, CANCEL, undefined, toBook(shown));
    expect(report).toMatchObject({ isProven: true, cancelled: ['weir-a'], left: [] });
    expect(report.ends).toEqual([{ coId: 'weir-a', status: 'CANCELED' }]);
    expect(report.firstCancelMs).toBeGreaterThanOrEqual(0);
  });

  it('is not proven ended where the venue had shown it and no longer finds it', async () => {
    const venue = await forget({ [CANCEL]: json(202, '{}') });
    const report = await run(venue, CANCEL, undefined, toBook(shown));
    expect(report).toMatchObject({ isProven: false, left: ['weir-a'], ends: [] });
    expect(report.trouble).toContain('which had accepted them; ask the venue how they ended');
    expect(report.at.length).toBeGreaterThan(1);
    expect(report.endMs).toBeGreaterThanOrEqual(60_000);
  });

  it('was never taken where four reads prove that for longer than its request lives', async () => {
    const report = await run(await forget(), LIST, undefined, toBook());
    expect(report).toMatchObject({ isProven: true, left: [] });
    expect(report.ends).toEqual([{ coId: 'weir-a', status: 'LOST' }]);
    expect(report.endMs).toBeGreaterThanOrEqual(40_000);
  });

  it.each([
    ['its trades are reported', { [FILLS]: json(500, '{}') }],
    ['a response other than the venue’s "no result"', { [BY_NAME]: json(204, '') }],
    ['positions could not be read', { 'GET /v2/positions': json(500, '{}') }],
  ])('may have been taken: %s', async (_, answers) => {
    const report = await run(await forget(answers), LIST, undefined, toBook());
    expect(report).toMatchObject({ isProven: false, left: ['weir-a'] });
    expect(report.trouble).toContain('which may have received them');
  });

  it('is unknown where the journal cannot be read, which is reported at once', async () => {
    const broken = fail('journal.damaged', 'expected a record, found none', 'state/journal');
    const report = await run(await forget(), LIST, undefined, broken);
    expect(report).toMatchObject({ isProven: false, left: [] });
    expect(report.trouble).toContain('cannot read the open orders from the journal');
    expect(report.endMs).toBeLessThan(5_000);
  });
});
