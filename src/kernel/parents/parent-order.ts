// A parent order: keeps how much an algorithm still has to trade. Filled, working and remaining
// quantity always add up to its size.
import type { OrderState, ParentView } from '../../domain/events/index.js';
import type { Instant, Instrument, Micros } from '../../domain/index.js';
import { type Side, toSign } from '../../domain/orders/index.js';
import type { ChildView, ParentHandle, Touch } from '../../algorithms/index.js';
import type { Random } from '../../determinism/index.js';
import type { SymbolState } from '../../risk/gate/index.js';
import type { ParentSnapshot } from '../state/snapshot.js';
import type { StrategyHost } from '../strategies/strategy-host.js';

/** Functions of the kernel that a parent calls. */
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
  /** Parameters of the algorithm, as the strategy gave them. */
  readonly params: unknown;
  readonly symbol: SymbolState;
  readonly side: Side;
  readonly units: number;
  readonly limitTicks: number;
  readonly startedAt: Instant;
  /** Bid plus offer in ticks when the parent was accepted; 0 without a rate. */
  readonly arrivalTicks2: number;
  readonly maxChildUnits: number;
  readonly random: Random;
  /** Worst price that the gate allows a child, by the newest rate. */
  readonly collarTicks: () => number | undefined;
}

/** A child order of which something has changed. */
interface ChangedChild {
  readonly state: OrderState;
  readonly isTerminal: boolean;
  /** Units that are filled or may still fill. */
  readonly exposedUnits: number;
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
  /** A previous run started it. */
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
    // RC66: a resting order is renewed only while every renewal check passes.
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

  /** Books a fill of a child. A parent that has ended is published again. */
  book(units: number, priceTicks: number): void {
    this.bookedUnits += units;
    this.bookedCash += BigInt(units) * BigInt(priceTicks);
    if (this.state !== 'WORKING') this.#ports.changed(this);
  }

  /** The trade report corrects the price of a provisional fill. */
  correct(units: number, priceTicks: number, provisionalTicks: number): void {
    this.bookedCash += BigInt(units) * BigInt(priceTicks - provisionalTicks);
  }

  get hasEnded(): boolean {
    return this.state === 'DONE' || this.state === 'STOPPED';
  }

  /** Quantity neither filled nor working: the maximum for further children, in units. */
  get rest(): number {
    return this.units - this.filledUnits - this.workingUnits;
  }

  /**
   * Ends the parent when it is filled, or when it was stopped and no child works any more. Notifies
   * the algorithm when a child has ended.
   */
  settle(child?: ChangedChild): void {
    if (this.hasEnded) return;
    if (child !== undefined && this.#childEnded !== undefined) this.#reportEnd(child);
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

  /** A new run starts: no algorithm works the parent until the recovery decides about it. */
  hold(): void {
    if (this.state === 'WORKING') this.state = 'HELD';
  }

  /** An algorithm works the parent again. */
  release(): void {
    this.state = 'WORKING';
    this.#ports.changed(this);
  }

  /** Restores the progress of a previous run; working quantity comes with the restored orders. */
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

  /** Runs in a step of its own, because the event that ended the child is still being processed. */
  #reportEnd({ state, isTerminal, exposedUnits }: ChangedChild): void {
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
