// Verifies a flatten at the venue: reads orders and positions under a login of the command itself.
import type { NetPosition } from '../domain/events/index.js';
import { toPrefix } from '../domain/index.js';
import {
  type RecoveredState,
  createSayAmount,
  describePositions,
  listSettled,
  pickOpen,
  subtract,
  sumPositions,
} from '../recovery/index.js';
import type { SessionPorts } from '../host/index.js';
import type { BotPlace } from './bot-place.js';
import { openCancelOnly } from './kill/cancel-own.js';
import { readMemory } from './offline/journal.js';

export interface FlatView {
  /** No own order is active, and the venue's positions are those before the bot's first fill. */
  readonly isFlat: boolean;
  /** The venue answered; false where the query failed. */
  readonly isKnown: boolean;
  /** Description of what was found, or why the query failed. */
  readonly found: string;
}

/**
 * Reads active orders and positions, and compares the positions with the baseline of the journal.
 */
export async function verifyFlat(ports: SessionPorts, place: BotPlace): Promise<FlatView> {
  const memory = readMemory(ports, place.state);
  if (!memory.ok) return unknown(memory.fault);
  const client = place.login.ok
    ? await openCancelOnly(ports, place.login.value, place.profile, memory.value.instruments)
    : place.login;
  if (!client.ok) return unknown(client.fault);
  try {
    const login = await client.value.login();
    if (!login.ok) return unknown(login.fault);
    const orders = await client.value.activeOrders();
    const positions = await client.value.netPositions();
    if (orders.class === 'failed') return unknown(orders);
    if (positions.class === 'failed') return unknown(positions);
    const known = new Set(memory.value.kernel?.orders.map(({ coId }) => coId));
    const isOwn = (coId: string) => coId.startsWith(toPrefix(place.state)) || known.has(coId);
    const own = orders.value.filter(({ coId }) => isOwn(coId));
    if (own.length > 0) {
      const found = `active orders: ${own.map(({ coId }) => coId).join(' ')}`;
      return { isFlat: false, isKnown: true, found };
    }
    const left = findLeft(memory.value, positions.value);
    const isFlat = left.length === 0;
    if (isFlat) return { isFlat, isKnown: true, found: 'no own order, no own position' };
    const formatAmount = createSayAmount(memory.value.instruments);
    return { isFlat, isKnown: true, found: `positions: ${describePositions(left, formatAmount)}` };
  } finally {
    void client.value.close();
  }
}

/**
 * Net units by symbol over all value dates. A settled purchase is flat once the same amount was
 * sold for a later date, although the venue lists only the sale.
 */
function findLeft(memory: RecoveredState, listed: readonly NetPosition[]): readonly NetPosition[] {
  const { baseline, instruments, kernel, lastAt } = memory;
  const [open, before] = [listed, baseline ?? []].map((all) => pickOpen(all, instruments, lastAt));
  const settled = kernel === null ? [] : listSettled(kernel, instruments, lastAt);
  const left = sumPositions([...subtract(open ?? [], before ?? []), ...settled]);
  return [...left].map(([symbol, units]) => ({ symbol, units }));
}

function unknown({ message }: { readonly message: string }): FlatView {
  return { isFlat: false, isKnown: false, found: message };
}
