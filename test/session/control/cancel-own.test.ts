// Cancels from outside a bot: each request has a name that no other process or time has.
import { expect, it } from 'vitest';
import { createInstrument, type Instrument, unwrap } from '../../../src/domain/index.js';
import { cancelOwn, openSafety } from '../../../src/session/control/cancel-own.js';
import { realPorts } from '../../../src/session/index.js';
import { realClock } from '../../../src/session/real-ports/clock.js';
import { createClient, json, PASSWORD, startVenue } from '../../client/test-venue.js';
import { toOrder } from '../../streams/scripted-venue.js';

const LIST = 'GET /v2/orders';
const CANCEL = 'DELETE /v2/orders/id-weir-a';
const ORDER = toOrder('weir-a', 'NEW');

it('names the cancels of each process and of each call otherwise', async () => {
  const venue = await startVenue();
  const { client } = createClient(venue.baseUrl);
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
    venue.on(LIST, json(200, JSON.stringify([ORDER])));
    const clock = {
      ...realClock,
      monoMicros: () => micros,
      setTimer: (_: number, fire: () => void) => realClock.setTimer(0, fire),
    };
    const looks: string[][] = [];
    const report = await cancelOwn(client, 'weir-', { clock, host: { processId } }, ({ left }) => {
      looks.push([...left]);
    });
    // Before it logs in, and at each list.
    expect(looks).toEqual([[], ['weir-a'], ['weir-a'], [], []]);
    expect(report).toMatchObject({ isProven: true, cancelled: ['weir-a'], left: [] });
  }
  const cancels = venue.seen.filter(({ line }) => line === CANCEL);
  const names = cancels.map(({ headers }) => String(headers['x-request-id']));
  expect(names).toHaveLength(6);
  expect(new Set(names).size).toBe(6);
  for (const name of names) expect(name).toMatch(/^weir-a\.outside\.[78]\.[59]\.[12]$/);
});

it('reads positions by the instruments of the journal, such as one in no table', async () => {
  const venue = await startVenue();
  const position = { symbol: 'BTC/USD', level: 'USER', netOpenBase: 2.5 };
  venue.on('GET /v2/positions', json(200, JSON.stringify([position])));
  const login = { baseUrl: venue.baseUrl, user: 'algo1', password: PASSWORD, org: 'DeskOrg' };
  const terms = { ratePrecision: 1, sizeIncrement: 0.01, minSize: 0.01 };
  const bitcoin = unwrap(createInstrument(0, 'BTC/USD', terms));
  const read = async (...instruments: Instrument[]) => {
    const client = unwrap(await openSafety(realPorts, login, undefined, instruments));
    unwrap(await client.login());
    return client.netPositions();
  };
  const units = 2.5 * 10 ** bitcoin.baseDecimals;
  expect(await read(bitcoin)).toMatchObject({ value: [{ symbol: 'BTC/USD', units }] });
  // Without its terms an amount of it cannot be told.
  expect(await read()).toMatchObject({ value: [] });
});
