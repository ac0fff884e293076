// A kill that comes while a resumed bot ends, or under another kill: the resume does not count, and
// the next start trades nothing.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { MILLISECOND, SECOND, unwrap } from '../../src/domain/index.js';
import { readJournal, replaceFile } from '../../src/journal/index.js';
import { loadPlan, type Plan } from '../../src/session/index.js';
import { hasKillFile } from '../../src/session/control/index.js';
import { readLatch } from '../../src/session/state/index.js';
import { isPlace } from '../../src/testing/faults/fault.js';
import { runWorld } from '../../src/testing/index.js';
import { CONTROL_DIR, JOURNAL_DIR } from '../../src/testing/world/bot.js';
import { killByHand, resumeByHand } from '../../src/testing/world/operator.js';
import type { World } from '../../src/testing/world/world.js';

const KILLED = 20 * SECOND;
const RESUMED = 95 * SECOND;
/** The bot still asks the venue about its orders. */
const AGAIN = 200 * MILLISECOND;
const TOUCH = ({ disk }: World) => {
  replaceFile(disk, CONTROL_DIR, 'KILL', '', { writer: 7 });
};
const SIGNAL = ({ bot }: World) => {
  bot?.session?.kill({ rule: 'RC65', who: 'SIGUSR2', reason: 'killed by a signal' });
};
const COMMAND = (world: World) => void killByHand(world, 'RC63');

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

/** Killed, resumed, and this done while the bot ends. */
async function run(first: (world: World) => void, again: (world: World) => void) {
  const worlds: World[] = [];
  const resumed: boolean[] = [];
  const prepare = (world: World) => {
    worlds.push(world);
    const { time } = world;
    time.at(KILLED, () => {
      first(world);
    });
    time.at(RESUMED, () => {
      void resumeByHand(world).then((done) => {
        resumed.push(done);
        time.after(AGAIN, () => {
          if (done) expect(world.bot?.session?.inspect().mode).toBe('stopping');
          again(world);
        });
      });
    });
  };
  const report = await runWorld({ plan, seed: 3, faults: [], span: 130 * SECOND, prepare });
  const { breach } = unwrap(report);
  const [world] = worlds as [World];
  const reading = readLatch(world.disk, CONTROL_DIR);
  expect(reading.kind).toBe('read');
  const types = [...readJournal(JOURNAL_DIR, world.disk)].map((record) => unwrap(record).type);
  return {
    breach,
    resumed,
    halts: reading.kind === 'read' ? reading.halts.map(({ cause }) => cause) : [],
    resumes: types.filter((type) => type === 'resume').length,
    hasFile: hasKillFile(world.disk, CONTROL_DIR),
    bots: world.bots.length,
    left: world.departures.filter(({ at, call }) => at > RESUMED && isPlace(call)).length,
    told: world.bots[0]?.told.filter((text) => text.startsWith('the resume')),
  };
}

const HELD = { breach: undefined, resumed: [true], resumes: 0, bots: 2, left: 0 };

describe('a kill while a resumed bot ends', () => {
  it('holds by command', async () => {
    const told = ['the resume does not count any more: a operator stops the bot'];
    // The second is a halt of its own, with a cool-down of its own.
    const halts = ['RC63', 'RC63'];
    expect(await run(COMMAND, COMMAND)).toEqual({ ...HELD, halts, hasFile: true, told });
  });

  it('holds by a signal', async () => {
    const told = ['the resume does not count any more: killed by a signal'];
    const halts = ['RC63', 'RC65'];
    expect(await run(COMMAND, SIGNAL)).toEqual({ ...HELD, halts, hasFile: false, told });
  });

  it('holds by what else halts everything', async () => {
    const told = ['the resume does not count any more: the lock is lost'];
    const halt = ({ bot }: World) => bot?.session?.halt('the lock is lost', 0, 'RC60');
    const halts = ['RC63', 'RC60'];
    expect(await run(COMMAND, halt)).toEqual({ ...HELD, halts, hasFile: false, told });
  });

  it('holds by an answer of the venue that halts, also for what had halted before', async () => {
    const told = ['the resume does not count any more: another halt came in between'];
    const failed = { type: 'poll', subject: 'balance', key: '', outcome: 'failed' } as const;
    const serious = ({ bot }: World) => bot?.session?.take({ ...failed, status: 500, message: '' });
    const held = { ...HELD, hasFile: false, told, halts: ['RC65', 'RC52'] };
    expect(await run(SIGNAL, serious)).toEqual(held);
    const both = (world: World) => {
      SIGNAL(world);
      serious(world);
    };
    expect(await run(both, serious)).toEqual(held);
  });

  it('holds by the file, after a kill that had made it too', async () => {
    const told = ['the resume does not count any more: control/KILL is there again'];
    const halts = ['RC63', 'RC62'];
    expect(await run(COMMAND, TOUCH)).toEqual({ ...HELD, halts, hasFile: true, told });
  });

  it('holds by the file after a kill by a signal', async () => {
    const told = ['the resume does not count any more: control/KILL is there again'];
    const halts = ['RC65', 'RC62'];
    expect(await run(SIGNAL, TOUCH)).toEqual({ ...HELD, halts, hasFile: true, told });
  });
});

it('without another kill the next start trades', async () => {
  const { left, ...rest } = await run(COMMAND, () => undefined);
  const ended = { breach: undefined, resumed: [true], halts: [], resumes: 1, hasFile: false };
  expect(rest).toEqual({ ...ended, bots: 2, told: [] });
  expect(left).toBeGreaterThan(0);
});

it('a kill under a kill is a halt of its own, with a cool-down of its own', async () => {
  const again = (world: World) => {
    COMMAND(world);
    world.time.after(74 * SECOND, () => {
      COMMAND(world);
    });
  };
  const { halts, resumed, hasFile } = await run(again, () => undefined);
  expect({ halts, resumed, hasFile }).toEqual({
    halts: ['RC63', 'RC63'],
    resumed: [false],
    hasFile: true,
  });
});
