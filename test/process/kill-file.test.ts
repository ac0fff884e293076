// A file control/KILL, made by hand: the bot halts, cancels its orders and says so (RC62).
import { writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import {
  makeResting,
  openReader,
  startRun,
  startVenue,
  waitForOrders,
  waitForRecords,
  writeRun,
} from './venue.js';
import { cleanUp } from './workspace.js';

afterAll(cleanUp);

it('a kill file of whatever content stops a bot and takes its orders away', async () => {
  const workspace = makeResting('GTC');
  const venue = await startVenue(workspace);
  writeRun(workspace, venue.url);
  const bot = startRun(workspace, '--state', 'state');
  await waitForOrders(workspace, bot, 3);
  writeFileSync(workspace.path('state/control/KILL'), '');
  await waitForRecords(workspace, bot, 'halt', 1);
  // It stays up halted, until it is ended.
  bot.signal('SIGTERM');
  const { code, stderr } = await bot.end();
  expect([code, stderr]).toEqual([3, expect.stringContaining('HALT (RC62)')]);
  expect(readRecords(workspace.path('out'), 'halt')).toMatchObject([{ rule: 'RC62' }]);
  expect(await (await openReader(venue.url)).listActive()).toEqual([]);
  venue.process.signal('SIGTERM');
});
