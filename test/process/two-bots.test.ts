// Two bots of one login: each knows its orders by its tag; a kill of one leaves the other alone.
import { afterAll, expect, it } from 'vitest';
import { startProxy } from './proxy.js';
import { makeResting, openReader, startVenue, waitForOrders } from './venue.js';
import { runWeir, startWeir } from './weir.js';
import { cleanUp, PASSWORD, toVenue } from './workspace.js';

afterAll(cleanUp);

const ENV = { WEIR_PASSWORD: PASSWORD };

it('kill cancels the orders of its bot; with --all-bots those of both bots', async () => {
  const workspace = makeResting('GTC');
  const venue = await startVenue(workspace);
  // One login has one bot on a machine, by where it is dialled: this is another machine's way.
  const proxy = await startProxy(venue.url, () => 'pass');
  const weir = (...words: readonly string[]) => runWeir(words, { cwd: workspace.dir, env: ENV });
  const start = async (name: string, baseUrl: string) => {
    const session = JSON.parse(workspace.read('session.yaml')) as object;
    const run = { ...session, venue: { ...toVenue(baseUrl), loginUse: 'shared' } };
    workspace.write(`${name}.yaml`, JSON.stringify(run));
    const args = ['run', `${name}.yaml`, '--out', `out-${name}`, '--state', name];
    const bot = startWeir(args, { cwd: workspace.dir, env: ENV });
    await waitForOrders(workspace, bot, 3, `out-${name}`);
    const { stdout } = await weir('status', `${name}.yaml`, '--state', name);
    const [, tag = ''] = /^ready: .*, epoch 1, tag (weir[a-z]{6})$/m.exec(stdout) ?? [stdout];
    return { bot, tag };
  };
  const one = await start('one', venue.url);
  const other = await start('other', proxy.url);
  const { listActive } = await openReader(venue.url);
  const countOrders = async ({ tag }: { readonly tag: string }) => {
    const active = await listActive();
    return active.filter(({ coId }) => coId.startsWith(`${tag}-`)).length;
  };
  const count = async () => [await countOrders(one), await countOrders(other)];
  expect(await count()).toEqual([3, 3]);

  const lost = await weir('kill', 'one.yaml', '--state', 'lost');
  expect([lost.code, await count()]).toEqual([3, [3, 3]]);
  expect(lost.stderr).toMatch(/does not say which tag its bot had, .*: `--all-bots` cancels them/);

  const killed = await weir('kill', 'one.yaml', '--state', 'one');
  expect([killed.code, await count()]).toEqual([0, [0, 3]]);
  expect(killed.stdout).toContain(`left alone, not of this bot: 3 orders: ${other.tag}-`);
  const goesOn = await weir('status', 'other.yaml', '--state', 'other', '--json');
  expect(JSON.parse(goesOn.stdout)).toMatchObject({ mode: 'ready', halts: [], tag: other.tag });

  const all = await weir('kill', 'one.yaml', '--state', 'one', '--all-bots');
  expect([all.code, await count()]).toEqual([0, [0, 0]]);
  const what = `3 orders of other bots cancelled (${other.tag}); these bots go on`;
  expect(all.stdout).toContain(what);
  for (const { bot } of [one, other]) {
    bot.signal('SIGTERM');
    await bot.end();
  }
  proxy.close();
  venue.process.signal('SIGTERM');
});
