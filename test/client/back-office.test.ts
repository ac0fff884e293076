// Calls that move trades or money: which client makes them, and that no trading process can.
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createVenueClient, prepareCall } from '../../src/client/index.js';
import { createBackOfficeClient } from '../../src/client/back-office.js';
import { MILLISECOND, unwrap } from '../../src/domain/index.js';
import { ROUTE_IDS, ROUTES } from '../../src/protocol/index.js';
import { createProfile, profileSchema } from '../../src/protocol/profile/index.js';
import { start, START, USER } from '../simulator/harness.js';

/** Every call that books, changes or cancels trades, or moves money. */
const DESK = [
  ...['bookTrade', 'amendTrade', 'rollTrade', 'allocateTrade', 'cancelTrades'],
  ...['withdraw', 'updateBrokerBalances'],
] as const;

async function startAt(there: object, here: object = there) {
  const { simulator } = await start({ profile: createProfile(profileSchema.parse(there)) });
  const options = {
    baseUrl: simulator.url,
    ...{ user: USER.user, password: USER.password, org: USER.org },
    profile: createProfile(profileSchema.parse(here)),
    findInstrument: () => undefined,
    now: () => START * MILLISECOND,
  };
  return { options, desk: unwrap(createBackOfficeClient(options)) };
}

describe('back-office client', () => {
  it('cancels trades at the path of its venue', async () => {
    const spelt = { calls: { cancelTrades: { bodyIn: 'query' } } };
    const { desk } = await startAt(spelt);
    expect(await desk.api.trades.cancelTrades({ tradeId: 'FXI0' })).toMatchObject({ status: 404 });
    const other = await startAt(spelt, {});
    const lost = await other.desk.api.trades.cancelTrades({ tradeId: 'FXI0' });
    expect(lost).toMatchObject({ status: 400 });
    await desk.client.close();
    await other.desk.client.close();
  });

  it('sends nothing that the call does not define', async () => {
    const { desk } = await startAt({});
    const call = desk.api.custody.withdraw as (input: unknown) => Promise<unknown>;
    const outcome = await call({ amount: 1, curency: 'BTC' });
    expect(outcome).toMatchObject({ class: 'not-sent', status: 0 });
    await desk.client.close();
  });

  it('has each back-office call, and no other', async () => {
    const { desk } = await startAt({});
    const names = [...Object.keys(desk.api.trades), ...Object.keys(desk.api.custody)];
    expect(names.toSorted()).toEqual(DESK.toSorted());
    await desk.client.close();
  });
});

describe('session client', () => {
  it.each(DESK)('has no call that moves trades or money: %s', async (id) => {
    const { options, desk } = await startAt({});
    const client = unwrap(createVenueClient(options));
    const { area } = ROUTES[id];
    expect(Object.keys(client.api[area])).not.toContain(id);
    const outcome = await client.carry({ route: ROUTES[id], path: ROUTES[id].path, coId: '' });
    expect(outcome).toMatchObject({ class: 'not-sent', status: 0 });
    await client.close();
    await desk.client.close();
  });

  it('has every other call', () => {
    const client = unwrap(
      createVenueClient({
        ...{ baseUrl: 'http://127.0.0.1:1', user: 'a', password: 'b', org: 'c' },
        ...{ findInstrument: () => undefined, now: () => 0 },
      }),
    );
    const names = Object.values(client.api).flatMap((area) => Object.keys(area));
    const all = ROUTE_IDS.filter((id) => ROUTES[id].area !== 'auth');
    expect(names.toSorted()).toEqual(all.filter((id) => !DESK.includes(id as never)).toSorted());
    expect(prepareCall(ROUTES.spotRate, { symbol: 'EUR/USD' }).ok).toBe(true);
  });
});

/** Source files that a file imports, statically or later. */
function listImports(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(/(?:from|import\(|import)\s*'(\.[^']+)\.js'/g);
  return [...found].map(([, path = '']) => `${posix.join(posix.dirname(file), path)}.ts`);
}

/** All that is loaded with a file. */
function listLoaded(from: string): ReadonlySet<string> {
  const seen = new Set([from]);
  for (const file of seen) for (const next of listImports(file)) seen.add(next);
  return seen;
}

describe('back-office module', () => {
  it.each([
    ...['src/session/index.ts', 'src/gateway/index.ts', 'src/torture/index.ts', 'src/index.ts'],
    ...[
      'src/cli/bot/run.ts',
      'src/cli/bot/paper.ts',
      'src/cli/bot/watchdog-process.ts',
      'strategies/index.ts',
    ],
  ])('is not imported by %s', (file) => {
    const loaded = [...listLoaded(file)];
    expect(loaded.filter((one) => !existsSync(one))).toEqual([]);
    expect(loaded.filter((one) => one.startsWith('src/client/back-office'))).toEqual([]);
  });

  it('is imported by the manual-calls command, which shows that imports are followed', () => {
    expect(listLoaded('src/cli/venue/venue.ts')).toContain('src/client/back-office.ts');
  });

  it('alone creates a client with back-office calls', () => {
    const files = [...listLoaded('src/cli/main.ts'), ...listLoaded('src/cli/venue/venue.ts')];
    const asking = files.filter((file) => readFileSync(file, 'utf8').includes('carriesDesk: true'));
    expect([...new Set(asking)]).toEqual(['src/client/back-office.ts']);
  });
});
