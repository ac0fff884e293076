// A file control/KILL, made by hand: the bot halts, cancels its orders and says so (RC62).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
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
import { poll, runWeir } from './weir.js';
import { cleanUp, PASSWORD } from './workspace.js';

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

it('a kill by a signal while a bot starts leaves the file, and it goes on to halt', async () => {
  const workspace = makeResting('GTC');
  // It logs nobody in until it is told to refuse.
  const asked: ServerResponse[] = [];
  const silent = createServer((_, answer) => {
    asked.push(answer);
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  writeRun(workspace, `http://127.0.0.1:${String(port)}`);
  const bot = startRun(workspace, '--state', 'state');
  const answer = await poll(
    () => asked[0],
    () => bot.stderr(),
  );
  bot.signal('SIGUSR2');
  const file = workspace.path('state/control/KILL');
  await poll(
    () => existsSync(file) || undefined,
    () => bot.stderr(),
  );
  const text = /^RC65 SIGUSR2: killed by a signal\nkill-\d+-RC65\n$/;
  expect(readFileSync(file, 'utf8')).toMatch(text);
  answer.writeHead(400).end();
  expect((await bot.end()).stderr).toContain('SIGUSR2: the bot goes on starting, and halts');
  silent.close();
});

it('a kill as soon as a very first start begins waits for its state', async () => {
  const workspace = makeResting('GTC');
  const venue = await startVenue(workspace);
  writeRun(workspace, venue.url);
  const bot = startRun(workspace, '--state', 'state');
  const words = ['kill', 'run.yaml', '--state', 'state', '--reason', 'early'];
  const env = { WEIR_PASSWORD: PASSWORD };
  expect(await runWeir(words, { cwd: workspace.dir, env })).toMatchObject({ code: 0 });
  await poll(
    () => bot.stderr().includes('early') || undefined,
    () => bot.stderr(),
  );
  bot.signal('SIGTERM');
  const { code, stderr } = await bot.end();
  expect([code, stderr]).toEqual([3, expect.stringContaining('early')]);
  expect(await (await openReader(venue.url)).listActive()).toEqual([]);
  venue.process.signal('SIGTERM');
});
