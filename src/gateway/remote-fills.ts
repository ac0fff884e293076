// Watches the trades of one own order until they add up to what the order says is filled.
import { type Subscription, Subject } from 'rxjs';
import { type Micros, MILLISECOND, SECOND } from '../domain/index.js';
import { createDoubling, type Pace, type TradeReading } from '../streams/index.js';
import type { RemotePorts } from './remote-ports.js';

/** Gaps between two queries while trades are missing. */
const FILLS_PACE: Pace = { first: 250 * MILLISECOND, most: 2 * SECOND };
/** Trades that are missing for so long are reported and no longer asked for. */
const MAX_WAIT: Micros = 30 * SECOND;

export class FillWatch {
  readonly #ports: RemotePorts;
  readonly #coId: string;
  readonly #onSettled: () => void;
  readonly #asks = new Subject<void>();
  #subscription: Subscription | undefined;
  #timer: { cancel(): void } | undefined;
  /** Filled by the order's word and by its trades, minor units. */
  #cumUnits = 0;
  #tradedUnits = 0;
  #orderId = '';

  /** `onSettled` is called when nothing is missing any more, or is given up. */
  constructor(ports: RemotePorts, coId: string, onSettled: () => void) {
    this.#ports = ports;
    this.#coId = coId;
    this.#onSettled = onSettled;
  }

  /** Whether trades are missing and asked for. */
  get isDue(): boolean {
    return this.#timer !== undefined;
  }

  /** The order says that `cumUnits` are filled: a rise asks for trades at once. */
  raise(cumUnits: number, orderId: string): void {
    if (cumUnits <= this.#cumUnits) return;
    this.#cumUnits = cumUnits;
    this.#orderId = orderId;
    if (this.#tradedUnits >= cumUnits) return;
    const { streams } = this.#ports;
    this.#subscription ??= streams.fills(this.#coId, orderId, this.#asks).subscribe((reading) => {
      this.#take(reading);
    });
    this.#asks.next();
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
      if (event.outcome !== 'unchanged') this.#ports.emit(event);
      return;
    }
    if (event.type === 'trade' && this.#isOfIt(event.orderId)) this.#tradedUnits += event.units;
    this.#ports.emit(event);
    if (this.isDue && this.#tradedUnits >= this.#cumUnits) this.#settle();
  }

  /** The venue may have another order under this coId: its trades come too. */
  #isOfIt(orderId: string): boolean {
    return orderId === this.#orderId || orderId === '' || this.#orderId === '';
  }

  #repeat(): void {
    this.#timer?.cancel();
    const { clock } = this.#ports;
    const from = clock.now();
    const schedule = createDoubling(from, FILLS_PACE);
    const arm = (): void => {
      this.#timer = clock.at(Math.min(schedule(clock.now()), from + MAX_WAIT), reach);
    };
    const reach = (): void => {
      if (clock.now() >= from + MAX_WAIT) {
        this.#giveUp();
        return;
      }
      arm();
      this.#asks.next();
    };
    arm();
  }

  #giveUp(): void {
    const share = Math.floor((100 * this.#tradedUnits) / this.#cumUnits);
    const expected = `expected the trades of all that is filled within ${MAX_WAIT / SECOND} s`;
    const message = `${expected}, found those of ${String(share)} %`;
    this.#ports.emit({
      type: 'poll',
      subject: 'trades',
      key: this.#coId,
      outcome: 'failed',
      status: 0,
      message,
    });
    this.#settle();
  }

  #settle(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#onSettled();
  }
}
