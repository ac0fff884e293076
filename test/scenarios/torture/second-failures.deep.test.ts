// Failures while a failure is handled: the second one prevents nothing.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { fail, type Micros, SECOND, unwrap } from '../../../src/domain/index.js';
import { ClosedOrderCheck } from '../../../src/gateway/remote/orders/closed-order-check.js';
import { Kernel } from '../../../src/kernel/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { HaltLatch, readLatch } from '../../../src/state/index.js';
import { runWorld } from '../../../src/torture/index.js';
import { CONTROL_DIR } from '../../../src/torture/simulation/bot.js';
import { flattenByHand, killByHand } from '../../../src/torture/simulation/operator.js';
import type { World } from '../../../src/torture/simulation/world.js';

/** Own orders are at the venue then. */
const BEGUN: Micros = 20 * SECOND;

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

async function run(prepare: (world: World) => void): Promise<World> {
  const worlds: World[] = [];
  const setup = { plan, seed: 3, faults: [], span: 60 * SECOND };
  await runWorld({
    ...setup,
    prepare: (world) => {
      worlds.push(world);
      prepare(world);
    },
  });
  const [world] = worlds;
  if (world === undefined) throw new Error('expected a world');
  return world;
}

const causes = ({ disk }: World) => {
  const reading = readLatch(disk, CONTROL_DIR);
  return reading.kind === 'read' ? reading.halts.map(({ cause }) => cause) : reading.kind;
};

const reported = ({ bots }: World) => bots.flatMap((bot) => bot.told).join('\n');

/** The method fails the next time that it is called. */
function failOnce<T extends object>(
  part: T,
  method: keyof T & string,
  end: () => unknown = () => {
    throw new Error(`${method} is broken`);
  },
): void {
  const sound = Object.getOwnPropertyDescriptor(part, method);
  if (sound === undefined) throw new Error(`expected a method ${method}`);
  Object.defineProperty(part, method, {
    ...sound,
    value: () => {
      Object.defineProperty(part, method, sound);
      return end();
    },
  });
}

describe('bug', () => {
  it.each<[string, readonly string[] | string, () => void]>([
    ['orders cannot be listed', ['RC65'], () => failOnce(Kernel.prototype, 'listOpenOrders')],
    ['nothing can be asked', ['RC65'], () => failOnce(ClosedOrderCheck.prototype, 'verify')],
    // The journal has it then, and the next start writes it.
    ['halts cannot be written', ['RC65'], () => failOnce(HaltLatch.prototype, 'write')],
  ])('ends its session, also where %s: latched %s', async (_, latched, meddle) => {
    const world = await run((one) => {
      one.time.at(BEGUN, () => {
        meddle();
        one.bot?.session?.fail(new Error('the first'));
      });
    });
    const end = { reason: 'halted', bug: { message: 'the first' } };
    expect(world.bots[0]?.end).toMatchObject({ kind: 'ended', end });
    expect(causes(world)).toEqual(latched);
  });
});

describe('halt latch', () => {
  it('that becomes unreadable halts the running bot', async () => {
    const world = await run(({ disk, time }) => {
      time.at(BEGUN, () => {
        disk.tamper(CONTROL_DIR, 'halt', () => Buffer.from('{'));
      });
    });
    expect([causes(world), world.bots.length]).toEqual([['RC69'], 1]);
    expect(reported(world)).toContain('HALT (RC69): the halt latch cannot be read');
  });
});

describe('kill file', () => {
  it.each<[string, string, (world: World) => void]>([
    ['touched', 'RC62', ({ disk }) => disk.tamper(CONTROL_DIR, 'KILL', () => Buffer.from('x'))],
    ['made by another kill', 'RC63', (world) => void killByHand(world, 'RC63')],
  ])('that is %s during a flatten ends the flatten', async (_, cause, again) => {
    const world = await run((one) => {
      one.time.at(BEGUN, () => void killByHand(one, 'RC63'));
      one.time.at(BEGUN + 15 * SECOND, () => void flattenByHand(one));
      one.time.at(BEGUN + 15.2 * SECOND, () => {
        again(one);
      });
    });
    expect(causes(world)).toEqual(['RC63', cause]);
    expect(reported(world)).toContain('PAGE (FLATTEN): NOT FLAT');
  });
});

describe('flatten in progress', () => {
  it('continues where it is requested again, and the second caller learns its end', async () => {
    const world = await run((one) => {
      for (const after of [0, 0.1, 0.3]) {
        one.time.at(BEGUN + after * SECOND, () => void flattenByHand(one));
      }
    });
    expect(reported(world)).toContain('INFO (FLATTEN): every position is closed');
    expect(reported(world)).not.toContain('NOT FLAT');
  });
});

describe('kill by command', () => {
  it('is latched by the command where the responding bot could not write it', async () => {
    let found: readonly string[] | string = '';
    await run((one) => {
      one.time.at(BEGUN, () => {
        failOnce(HaltLatch.prototype, 'write', () => fail('state.latch', 'the disk is full'));
        void killByHand(one, 'RC63').then(() => {
          found = causes(one);
        });
      });
    });
    expect(found).toEqual(['RC63']);
  });
});

it('start after a run whose clock was ahead says why nothing trades', async () => {
  const ahead = 3_600 * SECOND;
  const world = await run((one) => {
    one.machine.clocks.wallOffset = ahead;
    one.time.at(BEGUN, () => {
      one.machine.clocks.wallOffset = 0;
      one.crash({ kind: 'all' });
    });
  });
  const [first, second] = world.bots.map((bot) => bot.told.join('\n'));
  expect(first).not.toContain("ahead of this machine's clock");
  expect(second).toMatch(/last record is of \S+, 3[56]\d\d s ahead of this machine's clock/);
});
