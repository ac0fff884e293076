// Reads trades from the STP download. The venue deletes a page once it was read, so the page is
// journaled before any use, and lost pages are requested again.
import { STP_RESEND } from '../../domain/events/index.js';
import {
  DAY,
  formatVenueTime,
  type Instant,
  type Instrument,
  type Micros,
  MILLISECOND,
  MINUTE,
} from '../../domain/index.js';
import { decodeStpPage } from '../../protocol/codecs/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import { toPollEvent } from '../../polling/index.js';
import type { RemotePorts } from './ports.js';

/** Records per page, and most pages of one drain. */
const PAGE_RECORDS = 100;
const MAX_PAGES = 1_000;
/** Wait before the next try when the budget has no request for a page. */
const TRY_AGAIN: Micros = 100 * MILLISECOND;
/** Pages in a row with nothing but repeated records, after which the drain stops. */
const MAX_REPEATED = 3;
/** Downloads in a row that are repeated for unreadable records. */
const MAX_FAULTY = 10;
/** Shortest time between two resends because positions differ from the reported trades. */
const RECHECK_GAP: Micros = MINUTE;
/** A resend starts this much before the time up to which all trades are known. */
const OVERLAP: Micros = DAY;

const NO_TRADE_IN_RANGE = 404;
/** The request itself is wrong: the venue would reject it again. */
const BAD_REQUEST = 400;

export interface StpReaderOptions {
  readonly instruments: readonly Instrument[];
  /** First part of every own coId. */
  readonly prefix: string;
  readonly profile?: VenueProfile;
}

export class StpReader {
  readonly #ports: RemotePorts;
  readonly #options: StpReaderOptions;
  /** Start of the time range to be resent; undefined when none is. */
  #resendFrom: Instant | undefined;
  /** Every trade up to this time was read. */
  #drainedAt: Instant;
  #running: Promise<boolean> | undefined;
  #isStopped = false;
  /** Faults in the running download, and the number of faulty ones in a row. */
  #hasFaults = false;
  #faulty = 0;
  #recheckedAt: Instant = -Infinity;
  /** The venue called a request wrong, so no more are sent. */
  #isResting = false;

  constructor(ports: RemotePorts, options: StpReaderOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#drainedAt = ports.clock.now();
  }

  /**
   * Reads until no trade is left; with `since` it first requests a resend from a day before that
   * time. Returns whether it completed: what failed is requested again next time.
   */
  drain(since?: Instant): Promise<boolean> {
    const running = this.#running;
    if (since !== undefined) {
      this.#askAgain(since);
      // A running drain is past its resend, so its result does not cover that time.
      if (running !== undefined) return running.then(() => this.drain());
    }
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Positions differ from the reported trades: a page may have been lost unnoticed. */
  recheck(): Promise<boolean> {
    const now = this.#ports.clock.now();
    if (now - this.#recheckedAt < RECHECK_GAP) return this.drain();
    this.#recheckedAt = now;
    return this.drain(this.#drainedAt);
  }

  /** Requests what was lost or unreadable again. */
  catchUp(): void {
    if (this.#resendFrom !== undefined) void this.drain();
  }

  /** Ends the rest after a 400: the next call reads again. */
  goOn(): void {
    this.#isResting = false;
  }

  stop(): void {
    this.#isStopped = true;
  }

  #askAgain(since: Instant): void {
    this.#resendFrom = Math.min(this.#resendFrom ?? since, since);
  }

  async #drain(): Promise<boolean> {
    const { clock, emit } = this.#ports;
    if (this.#isResting || !(await this.#resend())) return false;
    const startedAt = clock.now();
    this.#hasFaults = false;
    const seen = new Set<string>();
    let repeated = 0;
    for (let pages = 0; pages < MAX_PAGES && repeated < MAX_REPEATED; pages++) {
      const marks = await this.#readPage(pages > 0);
      if (marks === undefined || this.#isStopped) return false;
      if (marks.length === 0) {
        this.#noteDrained(startedAt);
        return true;
      }
      const fresh = marks.filter((mark) => !seen.has(mark));
      for (const mark of fresh) seen.add(mark);
      repeated = fresh.length === 0 ? repeated + 1 : 0;
    }
    const found =
      repeated === 0 ? `${String(MAX_PAGES)} pages` : `${String(repeated)} repeated pages`;
    const text = `expected an end of the STP download, found ${found} without one`;
    emit({ type: 'stp', step: 'stuck', text });
    return false;
  }

  /** No trade is left; unreadable records are requested again, a limited number of times. */
  #noteDrained(startedAt: Instant): void {
    this.#drainedAt = startedAt;
    this.#faulty = this.#hasFaults ? this.#faulty + 1 : 0;
    if (this.#hasFaults && this.#faulty <= MAX_FAULTY) this.#askAgain(startedAt);
    this.#ports.emit({ type: 'stp', step: 'drained', text: '' });
  }

  /** Requests a due resend; returns whether the venue accepted it. */
  async #resend(): Promise<boolean> {
    const from = this.#resendFrom;
    if (from === undefined) return true;
    const { client, clock, emit, poller } = this.#ports;
    const range = {
      startDate: formatVenueTime(from - OVERLAP),
      endDate: formatVenueTime(clock.now()),
    };
    const outcome = await poller.requestNow('safety', () => client.api.stp.stpResend(range));
    if (this.#isStopped) return false;
    const { status } = outcome;
    if (outcome.class !== 'accepted' && status !== NO_TRADE_IN_RANGE) {
      this.#isResting = status === BAD_REQUEST;
      const { message, transport } = outcome;
      const told = transport === undefined ? {} : { transport };
      emit(toPollEvent('stp', STP_RESEND, { class: 'failed', status, ...told, message }));
      return false;
    }
    if (this.#resendFrom === from) this.#resendFrom = undefined;
    return true;
  }

  /** Reads a page at once, or waits for the budget: thousands of trades fill a hundred pages. */
  async #send<T>(ask: () => Promise<T>, mayWait: boolean): Promise<T | undefined> {
    const { poller, wait } = this.#ports;
    if (!mayWait) return poller.requestNow('safety', ask);
    for (;;) {
      const asked = poller.tryRequest('trading', ask);
      if (asked !== undefined) return asked;
      await wait(TRY_AGAIN);
      if (this.#isStopped) return undefined;
    }
  }

  /** Marks of the page's records, empty at the end; undefined when the page may be lost. */
  async #readPage(mayWait: boolean): Promise<readonly string[] | undefined> {
    const { client, emit } = this.#ports;
    const { instruments, prefix, profile } = this.#options;
    let text: string | undefined;
    const onText = (found: string): void => {
      text = found;
    };
    const ask = () => client.api.stp.stpMessages({ maxCount: PAGE_RECORDS }, { onText });
    const outcome = await this.#send(ask, mayWait);
    if (this.#isStopped || outcome === undefined) return undefined;
    if (text === undefined) {
      this.#askAgain(this.#drainedAt);
      // A page without trades is an empty list: "no result" may be a wrong path.
      const { status } = outcome;
      this.#isResting = status === BAD_REQUEST;
      const none = {
        class: 'failed',
        status,
        message: 'expected a page, found no result',
      } as const;
      emit(toPollEvent('stp', '', outcome.class === 'failed' ? outcome : none));
      return undefined;
    }
    const bySymbol = new Map(instruments.map((one) => [one.symbol, one]));
    const page = decodeStpPage(text, prefix, (symbol) => bySymbol.get(symbol), profile);
    if (page?.marks.length === 0) return [];
    // Journaled before any use: the venue does not return the page again.
    emit({ type: 'stp', step: 'page', text });
    if (page === undefined) {
      this.#askAgain(this.#drainedAt);
      const message = 'expected STP records, found none';
      this.#reportFailed(outcome.status, message);
      return undefined;
    }
    for (const event of page.events) emit(event);
    this.#hasFaults ||= page.faults.length > 0;
    for (const message of page.faults) this.#reportFailed(outcome.status, message);
    return page.marks;
  }

  #reportFailed(status: number, message: string): void {
    const transport = 'schema';
    this.#ports.emit(toPollEvent('stp', '', { class: 'failed', status, transport, message }));
  }
}
