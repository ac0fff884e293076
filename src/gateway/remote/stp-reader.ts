// Reads trades from the STP download, which is gone at the venue once it was read: the page is told
// as it came before anything of it is used, and what was lost is asked for again.
import {
  DAY,
  formatVenueTime,
  type Instant,
  type Instrument,
  type Micros,
  MILLISECOND,
  MINUTE,
  STP_RESEND,
} from '../../domain/index.js';
import { decodeStpPage, type VenueProfile } from '../../protocol/index.js';
import { toPollEvent } from '../../polling/index.js';
import type { RemotePorts } from './ports.js';

/** Records that are asked for at once, and pages of one drain. */
const PAGE_RECORDS = 100;
const MAX_PAGES = 1_000;
/** When the budget has nothing for the next page, it is tried again after so long. */
const TRY_AGAIN: Micros = 100 * MILLISECOND;
/** Pages in a row that hold nothing but repeats. */
const MAX_REPEATED = 3;
/** Downloads in a row that are asked for again for a record that could not be read. */
const MAX_FAULTY = 10;
/** Least time between two resends because positions differ from the trades that were told. */
const RECHECK_GAP: Micros = MINUTE;
/** Trades are asked for again from so long before the time up to which all are known. */
const OVERLAP: Micros = DAY;

const NO_TRADE_IN_RANGE = 404;
/** The request itself is wrong: the same one is turned down again. */
const BAD_REQUEST = 400;

export interface StpReaderOptions {
  readonly instruments: readonly Instrument[];
  /** First part of every coId of ours. */
  readonly prefix: string;
  readonly profile?: VenueProfile;
}

export class StpReader {
  readonly #ports: RemotePorts;
  readonly #options: StpReaderOptions;
  /** Where what is asked for again begins; undefined when nothing is. */
  #resendFrom: Instant | undefined;
  /** Up to here every trade was read. */
  #drainedAt: Instant;
  #running: Promise<boolean> | undefined;
  #isStopped = false;
  /** Of the download under way, and of those before it in a row. */
  #hasFaults = false;
  #faulty = 0;
  #recheckedAt: Instant = -Infinity;
  /** The venue called a request wrong, and would do so again. */
  #isResting = false;

  constructor(ports: RemotePorts, options: StpReaderOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#drainedAt = ports.clock.now();
  }

  /**
   * Reads until nothing waits; `since` first lets what was downloaded wait again, from a day before
   * that time on. Whether it came to the end: what failed is asked for again the next time.
   */
  drain(since?: Instant): Promise<boolean> {
    const running = this.#running;
    if (since !== undefined) {
      this.#askAgain(since);
      // One that is under way has passed the resend, and its end says nothing of that time.
      if (running !== undefined) return running.then(() => this.drain());
    }
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Positions differ from what was told: a page may have been lost that nobody saw. */
  recheck(): Promise<boolean> {
    const now = this.#ports.clock.now();
    if (now - this.#recheckedAt < RECHECK_GAP) return this.drain();
    this.#recheckedAt = now;
    return this.drain(this.#drainedAt);
  }

  /** What was lost, or could not be read, is asked for again. */
  catchUp(): void {
    if (this.#resendFrom !== undefined) void this.drain();
  }

  /** One that rests because it was refused reads again when it is next asked to. */
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
    const found = repeated === 0 ? `${String(MAX_PAGES)} pages` : `${String(repeated)} pages again`;
    const text = `expected an end of the STP download, found ${found} without one`;
    emit({ type: 'stp', step: 'stuck', text });
    return false;
  }

  /** Nothing waits any more; what could not be read is asked for again, for a while. */
  #noteDrained(startedAt: Instant): void {
    this.#drainedAt = startedAt;
    this.#faulty = this.#hasFaults ? this.#faulty + 1 : 0;
    if (this.#hasFaults && this.#faulty <= MAX_FAULTY) this.#askAgain(startedAt);
    this.#ports.emit({ type: 'stp', step: 'drained', text: '' });
  }

  /** Lets trades wait again, when that is due; whether the venue took it. */
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

  /** A page at once, or when the budget has one: thousands of trades wait in a hundred pages. */
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

  /** The marks of a page's records, none at the end; undefined when the page may be lost. */
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
    // Before anything of it is used: the venue does not give it a second time.
    emit({ type: 'stp', step: 'page', text });
    if (page === undefined) {
      this.#askAgain(this.#drainedAt);
      const message = 'expected STP records, found none';
      this.#tellFailed(outcome.status, message);
      return undefined;
    }
    for (const event of page.events) emit(event);
    this.#hasFaults ||= page.faults.length > 0;
    for (const message of page.faults) this.#tellFailed(outcome.status, message);
    return page.marks;
  }

  #tellFailed(status: number, message: string): void {
    const transport = 'schema';
    this.#ports.emit(toPollEvent('stp', '', { class: 'failed', status, transport, message }));
  }
}
