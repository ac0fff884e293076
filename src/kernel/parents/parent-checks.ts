// Checks of a parent order before it sends another child: order rate, halts, and the state of its
// other children.
import { type Instant, type Micros, MINUTE, SECOND } from '../../domain/index.js';
import type { ChildView } from '../../algorithms/index.js';
import { RULES } from '../../risk/index.js';
import type { OrderManager } from '../orders/order-manager.js';
import { toIntent } from '../orders/order-candidate.js';
import { isOverdue } from '../orders/expiry-monitor.js';
import { isOutcomeUnknown } from '../orders/order-states.js';
import type { Order } from '../orders/order.js';
import type { ParentOrder } from './parent-order.js';
import type { KernelSetup } from '../setup.js';

const ORDER_RATE: ReadonlySet<string> = new Set(['RC33']);
const NO_RULE: ReadonlySet<string> = new Set();

/** A limit per currency class of a risk rule; the rule's default when the rule is off. */
export function findClassFigure(
  setup: KernelSetup,
  id: 'RC04' | 'RC15',
  name: 'G10' | 'EM' | 'DA',
): number {
  const rule = RULES.find((one) => one.id === id);
  const params = setup.limits.rules[id];
  const figures = params === 'off' || params === undefined ? rule?.params.parse({}) : params;
  return (figures as Readonly<Record<typeof name, number>>)[name];
}

/** Maximum of evenly spaced orders that RC33 allows in a span; Infinity without RC33. */
export function findMaxOrders({ limits }: KernelSetup, span: Micros): number {
  const params = limits.rules['RC33'];
  if (params === 'off' || params === undefined) return Infinity;
  const rates = params as Readonly<Record<string, number>>;
  const most = (name: string, window: Micros) =>
    // unreached: the rule has all four
    Math.floor((rates[name] ?? Infinity) * Math.max(1, span / window));
  return Math.min(
    ...['strategyPerSecond', 'allPerSecond'].map((name) => most(name, SECOND)),
    ...['strategyPerMinute', 'allPerMinute'].map((name) => most(name, MINUTE)),
  );
}

/** True when the order rate allows one more order of the parent's strategy now. */
export function canSendChild(orderManager: OrderManager, parent: ParentOrder): boolean {
  return examine(orderManager, parent, ORDER_RATE).every(({ rule }) => rule !== 'RC33');
}

interface RenewalCheck {
  readonly id: string;
  /** True when another resting order may be sent. */
  readonly allows: (orderManager: OrderManager, parent: ParentOrder, now: Instant) => boolean;
}

/** One line per control; removing a line removes the control. */
export const RENEWAL_CHECKS: readonly RenewalCheck[] = [{ id: 'RC66', allows: isAllWell }];

/** True when every check allows another resting order. */
export function canRenew(orderManager: OrderManager, parent: ParentOrder, now: Instant): boolean {
  return RENEWAL_CHECKS.every(({ allows }) => allows(orderManager, parent, now));
}

/** Trading is not stopped, and every child of the parent is in a proven state. */
function isAllWell(orderManager: OrderManager, parent: ParentOrder, now: Instant): boolean {
  const children = listChildren(orderManager, parent);
  return (
    children.every((order) => isClear(order, now)) &&
    examine(orderManager, parent, NO_RULE).length === 0
  );
}

/** Children that have not ended, oldest first. */
export function listOpenChildren(
  orderManager: OrderManager,
  parent: ParentOrder,
): readonly ChildView[] {
  return listChildren(orderManager, parent).filter(({ isTerminal }) => !isTerminal);
}

function listChildren({ store }: OrderManager, parent: ParentOrder): readonly Order[] {
  return store.values().filter(({ terms }) => terms.parent === parent);
}

/** The order is neither of unknown outcome nor alive beyond its time or its cancel. */
function isClear(order: Order, now: Instant): boolean {
  const { state, cancelState } = order;
  const isOdd = state === 'STATUS_UNKNOWN' || state === 'ZOMBIE' || isOutcomeUnknown(state);
  return !isOdd && cancelState !== 'CXL_STUCK' && !isOverdue(order, now);
}

/** Dry run of the smallest child at the touch, by these rules; halts and pauses always count. */
function examine(orderManager: OrderManager, parent: ParentOrder, rules: ReadonlySet<string>) {
  const { host, symbol } = parent.terms;
  const priceTicks = Math.max(1, parent.sign > 0 ? symbol.bidTicks : symbol.offerTicks);
  const units = symbol.leastUnits;
  const child = { units, priceTicks, timeInForce: 'GTT' as const, expirySeconds: 1 };
  return orderManager.dryRun(host, 0, toIntent(symbol, parent.side, child), symbol, rules);
}
