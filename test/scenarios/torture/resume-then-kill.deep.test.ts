// A kill while a resumed bot ends, or under another kill: the resume does not clear it.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { MILLISECOND, SECOND, unwrap } from '../../../src/domain/index.js';
import { readJournal, replaceFile } from '../../../src/journal/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { hasKillFile } from '../../../src/control/index.js';
import { readLatch } from '../../../src/state/index.js';
import { isPlace } from '../../../src/torture/platform/request-kinds.js';
import { runWorld } from '../../../src/torture/index.js';
import { CONTROL_DIR, JOURNAL_DIR } from '../../../src/torture/simulation/bot.js';
import { killByHand, resumeByHand } from '../../../src/torture/simulation/operator.js';
import type { World } from '../../../src/torture/simulation/world.js';

const KILLED = 20 * SECOND;
const RESUMED = 95 * SECOND;
/** The bot still asks the venue about its orders. */
const AGAIN = 200 * MILLISECOND;
const TOUCH = ({ disk }: World) => {
  replaceFile(disk, CONTROL_DIR, 'KILL', '', { writer: 7 });
};
const KILL = { rule: 'RC65', who: 'SIGUSR2', reason: 'killed by a signal' };
const SIGNAL = ({ bot }: World) => {
  bot?.session?.kill(KILL);
};
const FAILED = { type: 'poll', subject: 'balance', key: '', outcome: 'failed' } as const;
const SERIOUS = ({ bot }: World) => bot?.session?.take({ ...FAILED, status: 500, message: '' });
const COMMAND = (world: World) => void killByHand(world, 'RC63');

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

/** Killed, resumed, and this done while the bot ends, or before the person types the cause. */
async function run(
  first: (world: World) => void,
  again: (world: World) => void,
  onShown: (world: World) => void = () => undefined,
) {
  const worlds: World[] = [];
  const resumed: boolean[] = [];
  const prepare = (world: World) => {
    worlds.push(world);
    const { time } = world;
    time.at(KILLED, () => {
      first(world);
    });
    time.at(RESUMED, () => {
      const show = () => {
        onShown(world);
      };
      void resumeByHand(world, show).then((done) => {
        resumed.push(done);
        time.after(AGAIN, () => {
          if (done) expect(world.bot?.session?.inspect().mode).toBe('stopping');
          again(world);
        });
      });
    });
  };
  const refused: string[] = [];
  const notify = (line: string) => {
    const [, why] = line.split(/ not resumed \([\w.]+\): /);
    if (why !== undefined) refused.push(why);
  };
  const report = await runWorld({ plan, seed: 3, faults: [], span: 130 * SECOND, prepare, notify });
  const { breach } = unwrap(report);
  const [world] = worlds as [World];
  const reading = readLatch(world.disk, CONTROL_DIR);
  expect(reading.kind).toBe('read');
  const types = [...readJournal(JOURNAL_DIR, world.disk)].map((record) => unwrap(record).type);
  return {
    breach,
    resumed,
    refused,
    halts: reading.kind === 'read' ? reading.halts.map(({ cause }) => cause) : [],
    resumes: types.filter((type) => type === 'resume').length,
    hasFile: hasKillFile(world.disk, CONTROL_DIR),
    bots: world.bots.length,
    left: world.departures.filter(({ at, call }) => at > RESUMED && isPlace(call)).length,
    told: world.bots[0]?.told.filter((text) => text.startsWith('the resume')),
  };
}

const HELD = { breach: undefined, resumed: [true], refused: [], resumes: 0, bots: 2, left: 0 };

describe('kill while a resumed bot ends', () => {
  it('stays in force by command', async () => {
    const reported = ['the resume was cancelled: a operator stops the bot'];
    // The second is a halt of its own, with a cool-down of its own.
    const halts = ['RC63', 'RC63'];
    expect(await run(COMMAND, COMMAND)).toEqual({ ...HELD, halts, hasFile: true, told: reported });
  });

  it('stays in force by a signal', async () => {
    const reported = ['the resume was cancelled: killed by a signal'];
    const halts = ['RC63', 'RC65'];
    expect(await run(COMMAND, SIGNAL)).toEqual({ ...HELD, halts, hasFile: false, told: reported });
  });

  it('stays in force by a signal after its last record', async () => {
    // Looks until the resume has counted: nothing but connections are left to close.
    const late = (world: World) => {
      const { bot, disk, time } = world;
      const check = () => {
        const reading = readLatch(disk, CONTROL_DIR);
        const hasResumed = reading.kind === 'read' && reading.halts.length === 0;
        if (hasResumed) bot?.session?.kill(KILL);
        else time.after(MILLISECOND, check);
      };
      check();
    };
    const reported = ['the resume was cancelled: killed by a signal'];
    const held = { ...HELD, resumes: 1, halts: ['RC65'], hasFile: false };
    expect(await run(SIGNAL, late)).toEqual({ ...held, told: reported });
  });

  it('stays in force when another halt of everything follows', async () => {
    const reported = ['the resume was cancelled: the lock is lost'];
    const halt = ({ bot }: World) => bot?.session?.halt('the lock is lost', 0, 'RC60');
    const halts = ['RC63', 'RC60'];
    expect(await run(COMMAND, halt)).toEqual({ ...HELD, halts, hasFile: false, told: reported });
  });

  it('stays in force when a response of the venue halts, for an earlier cause too', async () => {
    const reported = ['the resume was cancelled: another halt came meanwhile'];
    const held = { ...HELD, hasFile: false, told: reported, halts: ['RC65', 'RC52'] };
    expect(await run(SIGNAL, SERIOUS)).toEqual(held);
    const both = (world: World) => {
      SIGNAL(world);
      SERIOUS(world);
    };
    expect(await run(both, SERIOUS)).toEqual(held);
  });

  it('stays in force by the file, after a kill that had written it too', async () => {
    const reported = ['the resume was cancelled: control/KILL exists again'];
    const halts = ['RC63', 'RC62'];
    expect(await run(COMMAND, TOUCH)).toEqual({ ...HELD, halts, hasFile: true, told: reported });
  });

  it('stays in force by the file after a kill by a signal', async () => {
    const reported = ['the resume was cancelled: control/KILL exists again'];
    const halts = ['RC65', 'RC62'];
    expect(await run(SIGNAL, TOUCH)).toEqual({ ...HELD, halts, hasFile: true, told: reported });
  });
});

it('resume without another kill lets the next start trade', async () => {
  const { left, ...rest } = await run(COMMAND, () => undefined);
  const ended = { ...HELD, halts: [], resumes: 1, hasFile: false };
  expect({ ...rest, left: 0 }).toEqual({ ...ended, told: [] });
  expect(left).toBeGreaterThan(0);
});

describe('resume after the checks were shown', () => {
  const KEPT = { breach: undefined, resumed: [false], resumes: 0, left: 0 };
  const refusal = (what: string) =>
    `another ${what} came after the checks were shown: run the command again`;

  it.each([
    ['a file', TOUCH, ['RC65'], true, 'kill or halt of everything'],
    ['a command', COMMAND, ['RC65', 'RC63'], true, 'kill or halt of everything'],
    ['a signal', SIGNAL, ['RC65', 'RC65'], false, 'kill or halt of everything'],
  ] as const)(
    'resume is refused if a kill by %s came after the checks',
    async (_, again, halts, hasFile, what) => {
      const found = await run(SIGNAL, () => undefined, again);
      expect(found).toMatchObject({ ...KEPT, halts, hasFile });
      expect(found.refused).toEqual([refusal(what)]);
    },
  );

  it('is refused after a response that halts, also one like an earlier one', async () => {
    const both = (world: World) => {
      SIGNAL(world);
      SERIOUS(world);
    };
    const found = await run(both, () => undefined, SERIOUS);
    expect(found).toMatchObject({ ...KEPT, halts: ['RC65', 'RC52'] });
    expect(found.refused).toEqual([refusal('halt')]);
  });

  it('clears a kill file that was shown together with its kill', async () => {
    const first = (world: World) => {
      SIGNAL(world);
      world.time.at(RESUMED - SECOND, () => {
        TOUCH(world);
      });
    };
    const ended = { resumed: [true], halts: [], resumes: 1, hasFile: false };
    expect(await run(first, () => undefined)).toMatchObject(ended);
  });
});

it('kill under a kill is a halt of its own, with a cool-down of its own', async () => {
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
