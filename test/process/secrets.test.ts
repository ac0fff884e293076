// Secrets and real processes: what other users of the machine may see of them, and what is left.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { CANARIES, findCanaries, listForms, readFolder } from './canary.js';
import { startRun, startVenue, waitForRecords, writeRun } from './venue.js';
import { listChildren, runWeir, startWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD, toVenue, TWAP } from './workspace.js';

afterAll(cleanUp);

const SLOW = { strategies: [{ strategy: 'twap', params: { ...TWAP, duration: '10m' } }] };

/** Command line of a process, with its environment behind it if `ps` is asked for that. */
function inspect(pid: number, ...flags: string[]): string {
  return execFileSync('ps', [...flags, '-ww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
}

describe('search for secrets', () => {
  it.each([
    ['plain', (text: string) => text],
    ['in JSON', (text: string) => JSON.stringify({ pass: text })],
    ['in a query', (text: string) => new URL(`http://a/?p=${encodeURIComponent(text)}`).href],
    ['in hex', (text: string) => Buffer.from(text).toString('hex')],
    [
      'in base64 after the user name me',
      (text: string) => Buffer.from(`me:${text}.`).toString('base64'),
    ],
    [
      'in base64 after the user name user',
      (text: string) => Buffer.from(`user:${text}`).toString('base64'),
    ],
  ])('secret %s is found', (_, write) => {
    for (const canary of CANARIES) {
      expect(findCanaries([{ place: 'here', text: `before ${write(canary)} after` }])).toEqual([
        'here',
      ]);
    }
    expect(findCanaries([{ place: 'here', text: write('canary/past+5e1f') }])).toEqual([]);
  });

  it('search covers every file except those that a test wrote with a secret', () => {
    const { dir, path } = makeSession();
    const own = new Set([path('simulator.yaml')]);
    expect(findCanaries(readFolder(dir, own))).toEqual([]);
    expect(findCanaries(readFolder(dir, new Set()))).toEqual([path('simulator.yaml')]);
    const named = path(listForms(CANARIES[0])[6] ?? '');
    writeFileSync(named, '');
    expect(findCanaries(readFolder(dir, own))).toEqual([named]);
    writeFileSync(named, '');
    execFileSync('rm', [named]);
  });
});

/** Writes down what a program inherits that the bot runs to its end. */
const SPY = `const own = require('child_process');
const run = own.execFileSync;
own.execFileSync = (file, words, options) => {
  require('fs').writeFileSync('inherited', JSON.stringify(options.env ?? process.env));
  return run(file, words, options);
};
`;

describe('secrets of a running session', () => {
  it('process list and simulator process have no secret', async () => {
    const workspace = makeSession(SLOW);
    const env = { WEIR_PASSWORD: PASSWORD, NODE_OPTIONS: '--no-deprecation' };
    const args = ['paper', 'session.yaml', '--out', 'out'];
    const bot = startWeir(args, { cwd: workspace.dir, env });
    await waitForRecords(workspace, bot, 'fill', 1);
    const [simulator = 0] = listChildren(bot.pid);
    const outputs = [bot.pid, simulator].map((pid) => ({
      place: String(pid),
      text: inspect(pid),
    }));
    expect(outputs.map(({ text }) => /paper|simulate/.exec(text)?.[0])).toEqual([
      'paper',
      'simulate',
    ]);
    const whole = inspect(simulator, 'e');
    expect(whole).toContain(`HOME=${workspace.dir}`);
    expect(whole).not.toMatch(/WEIR_PASSWORD|NODE_OPTIONS/);
    expect(findCanaries([...outputs, { place: 'environment', text: whole }])).toEqual([]);
    bot.signal('SIGINT');
    expect((await bot.end()).code).toBe(0);
  });

  it('compiler process of the strategies has no secret and ends after compiling', async () => {
    const fixture = new URL('fixtures/holding.ts', import.meta.url);
    const strategies = [{ strategy: './holding.ts', params: { symbol: 'EUR/USD', size: 1_000 } }];
    const holding = { 'holding.ts': readFileSync(fixture, 'utf8') };
    const workspace = makeSession({ strategies }, holding);
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    workspace.write('spy.cjs', SPY);
    const env = {
      WEIR_PASSWORD: PASSWORD,
      NODE_OPTIONS: `--require ${workspace.path('spy.cjs')}`,
      // Another program in its place is passed over.
      ESBUILD_BINARY_PATH: workspace.path('no-such-file'),
    };
    const bot = startWeir(['run', 'run.yaml', '--out', 'out'], { cwd: workspace.dir, env });
    await waitForRecords(workspace, bot, 'fill', 1);
    expect(listChildren(bot.pid)).toEqual([]);
    const inherited = workspace.read('inherited');
    expect(inherited).toContain('"PATH":');
    expect(inherited).not.toContain('WEIR_PASSWORD');
    bot.signal('SIGINT');
    expect((await bot.end()).code).toBe(0);
  });

  it('secret from the environment is in no file', async () => {
    const workspace = makeSession(SLOW);
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const bot = startRun(workspace);
    await waitForRecords(workspace, bot, 'fill', 1);
    expect(findCanaries([{ place: 'ps', text: inspect(bot.pid) }])).toEqual([]);
    bot.signal('SIGINT');
    expect((await bot.end()).code).toBe(0);
    expect(findCanaries(readFolder(workspace.path('out'), new Set()))).toEqual([]);
  });

  it('line break in a secret file warns; a secret file in a repository is refused', async () => {
    const workspace = makeSession({
      venue: { ...toVenue('http://127.0.0.1:9'), password: { file: 'secret' } },
    });
    workspace.write('secret', `${PASSWORD}\n`);
    execFileSync('chmod', ['600', workspace.path('secret')]);
    const run = () => runWeir(['run', 'session.yaml'], { cwd: workspace.dir });
    const warned = await run();
    expect(warned.stderr).toContain(
      'venue.password: the line break at its end is not part of the secret',
    );
    expect(warned.stderr).toContain('ECONNREFUSED');
    workspace.write('.git/HEAD', 'ref: refs/heads/main\n');
    const refused = await run();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('venue.password: expected a file outside of any repository');
    expect(refused.stderr).toContain('(config.secret-file)');
  });
});
