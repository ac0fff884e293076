// An order that no gate has seen, for tests of what looks at each order that leaves.
import { BASE_URL } from '../../src/torture/simulation/bot.js';
import type { World } from '../../src/torture/simulation/world.js';

/** An order past the gate, on a connection of its own. */
export function sendPast(world: World): void {
  const lane = world.createPorts(world.bot!.life, world.machine).http.createLane!;
  const order = {
    ...{ coId: 'weir-0001-zzzzzzz-0000', type: 'Limit', side: 'Buy', symbol: 'GBP/USD' },
    ...{ currency: 'GBP', size: 10_000, price: 1.33, timeInForce: 'IOC' },
  };
  const request = { method: 'POST', path: '/v2/orders', headers: {} } as const;
  const body = Buffer.from(JSON.stringify(order));
  const handler = { onResponseError: () => undefined };
  lane('trading', BASE_URL).dispatch({ origin: BASE_URL, ...request, body }, handler);
}
