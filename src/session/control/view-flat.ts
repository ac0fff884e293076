// What the venue itself shows after positions were closed, asked with a login of the command's own.
import { createSayAmount, describePositions, subtract } from '../recovery/positions.js';
import type { SessionPorts } from '../ports.js';
import type { BotPlace } from './bot-place.js';
import { openSafety, OWN_PREFIX } from './cancel-own.js';
import { readMemory } from './outside-journal.js';

export interface FlatView {
  /** No own order is active, and the venue holds what it held before the bot's first fill. */
  readonly isFlat: boolean;
  /** What was found, in words. */
  readonly found: string;
}

/** Asks for active orders and positions, and compares these with the baseline of the journal. */
export async function viewFlat(ports: SessionPorts, place: BotPlace): Promise<FlatView> {
  const memory = readMemory(ports, place.state);
  if (!memory.ok) return { isFlat: false, found: memory.fault.message };
  const client = place.login.ok
    ? await openSafety(ports, place.login.value, place.profile, memory.value.instruments)
    : place.login;
  if (!client.ok) return { isFlat: false, found: client.fault.message };
  try {
    const login = await client.value.login();
    if (!login.ok) return { isFlat: false, found: login.fault.message };
    const orders = await client.value.activeOrders();
    const positions = await client.value.netPositions();
    if (orders.class === 'failed') return { isFlat: false, found: orders.message };
    if (positions.class === 'failed') return { isFlat: false, found: positions.message };
    const own = orders.value.filter(({ coId }) => coId.startsWith(OWN_PREFIX));
    if (own.length > 0) {
      return { isFlat: false, found: `active orders: ${own.map(({ coId }) => coId).join(' ')}` };
    }
    const left = subtract(positions.value, memory.value.baseline ?? []);
    if (left.length === 0) return { isFlat: true, found: 'no own order, no own position' };
    const say = createSayAmount(memory.value.instruments);
    return { isFlat: false, found: `positions: ${describePositions(left, say)}` };
  } finally {
    void client.value.close();
  }
}
