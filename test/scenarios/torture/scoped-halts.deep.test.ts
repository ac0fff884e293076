// Halts of a strategy or symbol in a running bot stop orders that were approved before them.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { MILLISECOND, type Rate, SECOND, unwrap } from '../../../src/domain/index.js';
import { readJournal } from '../../../src/journal/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { HaltLatch, type HaltRecord, readLatch } from '../../../src/state/index.js';
import type { StrategyContext } from '../../../src/strategy/index.js';
import { runWorld } from '../../../src/torture/index.js';
import { isPlace } from '../../../src/torture/platform/request-kinds.js';
import { CONTROL_DIR, JOURNAL_DIR } from '../../../src/torture/simulation/bot.js';
import type { World } from '../../../src/torture/simulation/world.js';

type Context = StrategyContext<unknown>;

const AT = 20 * SECOND;
let plan: Plan;

beforeAll(async () => {
  const loaded = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
  const restless = loaded.strategies.filter(({ name }) => name === 'restless');
  const others = restless.map((one) => ({ ...one, name: 'other' }));
  plan = { ...loaded, strategies: [...restless, ...others] };
});

/** A world without faults, in which this is done before it begins. */
async function run(prepare: (world: World) => void): Promise<World> {
  const worlds: World[] = [];
  const options = { plan, seed: 3, faults: [], span: 100 * SECOND };
  const report = await runWorld({
    ...options,
    prepare: (world) => {
      worlds.push(world);
      prepare(world);
    },
  });
  expect(unwrap(report).breach).toBeUndefined();
  const [world] = worlds;
  expect(world).toBeDefined();
  return world!;
}

function* listRecords({ disk }: World, type: string) {
  for (const record of readJournal(JOURNAL_DIR, disk)) {
    const { data, type: found } = unwrap(record);
    if (found === type) yield data as Readonly<Record<string, string>>;
  }
}

/** coIds and symbols of the orders that left, and when. */
function listLeft({ departures }: World) {
  return departures
    .filter(({ call }) => isPlace(call))
    .map(({ at, call }) => {
      const { coId, symbol } = JSON.parse(call.request.body.toString()) as Record<string, string>;
      return { at, coId, symbol };
    });
}

/** Strategies that placed orders in the second life. */
function findBusy(world: World): ReadonlySet<string | undefined> {
  const commands = [...listRecords(world, 'command')];
  const later = commands.filter(({ coId }) => coId?.startsWith('weir-0002-'));
  return new Set(later.filter(({ kind }) => kind === 'place').map((one) => one['strategy']));
}

describe('halt of a strategy', () => {
  it('stops the order that the same step approved before it', async () => {
    const world = await run(({ strategyFaults, time }) => {
      time.at(AT, () => {
        strategyFaults.atNextRate((context, { instrument, offerTicks }) => {
          const price = Number(`${String(offerTicks)}e-${String(instrument.ratePrecision)}`);
          const order = { type: 'Limit', timeInForce: 'IOC', side: 'Buy', price } as const;
          const { symbol } = instrument;
          context.place({ ...order, symbol, size: 10_000 });
          context.place({ ...order, symbol, size: -1 });
        });
      });
    });
    const [halt, ...more] = [...listRecords(world, 'halt')];
    expect([halt?.['scope'], halt?.['rule'], more]).toEqual(['strategy', 'RC08', []]);
    const [kept] = [...listRecords(world, 'egress')];
    expect(kept?.['reason']).toBe(
      'RC69: trading is halted, or paused until an operator resumes it',
    );
    const commands = [...listRecords(world, 'command')];
    const command = commands.find(({ coId, kind }) => coId === kept?.['coId'] && kind === 'place');
    expect(command?.['strategy']).toBe(halt?.['strategy']);
    const left = listLeft(world);
    expect(left.map(({ coId }) => coId)).not.toContain(kept?.['coId']);
    expect(left.some(({ at }) => at > AT + 5 * SECOND)).toBe(true);
  });
});

describe('halt of a symbol', () => {
  it('stops the order that waits for its connection', async () => {
    let waiting = '';
    const world = await run(({ wire, time, bots }) => {
      wire.meddlers.push((call, answer) => {
        if (isPlace(call)) answer.connect = 200 * MILLISECOND;
      });
      wire.handWatchers.push(({ at, call }) => {
        if (waiting !== '' || at < AT || !isPlace(call)) return;
        const { coId, symbol } = JSON.parse(call.request.body.toString()) as Record<string, string>;
        if (symbol !== 'GBP/USD') return;
        waiting = coId ?? '';
        time.after(50 * MILLISECOND, () => {
          // Terms that nobody could keep.
          bots[0]?.session?.take({ type: 'reference', symbol, terms: { minSize: -1 } });
        });
      });
    });
    const [halt] = [...listRecords(world, 'halt')];
    expect([halt?.['scope'], halt?.['symbol']]).toEqual(['symbol', 'GBP/USD']);
    const left = listLeft(world);
    expect(waiting).toMatch(/^weir-/);
    expect(left.map(({ coId }) => coId)).not.toContain(waiting);
    const after = left.filter(({ at }) => at > AT + 5 * SECOND);
    expect(new Set(after.map(({ symbol }) => symbol))).toEqual(new Set(['EUR/USD']));
    const messages = world.bots[0]?.told ?? [];
    expect(messages).toContain(
      `not sent: ${waiting}: RC69: trading is halted, or paused until an operator resumes it`,
    );
  });
});

/** As a call of a person latches it while the bot runs. */
const BESIDE: HaltRecord = {
  ...{ id: 'call-1-1', scope: 'strategy', strategy: 'restless', symbol: '', cause: 'RC39' },
  ...{ reason: 'by a call', evidence: '', who: 'weir venue' },
  ...{ at: 0, wallAt: 0, monoAt: 0, epoch: 0 },
};

function latchBeside({ disk }: World, halt: HaltRecord): void {
  const latch = new HaltLatch(disk, CONTROL_DIR, [], 2);
  latch.add(halt);
  unwrap(latch.write());
}

function latched({ disk }: World) {
  const reading = readLatch(disk, CONTROL_DIR);
  return reading.kind === 'read' ? reading.halts : reading;
}

describe('halt that another process latches', () => {
  it('is in force in the running bot within about a second, and in its journal', async () => {
    const modes: (string | undefined)[] = [];
    const world = await run((one) => {
      one.time.at(AT, () => {
        latchBeside(one, BESIDE);
      });
      one.time.at(AT + 2 * SECOND, () => {
        const { mode, snapshot } = one.bot!.session!.inspect();
        modes.push(mode, ...snapshot.gate.halts.map(({ id }) => id));
      });
    });
    expect(modes).toEqual(['ready', 'call-1-1']);
    const [halt, ...more] = [...listRecords(world, 'halt')];
    expect([halt?.['id'], halt?.['strategy'], more]).toEqual(['call-1-1', 'restless', []]);
    // It is an input: a replay halts there too.
    const inputs = [...listRecords(world, 'recovery')];
    expect(inputs.filter(({ step }) => step === 'halt')).toHaveLength(1);
    const commands = [...listRecords(world, 'command')];
    const owners = listLeft(world)
      .filter(({ at }) => at > AT + 2 * SECOND)
      .map((left) => commands.find(({ coId }) => coId === left.coId)?.['strategy']);
    expect(new Set(owners)).toEqual(new Set(['other']));
    expect(latched(world)).toEqual([BESIDE]);
  });

  it('of everything keeps the session up, halted, for the operator to clear it', async () => {
    const modes: (string | undefined)[] = [];
    const all: HaltRecord = { ...BESIDE, scope: 'all', strategy: '' };
    const world = await run((one) => {
      one.time.at(AT, () => {
        latchBeside(one, all);
      });
      one.time.at(AT + 60 * SECOND, () => {
        modes.push(one.bots[0]?.session?.inspect().mode);
      });
    });
    expect(modes).toEqual(['halted']);
    const [bot] = world.bots;
    expect(bot?.end).toMatchObject({ kind: 'ended', end: { reason: 'stopped', isProven: true } });
    expect(latched(world)).toEqual([all]);
    const [halt, ...more] = [...listRecords(world, 'halt')];
    expect([halt?.['id'], halt?.['scope'], more]).toEqual(['call-1-1', 'all', []]);
  });
});

describe('restart under a halt', () => {
  const CRASH = AT + 5 * SECOND;
  const bad = (context: Context, { instrument: { symbol } }: Rate) => {
    const order = { type: 'Limit', timeInForce: 'IOC', side: 'Buy', price: 1 } as const;
    context.place({ ...order, symbol, size: -1 });
  };
  const crashing = (halt: (world: World) => void) =>
    run((world) => {
      world.time.at(AT, () => {
        halt(world);
      });
      world.time.at(CRASH, () => {
        world.crash({ kind: 'all' });
      });
    });

  it('of a strategy keeps it, with its name and cause, and another strategy trades', async () => {
    const world = await crashing(({ strategyFaults }) => {
      strategyFaults.atNextRate(bad);
    });
    const [halt, ...again] = [...listRecords(world, 'halt')];
    expect([halt?.['scope'], again]).toEqual(['strategy', []]);
    const strategy = halt?.['strategy'] ?? '';
    expect(latched(world)).toEqual([
      expect.objectContaining({ id: expect.stringMatching(/^1-\d+$/), strategy, cause: 'RC08' }),
    ]);
    const [, second] = world.bots;
    expect(second?.told).toContainEqual(
      expect.stringMatching(
        `^halt 1-\\d+ of ${strategy} is in force until weir resume: too many refusals`,
      ),
    );
    expect(findBusy(world)).toEqual(new Set([strategy === 'other' ? 'restless' : 'other']));
    expect(second?.end).toMatchObject({ kind: 'ended', end: { reason: 'stopped', halts: 1 } });
  });

  it('of a symbol keeps it, and other symbols are traded', async () => {
    const world = await crashing(({ bots }) => {
      bots[0]?.session?.take({ type: 'reference', symbol: 'GBP/USD', terms: { minSize: -1 } });
    });
    expect(latched(world)).toEqual([
      expect.objectContaining({ scope: 'symbol', symbol: 'GBP/USD', cause: 'RC06' }),
    ]);
    const later = listLeft(world).filter(({ at }) => at > CRASH);
    expect(new Set(later.map(({ symbol }) => symbol))).toEqual(new Set(['EUR/USD']));
  });

  it('of every strategy stays up, halted, and sends nothing', async () => {
    let status = '';
    const world = await crashing((one) => {
      one.strategyFaults.atOnce(bad);
      one.time.at(CRASH + 60 * SECOND, () => {
        status = one.bot?.session?.inspect().mode ?? '';
      });
    });
    expect(status).toBe('halted');
    expect(latched(world)).toHaveLength(plan.strategies.length);
    expect(listLeft(world).every(({ at }) => at < CRASH)).toBe(true);
  });

  it('that only the latch has adopts it under its id', async () => {
    const world = await run((one) => {
      one.time.at(CRASH, () => {
        one.crash({ kind: 'all' });
        latchBeside(one, BESIDE);
      });
    });
    expect(latched(world)).toEqual([BESIDE]);
    const [halt, ...again] = [...listRecords(world, 'halt')];
    expect([halt?.['id'], halt?.['who'], again]).toEqual(['call-1-1', 'weir venue', []]);
    expect(findBusy(world)).toEqual(new Set(['other']));
  });

  it('of a strategy that was renamed halts everything', async () => {
    const world = await run((one) => {
      one.time.at(CRASH, () => {
        one.crash({ kind: 'all' });
        latchBeside(one, { ...BESIDE, strategy: 'calm' });
      });
    });
    expect(world.bots[1]?.told).toContain(
      'halt call-1-1 of calm is in force until weir resume: by a call; this session has no ' +
        'strategy calm (it has restless, other), so the halt covers everything',
    );
    const [halt, ...again] = [...listRecords(world, 'halt')];
    expect([halt?.['id'], halt?.['scope'], again]).toEqual(['call-1-1', 'all', []]);
    expect(findBusy(world)).toEqual(new Set());
    // The latch has it as it was: a person ends it by its name.
    expect(latched(world)).toMatchObject([{ id: 'call-1-1', scope: 'strategy' }]);
  });
});
