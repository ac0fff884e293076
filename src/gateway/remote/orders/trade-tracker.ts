// Watches the trades of one own order until they add up to what the order says is filled.
import { type Subscription, Subject } from 'rxjs';
import {
  type BustEvent,
  type FilledOrder,
  type Instant,
  type Micros,
  MILLISECOND,
  type PollEvent,
  SECOND,
  SIDES,
  type TradeEvent,
} from '../../../domain/index.js';
import type { Lane } from '../../../polling/index.js';
import { createDoubling, type Pace, type TradeReading } from '../../../polling/index.js';
import type { RemotePorts } from '../ports.js';

/** Gaps between two queries while trades are missing. */
const FILLS_PACE: Pace = { first: 250 * MILLISECOND, most: 2 * SECOND };
/** Trades that are missing for so long are reported, and then asked for this far apart. */
const MAX_WAIT: Micros = 30 * SECOND;
/** So many answers without a trade, over twice that time, and the kernel has decided. */
const DENIALS = 5;

interface FillsHeard {
  /** Nothing is missing any more. */
  settled(): void;
  /** Something has been missing for long: what the order said it may not say a second time. */
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
  /** The order as it last said that more is filled. */
  #order: FilledOrder | undefined;
  /** Its trades by their id, and all of them, minor units. */
  readonly #traded = new Map<string, number>();
  #tradedUnits = 0;
  /** What of them was taken back, which the order's own figure may count on. */
  #bustedUnits = 0;
  /** What is filled by the word that ended it. */
  #endUnits = Infinity;
  /** Answers without a new trade since that word had less, and when the first came. */
  #denials = 0;
  #deniedAt: Instant = 0;

  constructor(ports: RemotePorts, coId: string, heard: FillsHeard) {
    this.#ports = ports;
    this.#coId = coId;
    this.#heard = heard;
  }

  /** Whether trades are missing and asked for. */
  get isDue(): boolean {
    return this.#timer !== undefined || this.#isSettling;
  }

  /** What the order says of itself, under the venue's id that is known: a rise asks at once. */
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

  /** Its last word: where an earlier one had more, trades have to say which is true. */
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

  /** An answer without a new trade speaks for the word that has less. */
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

  /** Nothing is missing if the order's figure counts what was taken back. */
  #mayBeWhole(): boolean {
    return this.#tradedUnits + this.#bustedUnits >= (this.#order?.cumUnits ?? 0);
  }

  /**
   * The venue may have another order under this coId: its trades come too. A record of another
   * symbol or side is broken, and is not what is waited for, unless the order's own word is.
   */
  #isOfIt(event: TradeEvent): boolean {
    const { orderId = '', side = '', symbol } = this.#order ?? {};
    const isSame = event.orderId === orderId || event.orderId === '' || orderId === '';
    const isSymbol = event.symbol === undefined || event.symbol === symbol;
    const isSide =
      event.side === undefined || event.side === side || !SIDES.some((known) => known === side);
    return isSame && isSymbol && isSide;
  }

  /** Often at first; later at the pace of what may never come, where it holds no order up. */
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
    const expected = `expected the trades of all that is filled within ${MAX_WAIT / SECOND} s`;
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

  /** After the answer that is being read: it may hold more than was missed. */
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
