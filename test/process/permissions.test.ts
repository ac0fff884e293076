// Every file that a bot writes is for its user alone, whatever the shell allows (S31).
import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeResting, startVenue, waitForOrders, writeRun } from './venue.js';
import { runWeir, startWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD } from './workspace.js';

afterAll(cleanUp);

/** Paths below a folder, itself included, that others may read, write or enter. */
function listOpen(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [folder, ...names.map((name) => join(folder, name))]
    .filter((path) => !lstatSync(path).isSymbolicLink() && (lstatSync(path).mode & 0o077) !== 0)
    .map((path) => `${relative(folder, path)} ${(lstatSync(path).mode & 0o777).toString(8)}`);
}

const shell = 'umask 000;';

describe.concurrent('file permissions of a session', () => {
  it('only the owner can read the files of a paper session', async () => {
    const { dir, path } = makeSession();
    const { code } = await runWeir(['paper', 'session.yaml', '--out', 'sessions/one'], {
      ...{ cwd: dir, shell },
    });
    expect(code).toBe(0);
    expect(readdirSync(path('sessions/one')).length).toBeGreaterThan(5);
    expect(listOpen(path('sessions'))).toEqual([]);
  });

  it('only the owner can read a live session’s files, running, killed and ended', async () => {
    const workspace = makeResting('GTC');
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const { dir, path } = workspace;
    const run = { cwd: dir, env: { WEIR_PASSWORD: PASSWORD }, shell };
    const args = ['run', 'run.yaml', '--out', 'out', '--state', 'all/state'];
    const bot = startWeir([...args], run);
    await waitForOrders(workspace, bot, 3);
    expect([...listOpen(path('out')), ...listOpen(path('all'))]).toEqual([]);
    const reason = ['--reason', 'a drill of the test', '--by', 'Ada'];
    const kill = await runWeir(['kill', 'run.yaml', '--state', 'all/state', ...reason], run);
    expect(kill.code).toBe(0);
    bot.signal('SIGTERM');
    expect((await bot.end()).code).toBe(3);
    expect(readdirSync(path('all/state/control'))).toEqual(
      expect.arrayContaining(['KILL', 'halt']),
    );
    expect([...listOpen(path('out')), ...listOpen(path('all'))]).toEqual([]);
    venue.process.signal('SIGTERM');
  });
});
