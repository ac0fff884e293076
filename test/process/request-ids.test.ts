// Journal and wire name each request alike, each try of a cancel too; and the journal has the
// hash of each answer.
import { createHash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { parseLines, readLines } from './journal-file.js';
import { isCancel, isPlace, type Proxy, type Seen, startProxy } from './proxy.js';
import { makeResting, startRun, startVenue, waitForOrders, writeRun } from './venue.js';
import { runWeir } from './weir.js';
import { cleanUp } from './workspace.js';

let proxy: Proxy | undefined;

afterAll(() => {
  proxy?.close();
  cleanUp();
});

const BUSY = { status: 504, body: '{"message":"later, please"}' };

it('request has the same id in the journal and on the wire', async () => {
  const workspace = makeResting('GTC');
  const venue = await startVenue(workspace);
  // The first two tries of each cancel have no answer of use.
  proxy = await startProxy(venue.url, (seen, log) => {
    const tries = log.filter((one) => isCancel(one) && one.path === seen.path).length;
    return isCancel(seen) && tries <= 2 ? BUSY : 'pass';
  });
  writeRun(workspace, proxy.url);
  const bot = startRun(workspace);
  await waitForOrders(workspace, bot, 3);
  bot.signal('SIGINT');
  expect((await bot.end()).stderr).toContain('all own orders have ended, verified by query');
  const toId = ({ headers }: Seen) => [headers['x-request-id']].join();
  const wire = proxy.log.filter((seen) => isPlace(seen) || isCancel(seen)).map(toId);
  const records = parseLines(readLines(workspace.path('out')));
  const named = records.filter(({ type }) => type === 'send-start' || type === 'send-again');
  const names = named.map(({ data }) => (data as unknown as Named).requestId);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(wire).size).toBe(wire.length);
  // A cancel of an order whose cancel is under way joins that, and says so.
  const unused = records.filter(({ type }) => type === 'send-unused');
  const joined = unused.map(({ data }) => (data as unknown as Named).requestId);
  expect(names.filter((name) => !wire.includes(name)).sort()).toEqual(joined.sort());
  expect(wire.filter((name) => !names.includes(name))).toEqual([]);
  expect(wire.filter((id) => /\.c1\.\d+(\.[23])?$/.test(id))).toHaveLength(9);
  const results = records.filter(({ type }) => type === 'send-result').map(({ data }) => data);
  const refused = results.filter(({ status }) => status === BUSY.status);
  const sha256 = createHash('sha256').update(BUSY.body).digest('hex');
  expect(refused).toHaveLength(6);
  for (const one of refused) expect(one).toMatchObject({ class: 'unknown', sha256 });
  const taken = results.filter(({ status }) => status === 202);
  for (const one of taken) {
    expect(one).toMatchObject({
      class: 'accepted',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  }
  expect((await runWeir(['replay', 'out'], { cwd: workspace.dir })).code).toBe(0);
});

interface Named {
  readonly requestId: string;
}
