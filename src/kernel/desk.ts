// The order desk: gate, order store and positions; every order passes here on its way out and back.
import {
  type CalibrationEvent,
  copyOrderView,
  type Halt,
  type Instant,
  type Instrument,
  type PlaceIntent,
  type ReferenceEvent,
  type Refusal,
  SECOND,
} from '../domain/index.js';
import { approvePlace, type Gate, type StopAction } from '../risk/index.js';
import type { SymbolState } from '../risk/index.js';
import { Cancels } from './cancels.js';
import type { CoIds } from './co-ids.js';
import { Draft } from './draft.js';
import type { OrderStore } from './order-store.js';
import type { Outputs } from './outputs.js';
import { OwnOrder } from './own-order.js';
import type { ParentOrder } from './parent-order.js';
import type { KernelSetup } from './setup.js';
import type { StrategyHost } from './strategy-host.js';

/** An outcome that stays unknown for this long halts everything (RC53). */
const UNKNOWN_LIMIT = 300 * SECOND;

/** What the desk needs of the kernel. */
export interface DeskPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
  /** A halt was latched: the strategies in its scope end. */
  halted(halt: Halt): void;
}

export class Desk {
  readonly gate: Gate;
  readonly store: OrderStore;
  readonly cancels: Cancels;
  readonly limitsVersion: string;
  readonly #outputs: Outputs;
  readonly #ports: DeskPorts;
  readonly #draft: Draft;
  readonly #coIds: CoIds;
  /** The venue's "no result" for a coId query; 0 until it is known. */
  #emptyStatus = 0;

  constructor(
    setup: KernelSetup,
    gate: Gate,
    store: OrderStore,
    coIds: CoIds,
    symbol: SymbolState,
    outputs: Outputs,
    ports: DeskPorts,
  ) {
    this.gate = gate;
    this.store = store;
    this.#coIds = coIds;
    this.limitsVersion = setup.limitsVersion;
    this.#outputs = outputs;
    this.cancels = new Cancels(store, outputs, ports);
    this.#ports = ports;
    this.#draft = new Draft(symbol);
  }

  calibrate(event: CalibrationEvent): void {
    this.#emptyStatus = event.emptyStatus;
  }

  /** The venue's precision must be ours: every price and size rests on it. */
  compareReference({ symbol, terms }: ReferenceEvent, instrument: Instrument): void {
    if ((terms.ratePrecision ?? instrument.ratePrecision) === instrument.ratePrecision) return;
    this.halt('all', '', 'RC07', `${symbol}: the venue's precision differs from ours`);
  }

  /** Whether an `empty` read with this status is one negative observation of an order. */
  isEmptyStatus(status: number): boolean {
    return this.#emptyStatus !== 0 && status === this.#emptyStatus;
  }

  /** Checks, reserves and sends, or refuses. One synchronous step. */
  place(
    host: StrategyHost,
    intentId: number,
    intent: PlaceIntent,
    symbol: SymbolState,
    parent: ParentOrder | undefined,
  ): void {
    const draft = this.#prepare(host, intentId, intent, symbol, parent);
    const coId = this.#coIds.format(intentId);
    const decision = approvePlace(this.gate, draft, coId);
    if ('broken' in decision) {
      const escalated = this.gate.findEscalation(draft, decision.broken);
      const refusals = decision.broken.map((broken) => this.gate.describe(draft, broken));
      for (const refusal of refusals) this.refuse(host, refusal);
      if (escalated !== undefined) {
        this.halt('strategy', host.name, escalated, `too many refusals by ${escalated}`);
      }
      return;
    }
    const { bidTicks, offerTicks, hasRate } = symbol;
    const order = new OwnOrder(
      {
        intentId,
        coId,
        host,
        parent,
        symbol,
        side: draft.side,
        sign: draft.sign,
        type: draft.type,
        timeInForce: draft.timeInForce,
        units: draft.units,
        priceTicks: draft.priceTicks,
        arrivalTicks2: hasRate ? bidTicks + offerTicks : 0,
      },
      draft.at,
    );
    this.store.add(order);
    this.#reserve(order, order.terms.units);
    // The command first: what a strategy does on seeing the order comes after it.
    this.#outputs.command(decision.approved, order, draft.at);
    this.show(order);
  }

  /** Takes over an order of a record, with its exposure. */
  adopt(order: OwnOrder): void {
    order.isAdopted = true;
    this.store.add(order);
    // Counted when it is made unknown again.
    if (order.state === 'UNKNOWN') order.state = 'SENDING';
    if (!order.isTerminal) this.#reserve(order, order.openUnits);
    this.#outputs.noteIntent(order.terms.intentId);
  }

  /** The record that the bytes may be leaving now. */
  adoptStart(coId: string, kind: 'place' | 'cancel'): void {
    const order = this.store.findByCoId(coId);
    if (kind === 'place' && order?.state === 'JOURNALED') order.state = 'SENDING';
  }

  /** An order of a run before: what became of it in between is not known. */
  reopen(order: OwnOrder): void {
    if (order.isTerminal) return;
    order.isCancelRequested = false;
    if (order.state === 'JOURNALED') this.end(order, 'ABANDONED', 'its sending never began');
    else this.setUnknown(order, true);
  }

  /** What the named rules say of an intent that is not sent: the refusals, if any. */
  examine(
    host: StrategyHost,
    intentId: number,
    intent: PlaceIntent,
    symbol: SymbolState,
    rules: ReadonlySet<string>,
  ): readonly Refusal[] {
    const draft = this.#prepare(host, intentId, intent, symbol, undefined);
    return this.gate.examine(draft, rules).map((broken) => this.gate.describe(draft, broken));
  }

  refuse(host: StrategyHost, refusal: Refusal): void {
    this.#outputs.refused(refusal);
    host.refusals.emit(refusal);
  }

  /** Shows the order's new state to its strategy and to the sink. */
  show(order: OwnOrder): void {
    order.at = this.#ports.now();
    this.#outputs.order(order);
    const { orders } = order.terms.host;
    if (orders.isObserved) orders.emit(copyOrderView(order));
  }

  /**
   * Latches a halt, then cancels own orders in its scope, again and again until they have ended.
   */
  halt(scope: Halt['scope'], strategy: string, rule: string, reason: string): void {
    const halt: Halt = { at: this.#ports.now(), scope, strategy, rule, reason };
    if (!this.gate.latch(halt)) return;
    this.#outputs.halted(halt);
    this.#ports.halted(halt);
    this.cancels.cancelHalted(halt);
  }

  /** Halts one strategy for what it did or threw. */
  haltStrategy(host: StrategyHost, error: unknown): void {
    const thrown = typeof error === 'string' ? error : `something of type ${typeof error}`;
    const reason = error instanceof Error ? error.message : thrown;
    this.halt('strategy', host.name, 'strategy', reason);
  }

  /** Applies what the reason policy says of an answer to an order of this host and symbol. */
  obey(action: StopAction | undefined, order: OwnOrder | undefined): void {
    if (action === undefined) return;
    switch (action.do) {
      case 'halt-all':
        this.halt('all', '', action.rule, action.reason);
        return;
      case 'halt-strategy':
        if (order === undefined) this.halt('all', '', action.rule, action.reason);
        else this.halt('strategy', order.terms.host.name, action.rule, action.reason);
        return;
      case 'pause-all':
        this.gate.pauseAll(action.reason);
        return;
      case 'pause-symbol':
        if (order === undefined) return;
        this.gate.pauseSymbol(
          order.terms.symbol.instrument.symbol,
          this.#ports.now() + action.span,
        );
    }
  }

  /** The venue says that more is filled: position and working quantity follow at once. */
  raiseFilled(order: OwnOrder, cumUnits: number): void {
    const delta = cumUnits - order.cumUnits;
    const { symbol, sign, host, parent } = order.terms;
    if (!order.isTerminal) this.#reserve(order, -delta);
    order.cumUnits = cumUnits;
    symbol.position += sign * delta;
    const { id } = symbol.instrument;
    host.positions[id] = (host.positions[id] ?? 0) + sign * delta;
    if (parent !== undefined) parent.filledUnits += delta;
  }

  /** Ends an order: what is not filled no longer counts. */
  end(order: OwnOrder, state: OwnOrder['state'], reason: string): void {
    if (order.isTerminal) return;
    this.setUnknown(order, false);
    this.#reserve(order, -order.openUnits);
    order.state = state;
    order.reason = reason;
    this.show(order);
    this.settle(order);
  }

  /** Forgets an order whose end and trades are known; its parent may now be done. */
  settle(order: OwnOrder): void {
    if (order.isSettled) this.store.remove(order);
    order.terms.parent?.settle();
  }

  /** Moves an order into or out of UNKNOWN; it keeps its full exposure. */
  setUnknown(order: OwnOrder, isUnknown: boolean): void {
    if ((order.state === 'UNKNOWN') === isUnknown) return;
    order.terms.symbol.unknownOrders += isUnknown ? 1 : -1;
    order.state = isUnknown ? 'UNKNOWN' : 'PENDING_VENUE';
    if (!isUnknown) return;
    this.#ports.at(this.#ports.now() + UNKNOWN_LIMIT, () => {
      if (order.state !== 'UNKNOWN') return;
      this.halt('all', '', 'RC53', `the outcome of ${order.terms.coId} is unknown for 5 min`);
    });
  }

  #prepare(
    host: StrategyHost,
    intentId: number,
    intent: PlaceIntent,
    symbol: SymbolState,
    parent: ParentOrder | undefined,
  ): Draft {
    const draft = this.#draft;
    draft.at = this.#ports.now();
    draft.intentId = intentId;
    draft.strategy = host.name;
    draft.setIntent(intent, symbol, parent === undefined ? Infinity : parent.rest);
    return draft;
  }

  #reserve(order: OwnOrder, units: number): void {
    const { symbol, sign, parent } = order.terms;
    if (sign > 0) symbol.workingBuy += units;
    else symbol.workingSell += units;
    if (parent !== undefined) parent.workingUnits += units;
  }
}
