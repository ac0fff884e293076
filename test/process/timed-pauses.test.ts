// A pause with a time: it outlives a bot that is killed, and what is started after it keeps to it.
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import { isPlace, startProxy } from './proxy.js';
import { startRun, startVenue, waitForRecords, writeRun } from './venue.js';
import { runWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD, TWAP } from './workspace.js';

afterAll(cleanUp);

const STATE = ['--state', 'state'];
const POLICY = fileURLToPath(new URL('../../config/policy.yaml', import.meta.url));

it('timed pause survives a restart; no order leaves before its end', async () => {
  const params = { ...TWAP, duration: '3600s', slices: 100 };
  const workspace = makeSession({ strategies: [{ strategy: 'twap', params }] });
  const venue = await startVenue(workspace);
  const proxy = await startProxy(venue.url, (seen) =>
    isPlace(seen) ? { status: 429, body: '' } : 'pass',
  );
  // Session time runs fast here: a day of it is longer than the test.
  const policy = readFileSync(POLICY, 'utf8');
  const longer = policy.replace(
    '{throttle: 0.5, for: 60s}, {pause: all, for: 60s}',
    '{pause: all, for: 24h}',
  );
  expect(longer).not.toBe(policy);
  workspace.write('policy.yaml', longer);
  writeRun(workspace, proxy.url, { policy: 'policy.yaml', onRestart: { parents: 'resume' } });
  const env = { WEIR_PASSWORD: PASSWORD };
  const readPauses = async () => {
    const args = ['status', 'run.yaml', ...STATE, '--json'];
    const { stdout } = await runWeir(args, { cwd: workspace.dir, env });
    return (JSON.parse(stdout) as { pauses: string[] }).pauses;
  };
  const bot = startRun(workspace, ...STATE);
  await waitForRecords(workspace, bot, 'send-result', 1);
  await waitForRecords(workspace, bot, 'refused', 1);
  const pauses = await readPauses();
  const pause = expect.stringMatching(/^RC\d\d: trading is paused since .* until 20\d\d-.*: .*429/);
  expect(pauses).toEqual([pause]);
  bot.signal('SIGKILL');
  await bot.end();
  expect(await readPauses()).toEqual(pauses);
  const before = proxy.log.filter(isPlace).length;
  rmSync(workspace.path('out'), { recursive: true });
  const again = startRun(workspace, ...STATE);
  await waitForRecords(workspace, again, 'refused', 1);
  expect(await readPauses()).toEqual(pauses);
  again.signal('SIGTERM');
  await again.end();
  const [refusal] = readRecords(workspace.path('out'), 'refused');
  expect(refusal?.message).toContain(pauses[0]?.replace(/^RC\d\d: /, ''));
  expect(proxy.log.filter(isPlace)).toHaveLength(before);
  proxy.close();
  venue.process.signal('SIGTERM');
});
