// A second terminal commands a bot that runs, hangs or is dead: kill, status, resume.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
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
import { poll, runWeir, startWeir } from './weir.js';
import { cleanUp, PASSWORD, type Workspace } from './workspace.js';

afterAll(cleanUp);

const STATE = ['--state', 'state'];

/** A bot with three resting orders at a venue, and a second terminal. */
async function makeBot() {
  const workspace = makeResting('GTC');
  const venue = await startVenue(workspace);
  writeRun(workspace, venue.url);
  const bot = startRun(workspace, ...STATE);
  await waitForOrders(workspace, bot, 3);
  return { workspace, venue, bot, weir: terminal(workspace) };
}

function terminal({ dir }: Workspace) {
  const env = { WEIR_PASSWORD: PASSWORD };
  return (command: string, args: readonly string[] = [], input = '') =>
    runWeir([command, 'run.yaml', ...STATE, ...args], { cwd: dir, env, input });
}

const KILL = ['--reason', 'a drill of the test', '--by', 'Ada'];
const ANOTHER = new RegExp(
  'another kill or halt of everything came after the checks were shown: ' +
    'run the command again \\(control\\.halt\\)',
);
/** The line of the kill file. */
const shownKill = (words: string) => {
  const line = `control/KILL: ${words}, last written 20`.replace(/[[\]/]/g, '\\$&');
  return new RegExp(`^${line}[-0-9T:.]+Z$`, 'm');
};
const RESUME = ['--reason', 'the drill of the test is over', '--by', 'Ada'];

async function readState(weir: ReturnType<typeof terminal>) {
  const { stdout } = await weir('status', ['--json']);
  return JSON.parse(stdout);
}

/** Asks again until a minute of session time, which runs fast, has passed since the halt. */
/** The state where the journal has lost all from the first record on that holds a text. */
async function readBefore(workspace: Workspace, text: string, weir: ReturnType<typeof terminal>) {
  const journal = workspace.path('state/journal');
  const [file = ''] = readdirSync(journal).filter((name) => name.endsWith('.jsonl'));
  const whole = readFileSync(join(journal, file), 'utf8');
  writeFileSync(
    join(journal, file),
    whole.slice(0, whole.lastIndexOf('\n', whole.indexOf(text)) + 1),
  );
  const state = await readState(weir);
  writeFileSync(join(journal, file), whole);
  return state;
}

async function untilCool(ask: () => ReturnType<typeof runWeir>): ReturnType<typeof runWeir> {
  for (;;) {
    const answer = await ask();
    if (!answer.stderr.includes('FAILED cool-down')) return answer;
  }
}

/** Resumes; this is done before the cause is typed. */
async function resumeLate(
  { dir }: Workspace,
  cause: string,
  before: () => void,
  ids: readonly string[] = [],
) {
  let type: (text: string) => void = () => undefined;
  const input = new Promise<string>((resolve) => {
    type = resolve;
  });
  const args = ['resume', 'run.yaml', ...STATE, ...RESUME, ...ids];
  const resuming = startWeir(args, { cwd: dir, env: { WEIR_PASSWORD: PASSWORD }, input });
  await resuming.waitFor('stderr', /type the cause code/);
  before();
  type(`${cause}\n`);
  return resuming.end();
}

/** Latches one more halt besides those of the file. */
function addHalt(path: string, id: string): void {
  const file = JSON.parse(readFileSync(path, 'utf8')) as { halts: object[] };
  writeFileSync(
    path,
    JSON.stringify({ ...file, halts: [...file.halts, { ...file.halts[0], id }] }),
  );
}

describe.concurrent('weir kill', () => {
  it('kill halts a running bot, which stays up until the operator resumes', async () => {
    const { workspace, venue, bot, weir } = await makeBot();
    const ready = await readState(weir);
    expect([ready.mode, ready.orders.length, ready.halts]).toEqual(['ready', 3, []]);
    const killed = await weir('kill', KILL);
    expect(killed.stdout).toContain('the bot answered and halted');
    expect(killed.stdout).toContain('no own order is left');
    expect(killed.code).toBe(0);
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    // As the command does when a busy machine keeps the bot from answering in time.
    addHalt(workspace.path('state/control/halt'), 'kill-other');
    const halted = await readState(weir);
    expect(halted).toMatchObject({ mode: 'halted', orders: [], hasKillFile: true });
    expect(halted.halts.map(({ id }: { readonly id: string }) => id)).toContain('kill-other');
    // Of one kill one, whoever of the two latched it first.
    expect(halted.halts).toHaveLength(2);
    const drill = { reason: expect.stringMatching(/^a drill of the test( \(Ada\))?$/), who: 'Ada' };
    for (const halt of halted.halts) {
      expect(halt).toMatchObject({ cause: 'RC63', scope: 'all', ...drill });
    }

    const wrong = await untilCool(() => weir('resume', RESUME, 'RC52\n'));
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('(control.words)')]);
    expect(wrong.stderr).toMatch(shownKill('RC63: a drill of the test [Ada]'));
    // Nobody was shown this one.
    const kill = workspace.path('state/control/KILL');
    const late = await resumeLate(workspace, 'RC63', () => writeFileSync(kill, 'stop!'));
    expect([late.code, late.stderr]).toEqual([1, expect.stringMatching(ANOTHER)]);
    expect(readFileSync(kill, 'utf8')).toBe('stop!');
    const resumed = await weir('resume', [...RESUME, '--json'], 'RC63\n');
    expect(resumed.stderr).toContain('ok  no order of unknown outcome: none');
    expect(resumed.stderr).toMatch(shownKill('created by hand'));
    expect(resumed.stderr).toMatch(/^halt kill-other of all: RC63: a drill of the test/m);
    expect(resumed.stderr).toContain('type the cause code RC63 to end these 2 halts:');
    expect(resumed.code).toBe(0);
    expect(JSON.parse(resumed.stdout).killFile).toMatch(/^created by hand, last written 20/);
    expect((await bot.end()).code).toBe(3);
    expect(readRecords(workspace.path('out'), 'resume')).toMatchObject([{ by: 'Ada' }]);
    const over = await readState(weir);
    expect(over).toMatchObject({ mode: 'ended', halts: [], hasKillFile: false });
    const cut = await readBefore(workspace, 'RC63', weir);
    expect(cut).toMatchObject({ mode: 'dead', halts: [] });
    expect(cut.orders).toContainEqual(expect.objectContaining({ state: 'WORKING' }));
    expect((await runWeir(['replay', 'out'], { cwd: workspace.dir })).code).toBe(0);

    const assess = ['controls', 'run.yaml', '--state', 'state', '--json'];
    const { stdout } = await runWeir(assess, { cwd: workspace.dir });
    const { incidents } = (JSON.parse(stdout) as { readonly history: { readonly incidents: [] } })
      .history;
    expect(incidents).toContainEqual(expect.objectContaining({ kind: 'halt', rule: 'RC63' }));
    expect(incidents.at(-1)).toMatchObject({ kind: 'resume', by: 'Ada' });

    rmSync(workspace.path('out'), { recursive: true });
    const again = startRun(workspace, ...STATE);
    await waitForOrders(workspace, again, 3);
    again.signal('SIGTERM');
    expect((await again.end()).code).toBe(0);
    venue.process.signal('SIGTERM');
  });

  it('kill of a dead bot latches, cancels its orders and halts its next start', async () => {
    const { workspace, venue, bot, weir } = await makeBot();
    bot.signal('SIGKILL');
    await bot.end();
    const dead = await readState(weir);
    expect([dead.mode, dead.orders.length]).toEqual(['dead', 3]);
    const killed = await weir('kill', KILL);
    expect(killed.stdout).toContain('3 own orders cancelled');
    expect(killed.stdout).toContain('no own order is left');
    expect(killed.code).toBe(0);
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    const state = await readState(weir);
    expect(state.halts).toMatchObject([{ cause: 'RC63', who: 'Ada', scope: 'all' }]);
    // The journal has it too.
    rmSync(workspace.path('state/control/halt'));
    expect((await readState(weir)).halts).toMatchObject([{ id: state.halts[0].id, cause: 'RC63' }]);

    // What became of the orders is not known before a start has asked.
    const early = await weir('resume', RESUME, 'RC63\n');
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('FAILED no order of')]);
    rmSync(workspace.path('out'), { recursive: true });
    const again = startRun(workspace, ...STATE);
    await waitForRecords(workspace, again, 'start', 1);
    again.signal('SIGTERM');
    expect((await again.end()).code).toBe(3);
    const commands = readRecords(workspace.path('out'), 'command');
    expect(commands.filter(({ kind }) => kind === 'place')).toEqual([]);
    // Session time runs fast: orders may have been in doubt for too long as well.
    const { halts } = (await readState(weir)) as { halts: { id: string; cause: string }[] };
    const causes = [...new Set(halts.map(({ cause }) => cause))].sort().join(' ');
    expect(causes).toContain('RC63');
    const ids = ['--halt', halts.map(({ id }) => id).join(',')];
    const kill = workspace.path('state/control/KILL');
    const late = await resumeLate(workspace, causes, () => writeFileSync(kill, ''), ids);
    expect([late.code, late.stderr]).toEqual([1, expect.stringMatching(ANOTHER)]);
    expect(late.stderr).toMatch(shownKill('RC63: a drill of the test [Ada]'));
    expect([existsSync(kill), (await readState(weir)).halts]).toEqual([true, halts]);
    const resumed = await weir('resume', [...RESUME, ...ids], `${causes}\n`);
    expect(resumed.stderr).toMatch(shownKill('created by hand'));
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining('type the cause')]);
    expect(await readState(weir)).toMatchObject({ halts: [], hasKillFile: false });
    venue.process.signal('SIGTERM');
  });

  it('kill of a hanging bot cancels its orders; the bot sends nothing when it wakes', async () => {
    const { workspace, venue, bot, weir } = await makeBot();
    bot.signal('SIGSTOP');
    const killed = await weir('kill', KILL);
    expect(killed.stdout).toContain('the bot did not answer');
    expect(killed.stdout).toContain('no own order is left');
    expect(killed.code).toBe(0);
    expect((await readState(weir)).mode).toBe('blocked');
    const second = await weir('kill', ['--by', 'Bob', '--reason', 'once more']);
    expect([second.code, second.stdout]).toEqual([0, expect.stringContaining('no own order is')]);
    const shown = (await weir('status')).stdout;
    expect(shown).toContain('orders according to the journal');
    const listPlaces = () => {
      const commands = readRecords(workspace.path('out'), 'command');
      return commands.filter(({ kind }) => kind === 'place');
    };
    // On a busy machine one more may have been made for one that was turned back.
    const before = listPlaces();
    expect(before.length).toBeGreaterThanOrEqual(3);
    bot.signal('SIGCONT');
    // Each kill is in the journal, also the one that the file of the other covers.
    const bothKills = () => {
      const halts = JSON.stringify(readRecords(workspace.path('out'), 'halt'));
      const args = ['"reason":"a drill of the test', '"reason":"once more'];
      return args.every((one) => halts.includes(one)) ? halts : undefined;
    };
    await poll(bothKills, () => 'both kills');
    expect((await readState(weir)).mode).toBe('halted');
    expect(listPlaces()).toEqual(before);
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    bot.signal('SIGTERM');
    expect((await bot.end()).code).toBe(3);
    venue.process.signal('SIGTERM');
  });
});

describe('environment without the secret, no --reason', () => {
  it('status and kill find a bot; for a dead one kill latches and names the gap', async () => {
    const workspace = makeResting('GTC');
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const bot = startRun(workspace);
    await waitForOrders(workspace, bot, 3);
    const weir = (...args: readonly string[]) => runWeir(args, { cwd: workspace.dir, env: {} });
    const ready = await weir('status', 'run.yaml', '--json');
    expect(JSON.parse(ready.stdout)).toMatchObject({ mode: 'ready', halts: [] });
    const killed = await weir('kill', 'run.yaml');
    expect(killed.stdout).toContain('the bot answered and halted');
    expect([killed.code, killed.stderr]).toEqual([0, '']);
    const halted = JSON.parse((await weir('status', 'run.yaml', '--json')).stdout);
    const { username } = userInfo();
    expect(halted.halts).toContainEqual(
      expect.objectContaining({
        ...{ cause: 'RC63', who: username },
        reason: expect.stringMatching(/^weir kill, no reason given/),
      }),
    );
    const long = await weir('kill', 'run.yaml', '--reason', 'x'.repeat(5_000));
    expect(long.stdout).toContain('the bot answered and halted');
    bot.signal('SIGKILL');
    await bot.end();
    const dead = await weir('kill', 'run.yaml');
    expect(dead.stdout).toMatch(/the bot did not answer; latch durable/);
    expect(dead.stderr).toMatch(/own orders were not cancelled: .*WEIR_PASSWORD/);
    expect(dead.code).toBe(3);
    const guarded = await weir('watchdog', 'run.yaml');
    expect([guarded.code, guarded.stderr]).toEqual([1, expect.stringContaining('WEIR_PASSWORD')]);
    const elsewhere = await weir('status', 'run.yaml', '--state', 'nothing');
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.stderr).toContain('found none; name another with --state DIR');
    venue.process.signal('SIGTERM');
  });
});

describe('SIGUSR2', () => {
  it('SIGUSR2 halts a bot, which cancels its orders and stays up until stopped', async () => {
    const { workspace, venue, bot, weir } = await makeBot();
    bot.signal('SIGUSR2');
    await waitForRecords(workspace, bot, 'halt', 1);
    const state = await readState(weir);
    expect(state).toMatchObject({ mode: 'halted', halts: [{ cause: 'RC65', scope: 'all' }] });
    bot.signal('SIGTERM');
    expect((await bot.end()).code).toBe(3);
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    const { halts } = await readState(weir);
    expect(halts).toMatchObject([{ cause: 'RC65', reason: 'killed by a signal (SIGUSR2)' }]);
    venue.process.signal('SIGTERM');
  });
});
