// Reconciles orders of unknown outcome: probes, positions and the operator prove what became of an
// order.
import { type DatedUnits, findBaseline } from '../../domain/dates/index.js';
import type {
  NotFoundStatusEvent,
  HostEvent,
  PositionEvent,
  RecoveryEvent,
} from '../../domain/events/index.js';
import { type Instant, type Micros, SECOND } from '../../domain/index.js';
import type { SymbolState } from '../../risk/gate/index.js';
import type { OrderManager } from './order-manager.js';
import { applyReportedFill, changeState, countUnknown } from './exposure.js';
import type { Outputs } from '../outputs.js';
import { isOutcomeUnknown } from './order-states.js';
import type { Order } from './order.js';
import type { TradingHalts } from './trading-halts.js';

/**
 * An order is LOST when its outcome is unknown for at least this long (the horizon), after this
 * many negative probes over this time.
 */
const LEAST_HORIZON = 60 * SECOND;
const LOST_AFTER = 5;
const LOST_SPAN = 30 * SECOND;
const REQUEST_DEADLINE = 10 * SECOND;
/** Added to the request deadline to get the horizon. */
const DEADLINE_GRACE = 30 * SECOND;
/** The horizon is at least this many times the longest visibility delay seen. */
const DELAYS = 3;

/** What became of an order, as stated by the operator. */
export type ResolvedAs = 'lost' | 'live' | 'filled';

export interface UnknownOrdersSetup {
  /** True when others trade on this login: a changed position is then no evidence. */
  readonly sharesLogin?: boolean;
  /** Longest session time that a request may be under way; 10 s when absent. */
  readonly requestDeadline?: Micros;
}

/** Called when the outcome of an order became unknown; `stands` returns whether it still is. */
export type UnknownListener = (order: Order, stands: () => boolean) => void;

export class UnknownOrders {
  readonly #orderManager: OrderManager;
  readonly #halts: TradingHalts;
  readonly #outputs: Outputs;
  readonly #now: () => Instant;
  readonly #sharesLogin: boolean;
  readonly #requestDeadline: Micros;
  readonly #listeners: UnknownListener[] = [];
  /** HTTP status of the venue's "no result" response to a coId query; 0 until it is known. */
  #emptyStatus = 0;
  /** Longest time for which the venue did not show an order that it had (visibility delay). */
  #longestUnseen: Micros = 0;
  /** How far the venue's clock was behind ours at its latest measurement. */
  #venueBehind: Micros = 0;
  /**
   * By instrument: the venue's position less ours when no order was working (the baseline), and the
   * part of the venue's present position that neither baseline nor fills explain, in units.
   */
  readonly #baselines: (readonly DatedUnits[])[] = [];
  readonly #unexplained: number[] = [];

  constructor(
    orderManager: OrderManager,
    halts: TradingHalts,
    outputs: Outputs,
    now: () => Instant,
    { sharesLogin = false, requestDeadline = REQUEST_DEADLINE }: UnknownOrdersSetup,
  ) {
    this.#orderManager = orderManager;
    this.#halts = halts;
    this.#outputs = outputs;
    this.#now = now;
    this.#sharesLogin = sharesLogin;
    this.#requestDeadline = requestDeadline;
  }

  onUnknown(listener: UnknownListener): void {
    this.#listeners.push(listener);
  }

  /** Marks the outcome of an order as unknown; the order keeps its full exposure. */
  setUnknown(order: Order): void {
    const since = this.#track(order);
    for (const listener of this.#listeners)
      listener(order, () => order.unknownOutcome?.since === since);
  }

  /**
   * Adds an order of a previous run: its outcome since then is unknown. No policy step is due: the
   * recovery probes the order and the start waits for that.
   */
  restore(order: Order): void {
    this.#orderManager.restore(order);
    if (isOutcomeUnknown(order.state)) countUnknown(order, 1);
    order.cancelState = 'NONE';
    order.unknownOutcome = undefined;
    order.withdrawLikelyRejection();
    if (order.isTerminal) return;
    if (order.state === 'JOURNALED')
      this.#orderManager.end(order, 'ABANDONED', 'it was never sent');
    else this.#track(order);
  }

  #track(order: Order): Instant {
    if (order.state !== 'UNKNOWN') changeState(order, 'UNKNOWN');
    const since = this.#now();
    order.unknownOutcome = { since, firstAt: 0, lastAt: 0, negatives: 0 };
    return since;
  }

  /** Takes over the measured offset of the venue's clock; negative when that clock is behind. */
  seeClock({ clockOffset }: HostEvent): void {
    if (clockOffset !== undefined) this.#venueBehind = Math.max(0, -clockOffset);
  }

  calibrate(event: NotFoundStatusEvent): void {
    this.#emptyStatus = event.emptyStatus;
  }

  /** True when an `empty` poll with this status is one negative observation of an order. */
  isEmptyStatus(status: number): boolean {
    return this.#emptyStatus !== 0 && status === this.#emptyStatus;
  }

  /** Longest time for which the venue did not show an order that it had, over all runs. */
  get longestUnseen(): Micros {
    return this.#longestUnseen;
  }

  /** The venue shows an order: notes how long it did not show it (visibility delay). */
  onFound(order: Order): void {
    const { unknownOutcome, state } = order;
    if (unknownOutcome !== undefined && unknownOutcome.negatives > 0)
      this.noteUnseen(unknownOutcome.lastAt - unknownOutcome.since);
    if (state === 'PENDING_VENUE' && !order.isSeen) this.noteUnseen(this.#now() - order.at);
    order.isSeen = true;
  }

  noteUnseen(delay: Micros): void {
    if (delay > this.#longestUnseen) this.#longestUnseen = delay;
  }

  /**
   * Restores the baselines of the previous runs: positions at the venue that are not ours. A symbol
   * that is not listed has none.
   */
  setBaseline(held: NonNullable<RecoveryEvent['baseline']>, symbols: readonly SymbolState[]): void {
    for (const { instrument } of symbols) {
      const found = held.filter(({ symbol }) => symbol === instrument.symbol);
      this.#baselines[instrument.id] = found.map(({ units, valueDate = '' }) => {
        return { units, valueDate };
      });
    }
  }

  /** The venue reports a position. The first report while no order is working sets the baseline. */
  seePosition(event: PositionEvent, symbol: SymbolState | undefined): void {
    if (symbol === undefined) return;
    const { workingBuy, workingSell, instrument } = symbol;
    const { settlement } = this.#orderManager.gate.ledger;
    const stated = findBaseline(event);
    if (stated !== undefined) this.#baselines[instrument.id] = stated;
    else if (workingBuy + workingSell === 0) {
      this.#baselines[instrument.id] ??= settlement.findExternal(symbol, event);
    }
    const external = this.#baselines[instrument.id];
    if (external === undefined) return;
    const now = this.#now();
    this.#unexplained[instrument.id] = event.units - settlement.expectOpen(symbol, external, now);
    if (this.#sharesLogin) return;
    symbol.externalUnits = settlement.sumOpen(external, instrument, now);
  }

  /** True when the venue's position has changed in the direction of this order's fills. */
  #isHeld({ terms }: Order): boolean {
    const change = this.#unexplained[terms.symbol.instrument.id] ?? 0;
    return !this.#sharesLogin && change * terms.sign > 0;
  }

  /**
   * A complete probe (order by its ids, active orders, trades, positions) did not find the order.
   */
  onNegativeProbe(order: Order): void {
    const { unknownOutcome } = order;
    if (unknownOutcome === undefined) {
      this.#beginMissed(order);
      return;
    }
    if (this.#isHeld(order)) {
      this.resetNegatives(order);
      return;
    }
    const now = this.#now();
    const negatives = unknownOutcome.negatives + 1;
    const firstAt = negatives === 1 ? now : unknownOutcome.firstAt;
    order.unknownOutcome = { since: unknownOutcome.since, firstAt, lastAt: now, negatives };
    if (order.state === 'UNKNOWN') {
      changeState(order, 'QUARANTINED');
      this.#orderManager.publish(order);
    }
    const isOld = now - unknownOutcome.since >= this.#nextDue;
    const isDenied = isOld && negatives >= LOST_AFTER && now - firstAt >= LOST_SPAN;
    if (isDenied && !order.isShown) this.#lose(order, negatives);
  }

  /** The venue had the order and no longer finds it: a missing result is no end of an order. */
  #beginMissed(order: Order): void {
    if (order.isTerminal || order.state === 'SENDING') return;
    this.setUnknown(order);
    this.#orderManager.publish(order);
    this.#alert(order, describeMissed(order));
  }

  /**
   * The venue shows no quote request for an acceptance. That never makes it LOST, because the
   * request may still be dealt: the operator has to resolve it.
   */
  onRequestNotFound(order: Order): void {
    if (order.state !== 'UNKNOWN' || this.#isHeld(order)) return;
    changeState(order, 'QUARANTINED');
    this.#orderManager.publish(order);
    const { coId } = order.terms;
    this.#alert(
      order,
      `the venue does not find the quote request ${coId}, of which a quote was accepted: it may ` +
        `still be dealt; ask the venue, then run weir resolve ${coId}`,
    );
  }

  /** Evidence for the order came: the negative probes before it count no longer. */
  resetNegatives(order: Order): void {
    const { unknownOutcome } = order;
    order.withdrawLikelyRejection();
    if (unknownOutcome === undefined || unknownOutcome.negatives === 0) return;
    order.unknownOutcome = { since: unknownOutcome.since, firstAt: 0, lastAt: 0, negatives: 0 };
    // unreached: an order with negative probes is QUARANTINED
    if (order.state !== 'QUARANTINED') return;
    changeState(order, 'UNKNOWN');
    this.#orderManager.publish(order);
  }

  /** The horizon: age at which the request can no longer arrive, by the venue's clock. */
  get #nextDue(): Micros {
    const least = Math.max(
      LEAST_HORIZON,
      this.#requestDeadline + DEADLINE_GRACE,
      DELAYS * this.#longestUnseen,
    );
    return least + this.#venueBehind;
  }

  /**
   * Applies what the operator states about an order of unknown outcome, or about the rest of an
   * order that ended as FAILED or REPLACED. Returns why the statement is refused, or undefined.
   * `lost` before the horizon needs the venue's written confirmation.
   */
  resolve(coId: string, as: ResolvedAs, by: string, hasVenueWord: boolean): string | undefined {
    const orderManager = this.#orderManager;
    const order = orderManager.store.findByCoId(coId);
    const since = order === undefined ? undefined : findOpenSince(order);
    if (order === undefined || since === undefined) {
      const found = order?.state ?? 'no open order of this coId';
      const expected =
        'expected an order of unknown outcome, or one that ended with an unknown rest';
      return `${expected}, found ${found}`;
    }
    const refusal = this.#findRefusal(order, since, as, hasVenueWord);
    if (refusal !== undefined) return refusal;
    if (order.isRestUnknown) {
      this.#close(order, as, by);
    } else if (as === 'lost') {
      orderManager.end(order, 'LOST', `resolved as lost by ${by}`);
    } else if (as === 'live') {
      changeState(order, order.cumUnits > 0 ? 'PARTIAL' : 'WORKING');
      orderManager.publish(order);
    } else {
      applyReportedFill(this.#halts, order, order.terms.units);
      orderManager.end(order, 'FILLED', `resolved as filled by ${by}`);
    }
    return undefined;
  }

  /** True when `resolve` would accept this statement about an order that no probe has found. */
  wouldAcceptResolution(coId: string, as: ResolvedAs, hasVenueWord: boolean): boolean {
    const order = this.#orderManager.store.findByCoId(coId);
    if (order === undefined || !(order.state === 'QUARANTINED' || order.isRestUnknown))
      return false;
    // unreached: a QUARANTINED order has an unknown outcome with its start
    const since = findOpenSince(order) ?? 0;
    return this.#findRefusal(order, since, as, hasVenueWord) === undefined;
  }

  /** Closes an ended order by the operator's statement: it filled no more, or in full. */
  #close(order: Order, as: ResolvedAs, by: string): void {
    if (as === 'filled') {
      applyReportedFill(this.#halts, order, order.terms.units);
      changeState(order, 'FILLED');
    }
    order.reason = `${order.reason}${order.reason === '' ? '' : '; '}resolved as ${as} by ${by}`;
    this.#orderManager.publish(order);
    this.#orderManager.markAccounted(order);
    this.#orderManager.removeIfClosed(order);
  }

  /** Why the operator's statement is refused; undefined when it is accepted. */
  #findRefusal(
    order: Order,
    since: Instant,
    as: ResolvedAs,
    hasVenueWord: boolean,
  ): string | undefined {
    if (as === 'live' && order.isRestUnknown) {
      return `the order ended as ${order.state}: resolve its rest as lost or filled`;
    }
    if (hasVenueWord) return undefined;
    if (as !== 'lost' && order.state === 'QUARANTINED') {
      const how = 'pass --venue-confirmed if the venue confirmed it in writing';
      return `the venue does not show the order: ${how}`;
    }
    const age = this.#now() - since;
    const nextDue = this.#nextDue;
    if (as !== 'lost' || age >= nextDue) return undefined;
    const needed = `${String(nextDue / SECOND)} s of unknown outcome, or --venue-confirmed`;
    return `lost needs ${needed}; so far it is ${String(Math.floor(age / SECOND))} s`;
  }

  #alert({ terms }: Order, text: string): void {
    const about = { strategy: terms.host.name, symbol: terms.symbol.instrument.symbol };
    this.#outputs.alert({ at: this.#now(), level: 'page', rule: 'RC53', ...about, text });
  }

  #lose(order: Order, negatives: number): void {
    // unreached: an order has an unknown outcome before it is lost
    const { since = 0, firstAt = 0 } = order.unknownOutcome ?? {};
    const now = this.#now();
    const seconds = (span: Micros) => `${String(Math.floor(span / SECOND))} s`;
    const evidence =
      `${String(negatives)} negative probes over ${seconds(now - firstAt)}, outcome unknown for ` +
      `${seconds(now - since)}, horizon ${seconds(this.#nextDue)}`;
    this.#alert(order, `order ${order.terms.coId} is lost: ${evidence}`);
    this.#orderManager.end(order, 'LOST', evidence);
  }
}

/** Since when the outcome of an order, or of its rest, is unknown; undefined when it is known. */
function findOpenSince(order: Order): Instant | undefined {
  if (order.isRestUnknown) return order.endAt;
  return isOutcomeUnknown(order.state) ? order.unknownOutcome?.since : undefined;
}

function describeMissed({ terms }: Order): string {
  const found = `the venue no longer finds order ${terms.coId}, which it had`;
  const hint =
    'it stays open until the venue reports its end or an operator resolves it (weir resolve)';
  return `${found}: ${hint}`;
}
