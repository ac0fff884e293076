// A venue whose positions come late: no false halt while they do so for less than 15 seconds.
import { expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { assert, SECOND, unwrap } from '../../../src/domain/index.js';
import { encodePositions } from '../../../src/protocol/codecs/index.js';
import { findProfile } from '../../../src/plan/open-profile.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { runWorld } from '../../../src/torture/index.js';
import type { World } from '../../../src/torture/simulation/world.js';

const LOOK_EVERY = 100_000;

/** Positions are those of so long ago. */
function makeLate(world: World, lag: number): void {
  const shown: { readonly at: number; readonly lines: readonly { readonly symbol: string }[] }[] =
    [];
  const { desks, venue } = world.venue;
  const check = (): void => {
    const found = desks.positions.list(world.venueNow, venue.accounts[0]!.user, {});
    assert(found.ok, 'the venue lists positions');
    const text = encodePositions(found.value, findProfile(world.plan));
    shown.push({ at: world.time.now, lines: JSON.parse(text) as { symbol: string }[] });
    world.time.quietlyAt(world.time.now + LOOK_EVERY, check);
  };
  check();
  world.wire.meddlers.push(({ request: { target } }, plan) => {
    if (!target.startsWith('/v2/positions')) return;
    const symbol = new URL(target, 'http://venue').searchParams.get('symbol');
    plan.edits.push((answer) => {
      const lines = shown.findLast(({ at }) => at <= world.time.now - lag)?.lines ?? [];
      const own = lines.filter((line) => symbol === null || line.symbol === symbol);
      return { ...answer, body: Buffer.from(JSON.stringify(own)) };
    });
  });
}

it('venue positions that are ten seconds late halt nothing', async () => {
  const plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
  for (const seed of [1, 4, 9, 11]) {
    const worlds: World[] = [];
    const prepare = (world: World) => {
      worlds.push(world);
      makeLate(world, 10 * SECOND);
    };
    const { breach, orders } = unwrap(await runWorld({ plan, seed, faults: [], prepare }));
    const reported = worlds.flatMap(({ bots }) => bots.flatMap((bot) => bot.told));
    expect([breach, reported.filter((line) => line.includes('RC49'))]).toEqual([undefined, []]);
    expect(orders).toBeGreaterThan(10);
  }
});
