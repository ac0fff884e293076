// An operator loosens a limit of a running bot from a second terminal: refused, used up to a cap.
import { afterAll, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import { makeResting, startRun, startVenue, waitForRecords, writeRun } from './venue.js';
import { poll, runWeir } from './weir.js';
import { cleanUp, LIMITS, makeWorkspace, PASSWORD } from './workspace.js';

afterAll(cleanUp);

/** A bid is worth 114,000 dollars; three may rest. */
const TIGHT = JSON.stringify({
  ...(JSON.parse(LIMITS) as object),
  maxOrderNotional: { max: 100_000, alertAbove: 100_000 },
  openOrders: { maxPerSymbol: 3, maxPerStrategy: 3, maxTotal: 3 },
  // Refused orders count too: a slow machine would have used it up before the override.
  orderRate: { maxPerMinuteByStrategy: 1_000, maxPerMinute: 1_000 },
});
const WORDS = ['--by', 'Ada', '--reason', 'a large hedge is due today'];

interface Assessment {
  readonly controls: readonly { readonly id: string; readonly did?: object }[];
  readonly history: { readonly incidents: readonly Record<'kind' | 'rule' | 'by', string>[] };
}

it('override lets orders beyond a limit pass, up to its cap, until its time', async () => {
  const workspace = makeResting('GTC', 100);
  workspace.write('limits.yaml', TIGHT);
  const venue = await startVenue(workspace);
  writeRun(workspace, venue.url);
  const options = { cwd: workspace.dir, env: { WEIR_PASSWORD: PASSWORD } };
  const state = ['run.yaml', '--state', 'state'];
  const override = (...args: readonly string[]) =>
    runWeir(['override', ...state, ...args], options);
  const grant = (rule: string, cap: string, ...more: readonly string[]) =>
    override('--rule', rule, '--scope', 'symbol:EUR/USD', '--cap', cap, ...more, ...WORDS);
  const bot = startRun(workspace, '--state', 'state');
  const list = (type: string) => readRecords(workspace.path('out'), type);
  const listRefusals = () => list('refused').map(({ rule, message }) => `${rule} ${message}`);
  const untilRefused = (pattern: RegExp, from = 0) =>
    poll(
      () =>
        listRefusals()
          .slice(from)
          .some((text) => pattern.test(text)) || undefined,
      () => `refused by ${pattern.source}; ${bot.stderr()}`,
    );
  await waitForRecords(workspace, bot, 'refused', 1);
  expect(list('command')).toEqual([]);

  const other = await grant('RC33', '10');
  expect([other.code, other.stderr]).toEqual([
    1,
    expect.stringMatching(/RC04, .*, found RC33: only/),
  ]);
  const idle = await grant('RC05', '1');
  expect([idle.code, idle.stderr]).toEqual([
    1,
    expect.stringContaining('expected a cap above the limit in force, '),
  ]);
  const low = await grant('RC05', '110000', '--json');
  expect([low.code, low.stderr]).toEqual([0, '']);
  expect(JSON.parse(low.stdout)).toMatchObject({ overrides: [{ id: 'O1-1', cap: 110_000 }] });
  await untilRefused(/^RC05 .*override O1-1 has a cap of 110000 USD$/);
  expect(list('command')).toEqual([]);

  const high = await grant('RC05', '120000', '--minutes', '1');
  expect(high.stdout).toMatch(
    /override O1-2 of RC05 for symbol EUR\/USD up to 120000 until \S+ \(\d\d s left\): a large/,
  );
  await untilRefused(/^RC27 /);
  expect(new Set(list('command').map(({ coId }) => coId)).size).toBe(3);
  const revoked = await override('--revoke', 'O1-1', ...WORDS);
  expect(revoked.code).toBe(0);
  await poll(
    () => list('alert').some(({ text }) => String(text).includes('has expired')) || undefined,
    () => `the end of the override; ${bot.stderr()}`,
  );
  await untilRefused(/^RC05 .*found \d+$/, listRefusals().length);
  const status = await runWeir(['status', ...state], options);
  expect(status.stdout).not.toContain('override');

  bot.signal('SIGTERM');
  expect((await bot.end()).code).toBe(0);
  expect(list('override')).toMatchObject([
    { id: 'O1-1', rule: 'RC05', scope: 'symbol', key: 'EUR/USD', cap: 110_000, minutes: 15 },
    { id: 'O1-2', by: 'Ada', reason: 'a large hedge is due today', minutes: 1 },
  ]);
  expect(list('revoke')).toMatchObject([{ id: 'O1-1', by: 'Ada' }]);
  const summary = JSON.parse(workspace.read('out/summary.json')) as object;
  expect(summary).toMatchObject({ overridden: { RC05: 3 } });
  expect(workspace.read('out/report.html')).toContain('Beyond limits by overrides');
  const replay = await runWeir(['replay', 'out'], options);
  expect([replay.code, replay.stderr]).toEqual([0, '']);
  // The same, as an assessment of the controls tells it.
  const assessed = await runWeir(['controls', 'run.yaml', '--state', 'state', '--json'], options);
  const { controls, history } = JSON.parse(assessed.stdout) as Assessment;
  expect(controls.find(({ id }) => id === 'RC05')?.did).toMatchObject({
    refused: listRefusals().filter((text) => text.startsWith('RC05 ')).length,
    overridden: 3,
  });
  expect(history.incidents.map(({ kind, rule, by }) => [kind, rule, by])).toEqual([
    ['override', 'RC05', 'Ada'],
    ['override', 'RC05', 'Ada'],
    ['revoke', '', 'Ada'],
  ]);
  const dead = await grant('RC05', '120000');
  const gone = 'no bot is running';
  expect([dead.code, dead.stderr]).toEqual([1, expect.stringContaining(gone)]);
  venue.process.signal('SIGTERM');
});

it('wrong command lines are reported before any bot is contacted', async () => {
  const { dir: cwd } = makeWorkspace();
  const run = (...args: readonly string[]) =>
    runWeir(['override', 'run.yaml', ...args, ...WORDS], { cwd });
  const both = await run('--revoke', 'O1-1', '--rule', 'RC05');
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('found both')]);
  const none = await run('--rule', 'RC05');
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--cap AMOUNT')]);
  for (const cap of ['much', '1e999']) {
    const wrong = await run('--rule', 'RC05', '--scope', 'all', '--cap', cap);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(`found "${cap}"`)]);
  }
});
