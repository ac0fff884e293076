// A parent order: what an algorithm still has to do, conserved exactly over its children.
import {
  type Instant,
  type Instrument,
  type Micros,
  type OrderState,
  type ParentView,
  type Side,
  toSign,
} from '../../domain/index.js';
import type { ChildView, ParentHandle, Touch } from '../../algorithms/index.js';
import type { Random } from '../../determinism/index.js';
import type { SymbolState } from '../../risk/index.js';
import type { Order } from '../orders/order.js';
import type { ParentSnapshot } from '../state/snapshot.js';
import type { StrategyHost } from '../strategies/strategy-host.js';

/** What a parent needs of the kernel. */
export interface ParentPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void, isLook?: boolean): { cancel(): void };
  child(parent: ParentOrder, order: Parameters<ParentHandle['placeChild']>[0]): void;
  cancelChildren(parent: ParentOrder): void;
  listOpen(parent: ParentOrder): readonly ChildView[];
  isHealthy(parent: ParentOrder): boolean;
  hasRoom(parent: ParentOrder): boolean;
  countMostOrders(span: Micros): number;
  changed(parent: ParentOrder): void;
  note(parent: ParentOrder, text: string, fields: Parameters<ParentHandle['note']>[1]): void;
}

export interface ParentTerms {
  readonly host: StrategyHost;
  readonly key: string;
  readonly algorithm: string;
  /** Of the algorithm, as the author gave them. */
  readonly params: unknown;
  readonly symbol: SymbolState;
  readonly side: Side;
  readonly units: number;
  readonly limitTicks: number;
  readonly startedAt: Instant;
  /** Bid + offer in ticks when it was accepted; 0 without a rate. */
  readonly arrivalTicks2: number;
  readonly maxChildUnits: number;
  readonly random: Random;
  /** Worst price the gate lets a child have, by the newest rate. */
  readonly collarTicks: () => number | undefined;
}

export class ParentOrder implements ParentHandle {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly sign: 1 | -1;
  readonly units: number;
  readonly limitTicks: number;
  readonly maxChildUnits: number;
  readonly key: string;
  readonly terms: ParentTerms;
  filledUnits = 0;
  workingUnits = 0;
  bookedUnits = 0;
  bookedCash = 0n;
  state: ParentView['state'] = 'WORKING';
  /** A run before has begun it. */
  isAdopted = false;
  readonly #ports: ParentPorts;
  readonly #timers = new Set<{ cancel(): void }>();
  #reason = '';
  #slicesDone = 0;
  #slices = 0;
  #childEnded: ((state: OrderState) => void) | undefined;

  constructor(terms: ParentTerms, ports: ParentPorts) {
    this.terms = terms;
    this.key = terms.key;
    this.instrument = terms.symbol.instrument;
    this.side = terms.side;
    this.sign = toSign(terms.side);
    this.units = terms.units;
    this.limitTicks = terms.limitTicks;
    this.maxChildUnits = terms.maxChildUnits;
    this.#ports = ports;
  }

  now(): Instant {
    return this.#ports.now();
  }

  get leastUnits(): number {
    return this.terms.symbol.leastUnits;
  }

  get stepUnits(): number {
    return this.terms.symbol.stepUnits;
  }

  touch(): Touch | undefined {
    return this.terms.symbol.hasRate ? this.terms.symbol : undefined;
  }

  collarTicks(): number | undefined {
    return this.terms.collarTicks();
  }

  random(): number {
    return this.terms.random();
  }

  at(dueAt: Instant, action: () => void, isLook?: boolean): void {
    if (this.state !== 'WORKING') return;
    const run = () => {
      this.#timers.delete(timer);
      action();
    };
    const timer = this.#ports.at(dueAt, run, isLook);
    this.#timers.add(timer);
  }

  placeChild(order: Parameters<ParentHandle['placeChild']>[0]): void {
    if (this.state !== 'WORKING' || this.#reason !== '') return;
    // RC66: what rests is renewed only while all is well.
    if (order.timeInForce === 'GTT' && !this.canRenew()) return;
    this.#ports.child(this, order);
  }

  cancelChildren(): void {
    this.#ports.cancelChildren(this);
  }

  listOpen(): readonly ChildView[] {
    return this.#ports.listOpen(this);
  }

  onChildEnded(action: (state: OrderState) => void): void {
    this.#childEnded = action;
  }

  canRenew(): boolean {
    return this.#ports.isHealthy(this);
  }

  canSendChild(): boolean {
    return this.#ports.hasRoom(this);
  }

  countMostOrders(span: Micros): number {
    return this.#ports.countMostOrders(span);
  }

  progress(slicesDone: number, slices: number): void {
    this.#slicesDone = slicesDone;
    this.#slices = slices;
    this.#ports.changed(this);
  }

  note(text: string, fields?: Parameters<ParentHandle['note']>[1]): void {
    this.#ports.note(this, text, fields);
  }

  stop(reason: string): void {
    if (this.hasEnded || this.#reason !== '') return;
    this.#reason = reason === '' ? 'stopped' : reason;
    this.#clearTimers();
    this.#ports.changed(this);
    this.cancelChildren();
    this.settle();
  }

  /** A fill of a child: the average price so far; a parent that has ended is shown once more. */
  book(units: number, priceTicks: number): void {
    this.bookedUnits += units;
    this.bookedCash += BigInt(units) * BigInt(priceTicks);
    if (this.state !== 'WORKING') this.#ports.changed(this);
  }

  /** Booked units turn out to have had another price. */
  correct(units: number, priceTicks: number, provisionalTicks: number): void {
    this.bookedCash += BigInt(units) * BigInt(priceTicks - provisionalTicks);
  }

  get hasEnded(): boolean {
    return this.state === 'DONE' || this.state === 'STOPPED';
  }

  /** Quantity not filled and not working: the most that further children may have. */
  get rest(): number {
    return this.units - this.filledUnits - this.workingUnits;
  }

  /**
   * Ends the parent when it is filled, or stopped and nothing works any more; who works it hears of
   * a child that has ended.
   */
  settle(child?: Order): void {
    if (this.hasEnded) return;
    if (child !== undefined && this.#childEnded !== undefined) this.#tellEnd(child);
    if (this.workingUnits > 0) return;
    const isFilled = this.filledUnits >= this.units;
    if (!isFilled && this.#reason === '') return;
    this.#clearTimers();
    this.state = isFilled ? 'DONE' : 'STOPPED';
    this.#ports.changed(this);
  }

  toSnapshot(): ParentSnapshot {
    const { host, algorithm, params, symbol, startedAt, arrivalTicks2 } = this.terms;
    return {
      strategy: host.name,
      key: this.key,
      algorithm,
      params,
      symbol: symbol.instrument.symbol,
      side: this.side,
      units: this.units,
      limitTicks: this.limitTicks,
      startedAt,
      arrivalTicks2,
      filledUnits: this.filledUnits,
      bookedUnits: this.bookedUnits,
      bookedCash: String(this.bookedCash),
      state: this.state,
      reason: this.#reason,
    };
  }

  get startedAt(): Instant {
    return this.terms.startedAt;
  }

  /** A new run begins: nobody works it until it is decided what becomes of it. */
  hold(): void {
    if (this.state === 'WORKING') this.state = 'HELD';
  }

  /** It is worked again. */
  release(): void {
    this.state = 'WORKING';
    this.#ports.changed(this);
  }

  /** Takes over what was done before; its working quantity comes with its orders. */
  restore(snapshot: ParentSnapshot): void {
    this.isAdopted = true;
    this.filledUnits = snapshot.filledUnits;
    this.bookedUnits = snapshot.bookedUnits;
    this.bookedCash = BigInt(snapshot.bookedCash);
    this.state = snapshot.state;
    this.#reason = snapshot.reason;
  }

  toView(): ParentView {
    return Object.freeze({
      at: this.#ports.now(),
      strategy: this.terms.host.name,
      key: this.key,
      algorithm: this.terms.algorithm,
      instrument: this.instrument,
      side: this.side,
      units: this.units,
      filledUnits: this.filledUnits,
      bookedUnits: this.bookedUnits,
      bookedCash: this.bookedCash,
      limitTicks: this.limitTicks,
      arrivalTicks2: this.terms.arrivalTicks2,
      startedAt: this.terms.startedAt,
      slicesDone: this.#slicesDone,
      slices: this.#slices,
      state: this.state,
      reason: this.state === 'DONE' ? '' : this.#reason,
    });
  }

  /** A step of its own: what ended the child is not over yet. */
  #tellEnd({ state, isTerminal, exposedUnits }: Order): void {
    if (!isTerminal || exposedUnits > 0) return;
    this.at(this.now(), () => {
      this.#childEnded?.(state);
    });
  }

  #clearTimers(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }
}
