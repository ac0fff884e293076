// A journal that cannot grow: what cannot be recorded does not happen.
import { afterAll, expect, it } from 'vitest';
import { parseLines, readLines } from './journal-file.js';
import { isPlace, startProxy } from './proxy.js';
import { openReader, startVenue, writeRun } from './venue.js';
import { runWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD } from './workspace.js';

afterAll(cleanUp);

it('bot halts and sends no order when its journal cannot be written', async () => {
  const workspace = makeSession();
  const venue = await startVenue(workspace);
  const proxy = await startProxy(venue.url, () => 'pass');
  writeRun(workspace, proxy.url);
  // Files may grow to so many blocks of 512 bytes: the header and some orders fit, the rest not.
  const shell = "trap '' XFSZ; ulimit -f 80;";
  const env = { WEIR_PASSWORD: PASSWORD };
  const ended = await runWeir(['run', 'run.yaml', '--out', 'out'], {
    cwd: workspace.dir,
    env,
    shell,
  });
  proxy.close();
  const { code, stderr } = ended;
  const what = 'the journal failed: after seq \\d+: cannot write \\d+ bytes: ';
  expect(stderr).toMatch(new RegExp(`^HALT \\(RC59\\): ${what}`, 'm'));
  expect(stderr).toMatch(new RegExp(`^halted: ${what}`, 'm'));
  expect(stderr).toContain('all own orders have ended, verified by query\n');
  expect(code).toBe(3);
  // What left is what the journal holds, and less than the whole.
  const whole = readLines(workspace.path('out')).filter((line) => line.endsWith('"}'));
  const journaled = parseLines(whole).filter(({ type }) => type === 'send-start');
  const sent = proxy.log
    .filter(isPlace)
    .map(({ body }) => (JSON.parse(body) as { readonly coId: string }).coId);
  expect(sent).toEqual(journaled.map(({ data }) => data.coId).slice(0, sent.length));
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThan(5);
  expect(await (await openReader(venue.url)).listActive()).toEqual([]);
});
