// Polls the trades of one own order until they add up to its filled quantity.
import { type Subscription, Subject } from 'rxjs';
import type {
  BustEvent,
  FilledOrder,
  PollEvent,
  TradeEvent,
} from '../../../domain/events/index.js';
import { type Instant, type Micros, MILLISECOND, SECOND } from '../../../domain/index.js';
import { SIDES } from '../../../domain/orders/index.js';
import { type Lane, createDoubling, type Pace, type TradeReading } from '../../../polling/index.js';
import type { RemotePorts } from '../ports.js';

/** Gaps between two queries while trades are missing. */
const FILLS_PACE: Pace = { first: 250 * MILLISECOND, most: 2 * SECOND };
/** Trades missing for this long are reported, and then polled with this gap. */
const MAX_WAIT: Micros = 30 * SECOND;
/**
 * After this many responses without a new trade, over twice MAX_WAIT, polls for a contested
 * quantity end: the kernel has taken it back by then.
 */
const DENIALS = 5;

interface FillsHeard {
  /** No trade is missing any more. */
  settled(): void;
  /**
   * Trades have been missing for long: the order is queried again, since it may report less now.
   */
  missing(): void;
}

export class TradeTracker {
  readonly #ports: RemotePorts;
  readonly #coId: string;
  readonly #heard: FillsHeard;
  readonly #asks = new Subject<Lane>();
  #subscription: Subscription | undefined;
  #timer: { cancel(): void } | undefined;
  #isSettling = false;
  /** The order's report with the highest filled quantity. */
  #order: FilledOrder | undefined;
  /** Units by trade id, and their sum, minor units. */
  readonly #traded = new Map<string, number>();
  #tradedUnits = 0;
  /** Units of busted trades, which the order's own quantity may still include. */
  #bustedUnits = 0;
  /** Filled units in the order's final report. */
  #endUnits = Infinity;
  /** Responses without a new trade since the final report had less, and the time of the first. */
  #denials = 0;
  #deniedAt: Instant = 0;

  constructor(ports: RemotePorts, coId: string, heard: FillsHeard) {
    this.#ports = ports;
    this.#coId = coId;
    this.#heard = heard;
  }

  /** Whether trades are missing and polled. */
  get isDue(): boolean {
    return this.#timer !== undefined || this.#isSettling;
  }

  /**
   * Takes the order's report and its known order id; a higher filled quantity starts polls at once.
   */
  raise(order: FilledOrder, orderId: string, hasEnded = false): void {
    this.#rise(order, orderId);
    if (hasEnded) this.#end(order.cumUnits);
    else if (order.contest !== undefined) this.#end(order.contest.endUnits);
  }

  #rise({ coId, cumUnits, side, symbol }: FilledOrder, orderId: string): void {
    if (cumUnits <= (this.#order?.cumUnits ?? 0)) return;
    this.#order = { coId, cumUnits, orderId, side, symbol };
    if (this.#isWhole()) return;
    const { streams } = this.#ports;
    this.#subscription ??= streams.fills(this.#coId, orderId, this.#asks).subscribe((reading) => {
      this.#take(reading);
    });
    this.#asks.next('trading');
    this.#repeat();
  }

  /** Takes the final report: where an earlier one had more filled, trades have to decide. */
  #end(cumUnits: number): void {
    const wasContested = this.#isContested;
    this.#endUnits = cumUnits;
    if (!this.#isContested || wasContested) return;
    this.#denials = 0;
    this.#asks.next('trading');
    this.#repeat();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#subscription?.unsubscribe();
  }

  #take(reading: TradeReading): void {
    const { event } = reading;
    if (event.type === 'poll') {
      if (this.#isContested) this.#deny(event);
      else if (event.outcome !== 'unchanged') this.#ports.emit(event);
      return;
    }
    if (event.type === 'bust') this.#takeBack(event);
    else if (this.#isOfIt(event)) this.#count(event);
    this.#ports.emit(event);
    if (this.#timer !== undefined && this.#isWhole()) this.#settle();
  }

  /** A response without a new trade supports the lower quantity. */
  #deny(event: PollEvent): void {
    const { orderId = '' } = this.#order ?? {};
    this.#ports.emit(orderId === '' ? event : { ...event, orderId });
    if (event.outcome === 'failed') return;
    const now = this.#ports.clock.now();
    if (this.#denials === 0) this.#deniedAt = now;
    this.#denials += 1;
    if (this.#denials >= DENIALS && now - this.#deniedAt >= 2 * MAX_WAIT) this.#settle();
  }

  get #isContested(): boolean {
    const { cumUnits = 0 } = this.#order ?? {};
    return this.#endUnits < cumUnits && this.#tradedUnits < cumUnits;
  }

  #count({ tradeId, units }: TradeEvent): void {
    this.#tradedUnits += units - (this.#traded.get(tradeId) ?? 0);
    this.#traded.set(tradeId, units);
  }

  #takeBack({ tradeId }: BustEvent): void {
    const units = this.#traded.get(tradeId) ?? 0;
    this.#traded.delete(tradeId);
    this.#tradedUnits -= units;
    this.#bustedUnits += units;
  }

  #isWhole(): boolean {
    return this.#tradedUnits >= (this.#order?.cumUnits ?? 0);
  }

  /** No trade is missing if the order's quantity includes the busted units. */
  #mayBeWhole(): boolean {
    return this.#tradedUnits + this.#bustedUnits >= (this.#order?.cumUnits ?? 0);
  }

  /**
   * Whether a trade belongs to this order: the venue may have another order under the coId. A
   * record of another symbol or side is invalid and does not count, unless the order's own side is
   * unreadable.
   */
  #isOfIt(event: TradeEvent): boolean {
    const { orderId = '', side = '', symbol } = this.#order ?? {};
    const isSame = event.orderId === orderId || event.orderId === '' || orderId === '';
    const isSymbol = event.symbol === undefined || event.symbol === symbol;
    const isSide =
      event.side === undefined || event.side === side || !SIDES.some((known) => known === side);
    return isSame && isSymbol && isSide;
  }

  /**
   * Often at first; later with the long gap, since the trades may never come and no order waits for
   * them.
   */
  #repeat(): void {
    this.#timer?.cancel();
    const { clock } = this.#ports;
    const from = clock.now();
    const schedule = createDoubling(from, FILLS_PACE);
    const next = (now: Instant): Instant =>
      now >= from + MAX_WAIT ? now + MAX_WAIT : Math.min(schedule(now), from + MAX_WAIT);
    let isReported = false;
    const arm = (): void => {
      this.#timer = clock.at(next(clock.now()), reach);
    };
    const reach = (): void => {
      const isLong = clock.now() >= from + MAX_WAIT;
      if (isLong && this.#mayBeWhole()) {
        this.#settle();
        return;
      }
      arm();
      if (isLong && !isReported) {
        isReported = true;
        this.#report();
        return;
      }
      this.#asks.next(isLong ? 'data' : 'trading');
    };
    arm();
  }

  #report(): void {
    const share = Math.floor((100 * this.#tradedUnits) / (this.#order?.cumUnits ?? 1));
    const expected = `expected trades for the whole fill within ${MAX_WAIT / SECOND} s`;
    const message = `${expected}, found those of ${String(share)} %`;
    this.#heard.missing();
    this.#ports.emit({
      type: 'poll',
      subject: 'trades',
      key: this.#coId,
      outcome: 'failed',
      status: 0,
      message,
    });
  }

  /** After the current response, which may have more trades than were missing. */
  #settle(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#isSettling = true;
    queueMicrotask(() => {
      this.#isSettling = false;
      if (!this.isDue) this.#heard.settled();
    });
  }
}
