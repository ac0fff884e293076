// Takes over the state that the runs before left behind, at the start of a new one.
import {
  type Instant,
  type OrderRequestDetails,
  type OrderState,
  type QuoteName,
  toSign,
} from '../../domain/index.js';
import { endsByWord, type GateSnapshot, type Pause } from '../../risk/index.js';
import type { BotState } from '../components.js';
import { setContest } from '../orders/exposure.js';
import type { Hosts } from '../strategies/strategy-registry.js';
import { OwnOrder } from '../orders/order.js';
import type { OwnRequest } from '../quotes/quote-request.js';
import type {
  KernelSnapshot,
  OrderSnapshot,
  RequestSnapshot,
  SettledSnapshot,
} from './snapshot.js';

export function restoreState(state: BotState, snapshot: KernelSnapshot): void {
  const { desk, hosts, intake, names, outputs, parents } = state;
  outputs.noteIntent(snapshot.lastIntentId);
  desk.doubts.noteUnseen(snapshot.longestUnseen);
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
  for (const order of snapshot.settled) desk.store.settled.add(restoreSettled(state, order));
  desk.store.settled.trades.restore(snapshot.trades);
  for (const order of snapshot.kept) desk.store.addKept(restoreOrder(state, order));
  for (const order of snapshot.orders) desk.reopen(restoreOrder(state, order));
  for (const request of snapshot.requests ?? []) restoreRequest(state, request);
  state.policy.counters.restore(snapshot.counts);
  state.tradeWords.standIns.resume();
  state.judge.resume();
  desk.gate.restore(widenPauses(snapshot.gate, hosts));
  for (const host of hosts.list) if (desk.gate.isHalted(host.name)) host.stop();
}

/**
 * A pause that only a person ends, of a strategy that none is called any more: which one it means
 * now is not known, so it pauses everything, as a halt of it halts everything.
 */
function widenPauses(gate: GateSnapshot, hosts: Hosts): GateSnapshot {
  const known = hosts.list.map(({ name }) => name);
  return { ...gate, pauses: gate.pauses.map((one) => widen(one, known)) };
}

function widen(pause: Pause, known: readonly string[]): Pause {
  const { key, reason, scope } = pause;
  if (scope !== 'strategy' || known.includes(key) || !endsByWord(pause)) return pause;
  const names = known.join(', ');
  const why = `none of the strategies is called ${key} (${names}), so it pauses everything`;
  return { ...pause, scope: 'all', key: '', reason: `${reason}; ${why}` };
}

/** What of an order its command says. */
type OrderTerms = Pick<
  OrderSnapshot,
  | ('at' | 'intentId' | 'coId' | 'strategy' | 'parent' | 'symbol' | 'side' | 'type')
  | ('timeInForce' | 'units' | 'priceTicks' | 'expirySeconds' | 'arrivalTicks2')
>;

/** Data of a `command` record; most fields of a place are absent in a cancel. */
export interface CommandData extends OrderTerms {
  readonly kind: 'place' | 'cancel';
  /** Of a cancel; empty while the venue's id is not known. */
  readonly orderId?: string;
  /** Of a place that is more than a plain order. */
  readonly details?: OrderRequestDetails;
  /** Of one that accepts a quote. */
  readonly quote?: QuoteName;
}

/** Data of a `command` record that asks for quotes. */
export interface RfsData extends Pick<RequestSnapshot, RequestFact> {
  readonly kind: 'rfs';
  readonly at: Instant;
}

type RequestFact = 'intentId' | 'coId' | 'strategy' | 'symbol' | 'side' | 'units' | 'lifeSeconds';

/** Data of one that withdraws a request for them. */
export interface WithdrawData {
  readonly kind: 'withdraw';
  readonly coId: string;
}

/** A request of which nothing is known yet but its command. */
export function adoptRequest(
  { hosts, names, quoteDesk }: BotState,
  { at, intentId, coId, strategy, symbol, side, units, lifeSeconds }: RfsData,
): OwnRequest {
  return quoteDesk.adopt({
    ...{ intentId, coId, side, units, lifeSeconds, sentAt: at },
    host: hosts.take(strategy),
    symbol: names.stateOf(symbol),
  });
}

/** A request of a run before: nobody listens to it any more. */
function restoreRequest(state: BotState, snapshot: RequestSnapshot): void {
  const request = adoptRequest(state, { ...snapshot, kind: 'rfs', at: snapshot.sentAt });
  request.isAdopted = true;
  request.requestId = snapshot.requestId;
  const order = state.desk.store.findByCoId(snapshot.coId);
  if (order !== undefined) state.quoteDesk.adoptAcceptance(order, snapshot.acceptedId);
  else request.state = 'UNKNOWN';
}

/** An order of which nothing is known yet but its command. */
export function adoptOrder(state: BotState, command: CommandData): OwnOrder {
  const order = createOrder(state, command, 'JOURNALED', command.details);
  order.orderId = command.quote?.requestId ?? '';
  return order;
}

function createOrder(
  { hosts, names, parents }: BotState,
  order: OrderTerms,
  orderState: OrderState,
  details?: OrderRequestDetails,
): OwnOrder {
  const { intentId, coId, side, type, timeInForce, units, priceTicks, arrivalTicks2 } = order;
  const created = new OwnOrder(
    {
      intentId,
      coId,
      host: hosts.take(order.strategy),
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

/** An order of a snapshot. */
export function restoreOrder(state: BotState, order: OrderSnapshot): OwnOrder {
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
  restored.weakSince = order.weakSince ?? undefined;
  restored.doubt = order.doubt ?? undefined;
  restored.isSeen = order.isSeen === true || order.isDouble === true;
  restored.isAccounted = order.isAccounted;
  restored.isDouble = order.isDouble ?? false;
  restored.isRevived = order.isRevived;
  restored.hasLostMarks = order.hasLostMarks;
  return restored;
}

function restoreSettled(state: BotState, order: SettledSnapshot): OwnOrder {
  const { intentId, run, cumUnits, bookedCash, transactAt } = order;
  return restoreOrder(state, {
    ...order,
    ...{ coId: state.coIds.formatRun(run, intentId), orderId: '', at: transactAt, reason: '' },
    ...{ bookedUnits: cumUnits, bookedCash, cancelState: 'NONE', cancelAt: 0 },
    ...{ missingSince: 0, unbookedSince: 0 },
    ...{ averageTicks: 0, tradeIds: [], provisional: null, bustedUnits: 0, weakSince: null },
    ...{
      doubt: null,
      isAccounted: true,
      isRevived: false,
      hasLostMarks: false,
      rejectCode: '',
      rejectRule: '',
    },
  });
}
