// Restores the state that the previous runs left, at the start of a new run.
import type { OrderState } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import { type OrderRequestDetails, type QuoteName, toSign } from '../../domain/orders/index.js';
import { endsByOperator, type GateSnapshot, type Pause } from '../../risk/gate/index.js';
import type { PolicyEngine } from '../../policy/index.js';
import type { ClientOrderIds } from '../orders/client-order-ids.js';
import type { OrderManager } from '../orders/order-manager.js';
import type { UnknownOrders } from '../orders/unknown-orders.js';
import type { Outputs } from '../outputs.js';
import type { ParentManager } from '../parents/parent-manager.js';
import type { ResponseEvaluator } from '../policy/response-evaluator.js';
import type { QuoteRequestManager } from '../quotes/quote-request-manager.js';
import type { TradeReportHandler } from '../reports/trade-report-handler.js';
import type { IntentQueue } from '../strategies/intent-queue.js';
import type { Symbols } from '../symbols.js';
import { setContest } from '../orders/exposure.js';
import type { StrategyRegistry } from '../strategies/strategy-registry.js';
import { Order } from '../orders/order.js';
import type { QuoteRequest } from '../quotes/quote-request.js';
import type {
  KernelSnapshot,
  OrderSnapshot,
  RequestSnapshot,
  ClosedOrderSnapshot,
} from './snapshot.js';

/** Components of a kernel that take up the restored state. */
export interface RestorePorts {
  readonly orderManager: OrderManager;
  readonly unknownOrders: UnknownOrders;
  readonly registry: StrategyRegistry;
  readonly intents: Pick<IntentQueue, 'restore'>;
  readonly names: Symbols;
  readonly outputs: Pick<Outputs, 'noteIntent'>;
  readonly parents: ParentManager;
  readonly quoteRequests: QuoteRequestManager;
  readonly coIds: ClientOrderIds;
  readonly policy: PolicyEngine;
  readonly tradeReports: TradeReportHandler;
  readonly evaluator: ResponseEvaluator;
}

export function restoreState(state: RestorePorts, snapshot: KernelSnapshot): void {
  const { orderManager, registry, intents, names, outputs, parents } = state;
  outputs.noteIntent(snapshot.lastIntentId);
  state.unknownOrders.noteUnseen(snapshot.longestUnseen);
  intents.restore(snapshot.lastIntentId);
  for (const { strategy, symbol, units } of snapshot.positions) {
    const symbolState = names.stateOf(symbol);
    registry.take(strategy).positions[symbolState.instrument.id] = units;
    symbolState.position += units;
  }
  for (const parent of snapshot.parents) {
    const adopted = parents.adopt(
      registry.take(parent.strategy),
      names.stateOf(parent.symbol),
      parent,
    );
    adopted.hold();
  }
  for (const order of snapshot.settled) orderManager.store.closed.add(restoreSettled(state, order));
  orderManager.store.closed.trades.restore(snapshot.trades);
  for (const order of snapshot.kept) orderManager.store.addKept(restoreOrder(state, order));
  for (const order of snapshot.orders) state.unknownOrders.restore(restoreOrder(state, order));
  for (const request of snapshot.requests ?? []) restoreRequest(state, request);
  state.policy.counters.restore(snapshot.counts);
  state.tradeReports.provisionalFills.resume();
  state.evaluator.resume();
  orderManager.gate.restore(widenPauses(snapshot.gate, registry));
  for (const host of registry.list) if (orderManager.gate.trading.isHalted(host.name)) host.stop();
}

/**
 * Widens a pause that only an operator ends to everything when its strategy is no longer
 * configured: its successor is unknown. A halt of such a strategy halts everything as well.
 */
function widenPauses(gate: GateSnapshot, registry: StrategyRegistry): GateSnapshot {
  const known = registry.list.map(({ name }) => name);
  return { ...gate, pauses: gate.pauses.map((one) => widen(one, known)) };
}

function widen(pause: Pause, known: readonly string[]): Pause {
  const { key, reason, scope } = pause;
  if (scope !== 'strategy' || known.includes(key) || !endsByOperator(pause)) return pause;
  const names = known.join(', ');
  const why = `none of the strategies is called ${key} (${names}), so it pauses everything`;
  return { ...pause, scope: 'all', key: '', reason: `${reason}; ${why}` };
}

/** Fields of an order that its command has. */
type OrderTerms = Pick<
  OrderSnapshot,
  | ('at' | 'intentId' | 'coId' | 'strategy' | 'parent' | 'symbol' | 'side' | 'type')
  | ('timeInForce' | 'units' | 'priceTicks' | 'expirySeconds' | 'arrivalTicks2')
>;

/** Data of a `command` record; a cancel lacks most fields of a place. */
export interface CommandData extends OrderTerms {
  readonly kind: 'place' | 'cancel';
  /** Of a cancel; empty while the venue's id is unknown. */
  readonly orderId?: string;
  /** Of a place with more fields than a plain order. */
  readonly details?: OrderRequestDetails;
  /** Of an acceptance of a quote. */
  readonly quote?: QuoteName;
}

/** Data of a `command` record that sends a quote request. */
export interface RfsData extends Pick<RequestSnapshot, RequestFact> {
  readonly kind: 'rfs';
  readonly at: Instant;
}

type RequestFact = 'intentId' | 'coId' | 'strategy' | 'symbol' | 'side' | 'units' | 'lifeSeconds';

/** Data of a `command` record that withdraws a quote request. */
export interface WithdrawData {
  readonly kind: 'withdraw';
  readonly coId: string;
}

/** A quote request known by its command only. */
export function adoptRequest(
  { registry, names, quoteRequests }: RestorePorts,
  { at, intentId, coId, strategy, symbol, side, units, lifeSeconds }: RfsData,
): QuoteRequest {
  return quoteRequests.adopt({
    intentId,
    coId,
    side,
    units,
    lifeSeconds,
    sentAt: at,
    host: registry.take(strategy),
    symbol: names.stateOf(symbol),
  });
}

/** Restores a quote request of a previous run; no strategy subscribes to it. */
function restoreRequest(state: RestorePorts, snapshot: RequestSnapshot): void {
  const request = adoptRequest(state, { ...snapshot, kind: 'rfs', at: snapshot.sentAt });
  request.isAdopted = true;
  request.requestId = snapshot.requestId;
  const order = state.orderManager.store.findByCoId(snapshot.coId);
  if (order !== undefined) state.quoteRequests.adoptAcceptance(order, snapshot.acceptedId);
  else request.state = 'UNKNOWN';
}

/** An order known by its command only. */
export function adoptOrder(state: RestorePorts, command: CommandData): Order {
  const order = createOrder(state, command, 'JOURNALED', command.details);
  order.orderId = command.quote?.requestId ?? '';
  return order;
}

function createOrder(
  { registry, names, parents }: RestorePorts,
  order: OrderTerms,
  orderState: OrderState,
  details?: OrderRequestDetails,
): Order {
  const { intentId, coId, side, type, timeInForce, units, priceTicks, arrivalTicks2 } = order;
  const created = new Order(
    {
      intentId,
      coId,
      host: registry.take(order.strategy),
      parent: order.parent === '' ? undefined : parents.find(order.strategy, order.parent),
      symbol: names.stateOf(order.symbol),
      side,
      sign: toSign(side),
      type,
      timeInForce,
      units,
      priceTicks,
      expirySeconds: order.expirySeconds,
      details,
      arrivalTicks2,
    },
    order.at,
    orderState,
  );
  created.isAdopted = true;
  return created;
}

export function restoreOrder(state: RestorePorts, order: OrderSnapshot): Order {
  const restored = createOrder(state, order, order.state);
  restored.orderId = order.orderId;
  restored.cumUnits = order.cumUnits;
  restored.bookedUnits = order.bookedUnits;
  restored.bookedCash = order.bookedCash;
  restored.reason = order.reason;
  restored.cancelState = order.cancelState;
  restored.cancelAt = order.cancelAt;
  restored.cancelFault = order.cancelFault;
  restored.transactAt = order.transactAt;
  restored.endAt = order.endAt;
  restored.orderHash = order.orderHash;
  restored.missingSince = order.missingSince;
  restored.unbookedSince = order.unbookedSince;
  restored.averageTicks = order.averageTicks;
  restored.rejection = { code: order.rejectCode, rule: order.rejectRule, policy: '' };
  restored.tradeIds = order.tradeIds;
  restored.provisional = order.provisional ?? undefined;
  restored.bustedUnits = order.bustedUnits;
  restored.amendedUnits = order.amendedUnits ?? 0;
  if (order.contest !== undefined) setContest(restored, order.contest);
  restored.likelyRejectedSince = order.weakSince ?? undefined;
  restored.unknownOutcome = order.doubt ?? undefined;
  restored.isSeen = order.isSeen === true || order.isDouble === true;
  restored.isAccounted = order.isAccounted;
  restored.isDuplicate = order.isDouble ?? false;
  restored.isRevived = order.isRevived;
  restored.hasLostTradeIds = order.hasLostMarks;
  return restored;
}

function restoreSettled(state: RestorePorts, order: ClosedOrderSnapshot): Order {
  const { intentId, run, cumUnits, bookedCash, transactAt } = order;
  return restoreOrder(state, {
    ...order,
    coId: state.coIds.formatRun(run, intentId),
    orderId: '',
    at: transactAt,
    reason: '',
    bookedUnits: cumUnits,
    bookedCash,
    cancelState: 'NONE',
    cancelAt: 0,
    missingSince: 0,
    unbookedSince: 0,
    averageTicks: 0,
    tradeIds: [],
    provisional: null,
    bustedUnits: 0,
    weakSince: null,
    doubt: null,
    isAccounted: true,
    isRevived: false,
    hasLostMarks: false,
    rejectCode: '',
    rejectRule: '',
  });
}
