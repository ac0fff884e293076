// An operator resolves an order of unknown outcome from a second terminal.
import { afterAll, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import { isPlace, startProxy } from './proxy.js';
import { makeResting, startRun, startVenue, waitForRecords, writeRun } from './venue.js';
import { runWeir, startWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD, SIMULATOR } from './workspace.js';

afterAll(cleanUp);

/** Session time goes as fast as a wall clock's: a minute until an order in doubt can be lost. */
const SLOW = SIMULATOR.replace('"speed":20', '"speed":1');
const WORD = ['--by', 'Ada', '--reason', 'the desk of the venue has no such order'];

it('order of unknown outcome is LOST once operator and venue confirm it', async () => {
  const workspace = makeSession({}, { 'simulator.yaml': SLOW });
  const venue = await startVenue(workspace);
  const proxy = await startProxy(venue.url, (seen) => (isPlace(seen) ? 'lose' : 'pass'));
  writeRun(workspace, proxy.url);
  const env = { WEIR_PASSWORD: PASSWORD };
  const resolve = (coId: string, ...args: readonly string[]) =>
    runWeir(['resolve', coId, 'run.yaml', '--state', 'state', ...args], {
      cwd: workspace.dir,
      env,
    });
  const bot = startRun(workspace, '--state', 'state');
  await waitForRecords(workspace, bot, 'send-result', 1);
  const [place] = readRecords(workspace.path('out'), 'command');
  const coId = String(place?.coId);

  const mute = await resolve(coId, '--as', 'lost', '--by', 'Ada');
  expect([mute.code, mute.stderr]).toEqual([2, expect.stringContaining('reason')]);
  const other = await resolve(
    'weir-0001-0000099-aaaa',
    '--as',
    'lost',
    '--venue-confirmed',
    ...WORD,
  );
  expect(other.code).toBe(1);
  expect(other.stderr).toContain(
    'expected the coId of an open order, found weir-0001-0000099-aaaa',
  );
  const early = await resolve(coId, '--as', 'lost', ...WORD);
  const refused = `order ${coId} was not resolved and stays QUARANTINED: see the bot's alerts`;
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining(refused)]);
  const lost = await resolve(coId, '--as', 'lost', '--venue-confirmed', '--json', ...WORD);
  expect([lost.code, lost.stderr]).toEqual([0, '']);
  expect(JSON.parse(lost.stdout)).toMatchObject({ orders: [] });

  bot.signal('SIGKILL');
  await bot.end();
  const dead = await resolve(coId, '--as', 'lost', '--venue-confirmed', ...WORD);
  const gone = `expected the coId of an open order, found ${coId}`;
  expect([dead.code, dead.stderr]).toEqual([1, expect.stringContaining(gone)]);
  expect(readRecords(workspace.path('out'), 'resolve')).toMatchObject([
    { coId, as: 'lost', by: 'Ada', hasVenueWord: false },
    { coId, as: 'lost', by: 'Ada', hasVenueWord: true },
  ]);
  proxy.close();
  venue.process.signal('SIGTERM');
});

it('resolution for a dead bot applies when its next start does not find the order', async () => {
  const workspace = makeSession({}, { 'simulator.yaml': SLOW });
  const venue = await startVenue(workspace);
  let isLost = true;
  const proxy = await startProxy(venue.url, (seen) => (isLost && isPlace(seen) ? 'lose' : 'pass'));
  writeRun(workspace, proxy.url);
  const options = { cwd: workspace.dir, env: { WEIR_PASSWORD: PASSWORD } };
  const state = ['run.yaml', '--state', 'state'];
  const first = startRun(workspace, '--state', 'state');
  await waitForRecords(workspace, first, 'send-result', 1);
  const [place] = readRecords(workspace.path('out'), 'command');
  const coId = String(place?.coId);
  const lost = ['--as', 'lost', '--venue-confirmed', ...WORD];
  const resolve = (order: string) => runWeir(['resolve', order, ...state, ...lost], options);

  first.signal('SIGSTOP');
  const silent = await resolve(coId);
  expect([silent.code, silent.stderr]).toEqual([1, expect.stringContaining('control.blocked')]);
  first.signal('SIGKILL');
  await first.end();
  const other = await resolve('weir-0001-0000099-aaaa');
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('control.order')]);
  const line = `order ${coId} resolved as lost from the next start on: ${WORD[3] ?? ''} [Ada]`;
  const given = await resolve(coId);
  expect([given.code, given.stderr, given.stdout]).toEqual([0, '', expect.stringContaining(line)]);
  const waiting = await runWeir(['status', ...state], options);
  expect(waiting.stdout).toContain(line);

  isLost = false;
  const second = startWeir(['run', ...state, '--out', 'two'], options);
  await waitForRecords(workspace, second, 'start', 1, 'two');
  expect(second.stderr()).toContain(`the resolution by Ada of order ${coId} is applied: lost`);
  const word = { coId, as: 'lost', by: 'Ada', hasVenueWord: true };
  expect(readRecords(workspace.path('two'), 'resolve')).toMatchObject([word]);
  second.signal('SIGTERM');
  // The rest of the parent was given up with the run before.
  const ended = await second.end();
  expect([ended.code, ended.stderr]).toEqual([
    1,
    expect.stringContaining('a parent was not worked'),
  ]);
  // What it was is over: neither open, nor to be said a word on.
  const after = await runWeir(['status', ...state], options);
  expect(after.stdout).not.toContain(coId);
  const gone = await resolve(coId);
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('control.order')]);
  for (const [told, ...check] of [
    // It was killed.
    [/^out\/summary\.json does not exist: .*\n$/, 'replay', 'out'],
    [/^$/, 'replay', 'two'],
    [/^$/, 'journal', 'verify', 'state'],
  ] as const) {
    const { code, stderr } = await runWeir(check, options);
    expect([check, code, stderr]).toEqual([check, 0, expect.stringMatching(told)]);
  }
  proxy.close();
  venue.process.signal('SIGTERM');
});

it.each(['live', 'filled'] as const)('order that no query finds is resolved as %s', async (as) => {
  const workspace = makeResting('GTC', 1);
  workspace.write('simulator.yaml', SLOW);
  const venue = await startVenue(workspace);
  const isRead = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && path.startsWith('/v2/orders?coId');
  const proxy = await startProxy(venue.url, (seen, log) =>
    log.some(isPlace) && (isPlace(seen) || isRead(seen)) ? 'drop' : 'pass',
  );
  writeRun(workspace, proxy.url);
  const env = { WEIR_PASSWORD: PASSWORD };
  const bot = startRun(workspace, '--state', 'state');
  await waitForRecords(workspace, bot, 'send-result', 1);
  const [place] = readRecords(workspace.path('out'), 'command');
  const args = [String(place?.coId), 'run.yaml', '--state', 'state', '--as', as, ...WORD];
  const { code, stderr } = await runWeir(['resolve', ...args], { cwd: workspace.dir, env });
  expect([code, stderr]).toEqual([0, '']);
  expect(readRecords(workspace.path('out'), 'resolve')).toMatchObject([{ as, by: 'Ada' }]);
  bot.signal('SIGKILL');
  await bot.end();
  proxy.close();
  venue.process.signal('SIGTERM');
});
