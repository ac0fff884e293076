// A kill acts first, whatever is wrong with its arguments, its configuration or other files.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { makeResting, startRun, startVenue, waitForOrders, writeRun } from './venue.js';
import { runWeir } from './weir.js';
import { cleanUp, PASSWORD } from './workspace.js';

afterAll(cleanUp);

interface Killed {
  readonly halts: readonly { readonly cause: string; readonly reason: string }[];
}

async function makeBot(...args: readonly string[]) {
  const workspace = makeResting('GTC');
  const venue = await startVenue(workspace);
  writeRun(workspace, venue.url);
  const bot = startRun(workspace, ...args);
  await waitForOrders(workspace, bot, 3);
  const env = { WEIR_PASSWORD: PASSWORD };
  const weir = (...words: readonly string[]) => runWeir(words, { cwd: workspace.dir, env });
  const end = async () => {
    bot.signal('SIGTERM');
    await bot.end();
    venue.process.signal('SIGTERM');
  };
  return { workspace, weir, end };
}

describe.concurrent('weir kill with wrong arguments or configuration', () => {
  it('kill stops a bot despite wrong arguments and reports them afterwards', async () => {
    const { end, weir, workspace } = await makeBot('--state', 'own-state');
    const args = ['--forse', '--reason', '', 'run.yaml', 'please'];
    const killed = await weir('kill', ...args);
    // The state of the last start, which nobody has to name.
    expect(killed.stdout).toMatch(/^the bot .*; latch durable in [\d.]+ ms$/m);
    expect([killed.code, killed.stdout]).toEqual([0, expect.stringContaining('no own order')]);
    for (const told of ['`--forse`', 'a value after `--reason`', 'found also `please`']) {
      expect(killed.stderr).toContain(told);
    }
    const { stdout } = await weir('status', 'run.yaml', '--state', 'own-state', '--json');
    expect((JSON.parse(stdout) as Killed).halts).toMatchObject([
      { cause: 'RC63', reason: expect.stringMatching(/^weir kill, no reason given/) as string },
    ]);
    expect(existsSync(workspace.path('own-state/control/KILL'))).toBe(true);
    await end();
  });

  it.each([
    ['no longer parses', (path: string) => execFileSync('sh', ['-c', `echo ': [' > ${path}`])],
    [
      'is gone',
      (path: string) => {
        rmSync(path);
      },
    ],
    ['is a pipe', (path: string) => execFileSync('sh', ['-c', `rm ${path} && mkfifo ${path}`])],
  ])('kill stops the bot whose configuration %s', async (_, damage) => {
    const { end, weir, workspace } = await makeBot();
    damage(workspace.path('run.yaml'));
    const killed = await weir('kill', 'run.yaml', '--reason', 'broken');
    expect([killed.code, killed.stdout]).toEqual([0, expect.stringContaining('bot answered')]);
    expect(killed.stdout).toMatch(/no own order is left/);
    await end();
  });

  it('kill with an ambiguous target lists the known bots', async () => {
    const { end, weir, workspace } = await makeBot();
    const known = `known: ${workspace.path('run.yaml')}: demo@DemoOrg at http://127`;
    for (const [words, code] of [
      [['kill'], 2],
      [['kill', '--json'], 2],
      [['kill', 'ru.yaml'], 1],
    ] as const) {
      const ended = await weir(...words);
      expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(known)]);
    }
    const { stdout } = await weir('status', 'run.yaml', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ mode: 'ready', halts: [] });
    const both = await weir('kill', 'run.yaml', 'limits.yaml');
    expect([both.code, both.stderr]).toEqual([3, expect.stringContaining('STOPPED: limits.yaml')]);
    await end();
  });

  it('kill stops the running bot and halts the login that the changed file names', async () => {
    const { end, weir, workspace } = await makeBot();
    workspace.write('run.yaml', workspace.read('run.yaml').replace('"demo"', '"other"'));
    const { code, stderr, stdout } = await weir('kill', 'run.yaml', '--json');
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('last started under another login'),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ by: 'outside', isProven: false },
      also: [{ by: 'bot', isProven: true, left: [] }],
    });
    await end();
  });
});
