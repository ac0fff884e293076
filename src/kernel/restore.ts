// Takes over the state that the runs before left behind, at the start of a new one.
import { toSign } from '../domain/index.js';
import type { BotState } from './bot-state.js';
import { OwnOrder } from './own-order.js';
import type { KernelSnapshot, OrderSnapshot } from './snapshot.js';

export function restoreState(state: BotState, snapshot: KernelSnapshot): void {
  const { desk, hosts, intake, names, outputs, parents } = state;
  outputs.noteIntent(snapshot.lastIntentId);
  intake.restore(snapshot.lastIntentId);
  for (const { strategy, symbol, units } of snapshot.positions) {
    const symbolState = names.stateOf(symbol);
    hosts.take(strategy).positions[symbolState.instrument.id] = units;
    symbolState.position += units;
  }
  for (const parent of snapshot.parents) {
    const adopted = parents.adopt(
      hosts.take(parent.strategy),
      names.stateOf(parent.symbol),
      parent,
    );
    adopted.hold();
  }
  desk.store.restoreSettled(snapshot.settled);
  for (const order of snapshot.orders) {
    const restored = restoreOrder(state, order);
    desk.adopt(restored);
    desk.reopen(restored);
  }
  desk.gate.restore(snapshot.gate);
  for (const host of hosts.list) if (desk.gate.isHalted(host.name)) host.stop();
}

/** An order of a snapshot or of a command's record. */
export function restoreOrder(state: BotState, order: OrderSnapshot): OwnOrder {
  const { hosts, names, parents } = state;
  const { intentId, coId, side, type, timeInForce, units, priceTicks, arrivalTicks2 } = order;
  const restored = new OwnOrder(
    {
      intentId,
      coId,
      host: hosts.take(order.strategy),
      parent: parents.find(order.strategy, order.parent),
      symbol: names.stateOf(order.symbol),
      side,
      sign: toSign(side),
      type,
      timeInForce,
      units,
      priceTicks,
      arrivalTicks2,
    },
    order.at,
  );
  restored.orderId = order.orderId;
  restored.state = order.state;
  restored.cumUnits = order.cumUnits;
  restored.bookedUnits = order.bookedUnits;
  restored.reason = order.reason;
  restored.isCancelRequested = order.isCancelRequested;
  restored.tradeIds = order.tradeIds;
  restored.weakSince = order.weakSince ?? undefined;
  restored.emptyReads = order.emptyReads;
  return restored;
}
