// Invariant 1: at most one venue order for an intent.
import { listDeals } from '../../simulation/quote-trades.js';
import type { Invariant } from '../invariant.js';

interface Command {
  readonly kind: string;
  readonly intentId: number;
  readonly coId: string;
}

export const oneOrder: Invariant = {
  number: 1,
  title: 'at most one venue order per intent',
  holdsAlways: true,
  atQuiet: (world, records) => {
    const seen = new Set<string>();
    for (const { terms } of world.listOwnOrders()) {
      // No bot can prevent a duplicate that the venue creates itself.
      if (world.phantoms.has(terms.coId)) continue;
      if (seen.has(terms.coId)) return `two venue orders have coId ${terms.coId}`;
      seen.add(terms.coId);
    }
    for (const { coId } of listDeals(world)) {
      if (seen.has(coId)) return `an order and a deal have coId ${coId}`;
      seen.add(coId);
    }
    const coIds = new Map<string, string>();
    const used = new Set<string>();
    let epoch = 0;
    for (const { type, data } of records) {
      if (type === 'epoch') epoch = (data as { epoch: number }).epoch;
      const { kind, intentId, coId } = data as Command;
      if (type !== 'command' || kind !== 'place') continue;
      if (used.has(coId)) return `coId ${coId} is of two intents`;
      used.add(coId);
      const intent = `${String(epoch)}-${String(intentId)}`;
      const known = coIds.get(intent);
      if (known !== undefined && known !== coId) return `intent ${intent} is ${known} and ${coId}`;
      coIds.set(intent, coId);
    }
    return undefined;
  },
};
