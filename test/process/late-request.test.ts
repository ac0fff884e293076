// A request that is on its way for seconds, overtaken by newer ones: it is still one order (N10).
import { afterAll, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import { makeResting, openReader, startRun, startVenue, waitForOrders, writeRun } from './venue.js';
import { runWeir } from './weir.js';
import { cleanUp, PASSWORD } from './workspace.js';

afterAll(cleanUp);

/** Session time runs at 20 times that of the machine: 5 s there. */
const LATE = {
  faults: [
    {
      match: { routes: ['placeOrder'] },
      nth: 1,
      effect: { kind: 'delay', when: 'before', by: '100s' },
    },
  ],
};

it('order that reaches the venue late is found once, after later orders', async () => {
  const workspace = makeResting('GTC');
  workspace.write('late.yaml', JSON.stringify(LATE));
  const venue = await startVenue(workspace, '--scenario', 'late.yaml');
  writeRun(workspace, venue.url);
  const bot = startRun(workspace, '--state', 'state');
  await waitForOrders(workspace, bot, 3);
  const sent = readRecords(workspace.path('out'), 'command').filter(({ kind }) => kind === 'place');
  const reader = await openReader(venue.url);
  const active = (await reader.listActive()).map(({ coId }) => coId);
  expect(active).toHaveLength(3);
  // One that was turned back before it left is in no list.
  const left = sent.map(({ coId }) => coId).filter((coId) => active.includes(coId));
  expect(left.toSorted()).toEqual(active.toSorted());
  expect(active[0]).not.toBe(left[0]);
  bot.signal('SIGTERM');
  const { code, stderr } = await bot.end();
  expect(code, stderr).toBe(0);
  expect(await reader.listActive()).toEqual([]);
  const env = { WEIR_PASSWORD: PASSWORD };
  expect(await runWeir(['replay', 'out'], { cwd: workspace.dir, env })).toMatchObject({ code: 0 });
  venue.process.signal('SIGTERM');
});
