// Orders on behalf of another organization: their fills are in the positions of the login that
// placed them, and count for its limits.
import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import { openReader, startRun, startVenue, writeRun } from './venue.js';
import { cleanUp, LIMITS, makeSession, SIMULATOR } from './workspace.js';

afterAll(cleanUp);

const STRATEGY = `
import { defineStrategy, limit, symbol } from 'weir';
import { filter, map, take } from 'rxjs';
import { z } from 'zod';

export default defineStrategy({
  id: 'for-client',
  summary: 'Buys for a client through the touch, one order for every tenth rate.',
  params: z.strictObject({ symbol: symbol(), orders: z.int().min(1) }),
  run: ({ params: { symbol, orders }, rates }) =>
    rates(symbol).pipe(
      filter((_, index) => index % 10 === 9),
      take(orders),
      map(({ offer }) => {
        const details = { org: 'ClientOrg', account: 'ClientLE' };
        const price = Number((offer + 0.0005).toFixed(5));
        return limit({ symbol, side: 'Buy', size: 10_000, price, details });
      }),
    ),
});
`;

it("orders for a client count in the bot's position, up to its position limit", async () => {
  const strategies = [{ strategy: './for-client.ts', params: { symbol: 'EUR/USD', orders: 15 } }];
  const limits = JSON.parse(LIMITS) as { readonly allowedOrderTypes: object };
  const orgs = [
    { org: 'DemoOrg', accounts: ['DemoOrgLE'], onBehalfOf: ['ClientOrg'] },
    { org: 'ClientOrg', accounts: ['ClientLE'] },
  ];
  const workspace = makeSession(
    { strategies },
    {
      'simulator.yaml': JSON.stringify({ ...(JSON.parse(SIMULATOR) as object), orgs }),
      'for-client.ts': STRATEGY,
      'limits.yaml': JSON.stringify({
        ...limits,
        allowedOrderTypes: { ...limits.allowedOrderTypes, onBehalfOf: ['ClientOrg'] },
        positionLimit: { G10: 125_000 },
      }),
    },
  );
  const venue = await startVenue(workspace);
  writeRun(workspace, venue.url);
  // The second run compares positions at its start, too.
  for (const run of ['first', 'second']) {
    rmSync(workspace.path('out'), { recursive: true, force: true });
    const { code, stderr } = await startRun(workspace, '--state', 'state').end();
    expect([run, code, stderr]).toEqual([run, 0, expect.any(String)]);
    const reader = await openReader(venue.url);
    expect(await reader.position()).toBe(100_000);
    const records = (type: string) => readRecords(workspace.path('out'), type);
    expect(records('halt')).toEqual([]);
    const orders = records('command').map((record) => JSON.stringify(record));
    // A busy machine may turn one back at the wire.
    expect(orders.length - records('egress').length).toBe(run === 'first' ? 10 : 0);
    for (const order of orders) expect(order).toContain('ClientOrg');
    const refused = records('refused').map((record) => record['rule']);
    expect([...new Set(refused)]).toEqual(['RC23']);
  }
  venue.process.signal('SIGTERM');
});
