// Resolves an order of unknown outcome in a running bot, by an operator's statement.
import { type BotEvent, fail, type Fault } from '../domain/index.js';
import type { SessionState } from './session-state.js';
import type { ControlRequest } from './messages.js';

type ResolveRequest = Extract<ControlRequest, { readonly do: 'resolve' }>;

/** Fault code `control.order` when the order is unknown, or the resolution was not applied. */
export function resolveOrder(
  session: { take(event: BotEvent): void; inspect(): SessionState },
  { do: type, coId, as, by, reason, hasVenueWord }: ResolveRequest,
): { readonly ok: false; readonly fault: Fault } | undefined {
  const find = () => {
    const { kept, orders } = session.inspect().snapshot;
    const order = [...orders, ...kept].find((one) => one.coId === coId);
    return order === undefined ? undefined : { ...order, what: JSON.stringify(order) };
  };
  const order = find();
  if (order === undefined) {
    return fail('control.order', `expected the coId of an open order, found ${coId}`);
  }
  session.take({ type, coId, as, by, reason, hasVenueWord });
  if (find()?.what !== order.what) return undefined;
  return fail(
    'control.order',
    `order ${coId} was not resolved and stays ${order.state}: see the bot's alerts`,
  );
}
