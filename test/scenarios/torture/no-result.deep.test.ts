// "No result" of a list: only the status that the profile states proves that nothing exists.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { SECOND, unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { runWorld } from '../../../src/torture/index.js';
import { JOURNAL_DIR } from '../../../src/torture/simulation/bot.js';
import type { World } from '../../../src/torture/simulation/world.js';

/** Places one order that rests for five minutes. */
const REST = `import { defineStrategy, limit, symbol } from 'weir';
import { map, skip, take } from 'rxjs';
import { z } from 'zod';
export default defineStrategy({
  id: 'rest',
  summary: 'Rests once.',
  params: z.strictObject({ symbol: symbol() }),
  run: ({ params: { symbol }, rates }) =>
    rates(symbol).pipe(
      skip(4),
      take(1),
      map(({ bid }) => {
        const price = Number((bid - 0.001).toFixed(5));
        const life = { timeInForce: 'GTT', expirySeconds: 300 } as const;
        return limit({ symbol, side: 'Buy', size: 10_000, price, ...life });
      }),
    ),
});
`;

async function plan(profile = ''): Promise<Plan> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-none-'));
  writeFileSync(join(folder, 'rest.ts'), REST);
  writeFileSync(join(folder, 'profile.yaml'), profile);
  const lines = [
    'name: none',
    `limits: ${resolve('config/limits/paper.yaml')}`,
    ...(profile === '' ? [] : ['profile: profile.yaml']),
    'strategies: [{ strategy: ./rest.ts, params: { symbol: EUR/USD } }]',
  ];
  writeFileSync(join(folder, 'none.yaml'), lines.join('\n'));
  return unwrap(await loadPlan(join(folder, 'none.yaml'), await loadRegistry()));
}

const LISTS = ['/v2/orders', '/v2/positions'];
const LOST_AT = 20 * SECOND;

/** The journal is lost while an order rests; then the lists answer so. */
function loseJournal(world: World, type: string, body: string): void {
  world.time.at(LOST_AT, () => {
    world.crash({ kind: 'all' }, (disk) => {
      for (const name of disk.list(JOURNAL_DIR)) disk.tamper(JOURNAL_DIR, name, () => undefined);
      world.loseJournal();
    });
  });
  world.wire.meddlers.push(({ request: { method, target } }, answer) => {
    const isList = method === 'GET' && LISTS.some((path) => target.endsWith(path));
    if (world.time.now <= LOST_AT || !isList) return;
    answer.instead = { status: 404, headers: { 'content-type': type }, body: Buffer.from(body) };
  });
}

describe('venue whose lists answer 404', () => {
  it.each([
    ['text/html', '<html>no such page</html>'],
    ['application/json', '{"errorCode":"NotFound"}'],
  ])('is not assumed to have no orders: no bot starts on %s', async (type, body) => {
    const worlds: World[] = [];
    const prepare = (world: World) => {
      worlds.push(world);
      loseJournal(world, type, body);
    };
    const options = { plan: await plan(), seed: 4, faults: [], span: 60 * SECOND, prepare };
    const ran = await runWorld({ ...options, invariants: [], hasOwnStrategies: true });
    expect(ran.ok).toBe(true);
    const places = worlds
      .flatMap(({ wire }) => wire.departures)
      .filter(({ call: { request } }) => request.method === 'POST')
      .filter(({ call }) => call.request.target === '/v2/orders');
    expect(places.map(({ at }) => at < LOST_AT)).toEqual([true]);
  });

  it('leaves orders unknown no longer than others where the profile states 404', async () => {
    const lines: string[] = [];
    const prepare = (world: World) => {
      world.wire.meddlers.push(({ request: { method, target } }, answer) => {
        if (method === 'POST' && target.startsWith('/v2/orders')) answer.isLost = true;
      });
    };
    const options = { seed: 4, faults: [], span: 120 * SECOND, prepare, invariants: [] };
    const notify = (line: string) => lines.push(line);
    const reported = await plan('noActiveOrderStatus: 404\n');
    unwrap(await runWorld({ ...options, plan: reported, hasOwnStrategies: true, notify }));
    const states = lines.flatMap((line) => /order weir-\S+ is (\w+)$/.exec(line)?.[1] ?? []);
    expect(states.slice(-2)).toEqual(['UNKNOWN', 'QUARANTINED']);
  });
});
