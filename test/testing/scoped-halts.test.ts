// Halts of a strategy or symbol in a running bot: what was approved before them stays.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { MILLISECOND, SECOND, unwrap } from '../../src/domain/index.js';
import { readJournal } from '../../src/journal/index.js';
import { loadPlan, type Plan } from '../../src/session/index.js';
import { runWorld } from '../../src/testing/index.js';
import { isPlace } from '../../src/testing/faults/fault.js';
import { JOURNAL_DIR } from '../../src/testing/world/bot.js';
import type { World } from '../../src/testing/world/world.js';

const AT = 20 * SECOND;
let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

/** A world without faults, in which this is done before it begins. */
async function run(prepare: (world: World) => void): Promise<World> {
  const worlds: World[] = [];
  const options = { plan, seed: 3, faults: [], span: 40 * SECOND };
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

describe('a halt of a strategy', () => {
  it('keeps back the order that the same step approved before it', async () => {
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
    expect(kept?.['reason']).toBe('RC69: trading is halted');
    const commands = [...listRecords(world, 'command')];
    const command = commands.find(({ coId, kind }) => coId === kept?.['coId'] && kind === 'place');
    expect(command?.['strategy']).toBe(halt?.['strategy']);
    const left = listLeft(world);
    expect(left.map(({ coId }) => coId)).not.toContain(kept?.['coId']);
    expect(left.some(({ at }) => at > AT + 5 * SECOND)).toBe(true);
  });
});

describe('a halt of a symbol', () => {
  it('keeps back the order that waits for its connection', async () => {
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
    const told = world.bots[0]?.told ?? [];
    expect(told).toContain(`not sent: ${waiting}: RC69: trading is halted`);
  });
});
