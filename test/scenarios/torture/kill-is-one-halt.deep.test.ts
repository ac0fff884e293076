// A kill by command is one halt, however the bot learns of it first, also under another halt.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { MILLISECOND, SECOND, unwrap } from '../../../src/domain/index.js';
import { readJournal } from '../../../src/journal/index.js';
import { askBot } from '../../../src/control/messages.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { makeKillFile } from '../../../src/control/index.js';
import { addToLatch, type HaltRecord, readLatch } from '../../../src/state/index.js';
import { runWorld } from '../../../src/torture/index.js';
import { CONTROL_DIR, JOURNAL_DIR } from '../../../src/torture/simulation/bot.js';
import { killByHand } from '../../../src/torture/simulation/operator.js';
import type { World } from '../../../src/torture/simulation/world.js';

const KILLED = 20 * SECOND;
const CRASHED = 22 * SECOND;
/** The next run is up, and looks at the file. */
const AGAIN = 50 * SECOND;
/** The bot has looked at file and latch in between. */
const LATER = 1_200 * MILLISECOND;

const ID = 'kill-7-RC63';
const WORDS = { rule: 'RC63', who: 'Ada', reason: 'a drill' };

/** The steps of `weir kill`, one by one. */
const STEPS = {
  file: (world: World) => {
    expect(
      makeKillFile(world.createCommandPorts(), CONTROL_DIR, { ...WORDS, id: ID }),
    ).toBeUndefined();
  },
  latch: ({ disk, time }: World) => {
    const { reason, rule, who } = WORDS;
    const place = { scope: 'all', strategy: '', symbol: '' } as const;
    const record: HaltRecord = {
      ...{ id: ID, ...place, cause: rule, reason, who, evidence: '' },
      ...{ at: 0, wallAt: 7, monoAt: time.now, epoch: 0 },
    };
    unwrap(addToLatch(disk, CONTROL_DIR, record, 2));
  },
  command: (world: World) => {
    const { reason, rule: cause, who: by } = WORDS;
    const request = { do: 'kill', id: ID, cause, by, reason } as const;
    void askBot(world.createCommandPorts(), CONTROL_DIR, request, 1_000).then((asked) => {
      expect(asked.kind).toBe('answer');
    });
  },
};
let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

async function run(prepare: (world: World) => void) {
  const worlds: World[] = [];
  const report = await runWorld({
    ...{ plan, seed: 3, faults: [], span: 80 * SECOND },
    prepare: (world) => {
      worlds.push(world);
      prepare(world);
    },
  });
  expect(unwrap(report).breach).toBeUndefined();
  const [world] = worlds as [World];
  const reading = readLatch(world.disk, CONTROL_DIR);
  const halts = reading.kind === 'read' ? reading.halts : [];
  const records = [...readJournal(JOURNAL_DIR, world.disk)].map((record) => unwrap(record));
  return { halts, journaled: records.filter(({ type }) => type === 'halt').length };
}

describe('kill by command', () => {
  it.each([
    [['command', 'file']],
    [['file', 'command']],
    [['latch', 'command']],
    [['command', 'latch']],
    [['latch', 'file', 'command']],
    [['file', 'latch', 'command']],
  ] as const)('is one halt by %s', async (steps) => {
    const { halts, journaled } = await run((world) => {
      for (const [index, step] of steps.entries()) {
        world.time.at(KILLED + index * LATER, () => {
          STEPS[step](world);
        });
      }
    });
    expect(halts).toMatchObject([{ id: ID, scope: 'all', cause: 'RC63', who: 'Ada' }]);
    // What is adopted from the latch is an input, and its command another.
    expect(journaled).toBe(steps[0] === 'latch' ? 2 : 1);
  });

  it('is one halt at its usual pace, in latch and journal', async () => {
    const { halts, journaled } = await run((world) => {
      world.time.at(KILLED, () => void killByHand(world, 'RC63'));
    });
    expect(halts).toMatchObject([{ cause: 'RC63', who: 'operator' }]);
    expect([halts[0]?.id, journaled]).toEqual([expect.stringMatching(/^kill-\d+-RC63$/), 1]);
  });
});

describe('kill under a halt of the previous run', () => {
  const COMMAND = (world: World) => void killByHand(world, 'RC63');
  const SIGNAL = ({ bot }: World) => {
    bot?.session?.kill({ rule: 'RC65', who: 'SIGUSR2', reason: 'killed by a signal' });
  };

  async function restart(first: (world: World) => void, again?: (world: World) => void) {
    const { halts } = await run((world) => {
      const { time } = world;
      time.at(KILLED, () => {
        first(world);
      });
      time.at(CRASHED, () => {
        world.crash({ kind: 'synced' });
      });
      time.at(AGAIN, () => {
        expect(world.bots).toHaveLength(2);
        again?.(world);
      });
    });
    expect(new Set(halts.map(({ id }) => id)).size).toBe(halts.length);
    return halts.map(({ cause }) => cause);
  }

  it('is a halt of its own, by command and by signal', async () => {
    expect(await restart(COMMAND, COMMAND)).toEqual(['RC63', 'RC63']);
    expect(await restart(SIGNAL, SIGNAL)).toEqual(['RC65', 'RC65']);
  });

  it('by its file is no other kill', async () => {
    expect(await restart(COMMAND)).toEqual(['RC63']);
    const FILE = ({ disk }: World) => {
      disk.create(CONTROL_DIR, 'KILL').close();
      disk.syncDirectory(CONTROL_DIR);
    };
    expect(await restart(FILE)).toEqual(['RC62']);
  });
});
