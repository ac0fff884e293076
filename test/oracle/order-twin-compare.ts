// What the kernel holds, beside what the naive model of an order's life holds.
import type { KernelSnapshot } from '../../src/kernel/index.js';
import { type Bot, EUR_USD, USD_JPY } from '../kernel/harness.js';
import type { Wish } from './order-model-state.js';
import type { ModelView, OrderView } from './order-model-view.js';
import { isStopped } from './order-twin-gate.js';
import { UNITS } from './order-wire.js';

interface Held {
  readonly state: string;
  readonly filled: number;
  readonly booked: number;
}

const STRATEGIES = ['one', 'two'];
const SYMBOLS = [EUR_USD.symbol, USD_JPY.symbol];

/** Empty when both hold the same. */
export function findDifferences(bot: Bot, view: ModelView): readonly string[] {
  const { reserved } = bot.kernel.listAtWork();
  const snapshot = bot.kernel.snapshot();
  const differences = view.breaches.filter((text) => !text.startsWith('resolve'));
  const held = listHeld(bot, snapshot);
  for (const order of view.orders) differences.push(...compareOrder(order, held));
  for (const coId of new Set(view.orders.map(({ name }) => toCoId(name)))) {
    const ours = sum(bot.fills.filter((fill) => fill.coId === coId));
    const fills = view.fills.filter((one) => toCoId(one.coId) === coId);
    const reported = fills.filter(({ kind }) => kind === 'fill' || kind === 'provisional');
    const units = reported.reduce((total, { quantity }) => total + quantity, 0) * UNITS;
    differences.push(...compare(`fills told of ${coId}`, units, ours));
  }
  for (const symbol of SYMBOLS) {
    const { filled, worstLong, worstShort } = view.positions[symbol] ?? NOTHING;
    const position = sum(snapshot.positions.filter((one) => one.symbol === symbol));
    const { buy, sell } = reserved.find((one) => one.symbol === symbol) ?? { buy: 0, sell: 0 };
    const name = `of ${symbol}`;
    differences.push(...compare(`position ${name}`, filled * UNITS, position));
    differences.push(...compare(`worst long ${name}`, worstLong * UNITS, position + buy));
    differences.push(...compare(`worst short ${name}`, worstShort * UNITS, position - sell));
    for (const strategy of STRATEGIES) {
      const isHalted = isStopped(view, { strategy, symbol });
      const isLatched = snapshot.gate.halts.some((halt) => {
        if (halt.scope === 'all') return true;
        return halt.scope === 'symbol' ? halt.symbol === symbol : halt.strategy === strategy;
      });
      differences.push(...compare(`halt of ${strategy} in ${symbol}`, isHalted, isLatched));
    }
  }
  return differences;
}

/** Cancels that the model wished for in a step, of orders that nobody cancels. */
export function findUnwished(
  bot: Bot,
  view: ModelView,
  wishes: readonly Wish[],
): readonly string[] {
  const { orders } = bot.kernel.snapshot();
  return wishes
    .filter(({ what }) => what === 'cancel')
    .filter(({ coId }) => view.orders.some((one) => one.name === coId && !one.isTerminal))
    .filter(({ coId }) => orders.some((one) => one.coId === coId && one.cancelState === 'NONE'))
    .map(({ coId }) => `${coId} is not cancelled`);
}

const NOTHING = { filled: 0, worstLong: 0, worstShort: 0 };

function compareOrder(order: OrderView, held: ReadonlyMap<string, Held>): readonly string[] {
  const { name, state, filled, confirmed, provisional } = order;
  // The kernel keeps no order that its gate refused.
  if (state === 'REFUSED') return [];
  const ours = held.get(name);
  if (ours === undefined) return [`${name}: the kernel holds none`];
  const booked = (confirmed + provisional) * UNITS;
  return [
    ...compare(`state of ${name}`, state === 'JOURNALED' ? 'SENDING' : state, ours.state),
    ...compare(`filled of ${name}`, filled * UNITS, ours.filled),
    ...compare(`booked of ${name}`, booked, ours.booked),
  ];
}

/** All orders of the kernel, the packed ones too. */
function listHeld(bot: Bot, snapshot: KernelSnapshot): ReadonlyMap<string, Held> {
  const held = new Map<string, Held>();
  for (const order of [...snapshot.orders, ...snapshot.kept]) {
    const { coId, orderId, isDouble, state, cumUnits, bookedUnits, bustedUnits } = order;
    const name = isDouble === true ? `${coId}#${orderId}` : coId;
    const filled = cumUnits - bustedUnits;
    held.set(name, { state, filled, booked: bookedUnits - bustedUnits });
  }
  for (const { intentId, state, cumUnits } of snapshot.settled) {
    const name = bot.placed.find((command) => command.intentId === intentId)?.coId ?? '';
    held.set(name, { state, filled: cumUnits, booked: cumUnits });
  }
  return held;
}

function toCoId(name: string): string {
  return name.split('#', 1)[0] ?? name;
}

function sum(positions: readonly { readonly units: number }[]): number {
  return positions.reduce((total, { units }) => total + units, 0);
}

function compare<T>(what: string, expected: T, found: T): readonly string[] {
  if (expected === found) return [];
  return [`${what}: expected ${String(expected)}, found ${String(found)}`];
}
