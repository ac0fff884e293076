// Brings the bot what its session took in, at the times at which that did, but nothing of its
// orders.
import {
  type BotEvent,
  type Fault,
  type Instant,
  NEVER,
  type RateEvent,
  type Result,
} from '../../src/domain/index.js';
import type { JournalRecord } from '../../src/journal/index.js';
import type { NextDue } from '../../src/determinism/index.js';
import { toBotEvent } from '../../src/records/index.js';
import type { Bot } from '../bot.js';
import type { RatePolls } from '../loop.js';

/** Inputs that come from the venue, the host or a person whatever becomes of the orders. */
const FED: ReadonlySet<string> = new Set([
  ...['start', 'rate', 'benchmark', 'balance', 'reference', 'calibration', 'host'],
  'operator',
]);
const FED_POLLS: ReadonlySet<string> = new Set(['rate', 'reference', 'login', 'renew', 'call']);
/** What the venue or a person says of an order. */
const OF_ORDERS: ReadonlySet<string> = new Set([
  ...['order', 'trade', 'bust', 'send-result', 'egress', 'resolve'],
]);

interface Parts {
  /** Orders that the session sent; those of the runs before are not at the backtest's venue. */
  readonly sent: ReadonlyMap<string, { readonly sentAt: Instant }>;
  readonly records: Generator<Result<JournalRecord>>;
  readonly instruments: ReadonlyMap<string, number>;
  readonly bot: Bot;
  readonly horizon: NextDue;
}

export class JournaledInputs implements RatePolls {
  readonly #parts: Parts;
  #firstSentAt: Instant = NEVER;
  #next: JournalRecord | undefined;
  /** What ended the reading too early. */
  fault: Fault | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    for (const { sentAt } of parts.sent.values()) {
      this.#firstSentAt = Math.min(this.#firstSentAt, sentAt);
    }
    this.#readOn();
  }

  get nextDueAt(): Instant {
    return this.#next?.stamp.session ?? NEVER;
  }

  fire(to: Instant): void {
    while (this.#next !== undefined && this.#next.stamp.session <= to) {
      const record = this.#next;
      this.#readOn();
      this.#feed(record);
    }
  }

  /** Requests of the session took from its budget when they were made. */
  noteCommand(): void {
    // nothing is left to choose
  }

  stop(): void {
    this.#next = undefined;
  }

  #feed({ type, data, stamp }: JournalRecord): void {
    const { bot, instruments } = this.#parts;
    const at = Math.max(stamp.session, bot.kernel.now);
    if (type === 'start') bot.start();
    else if (type === 'rate') {
      const { symbol, ...rate } = data as RateEvent;
      const id = instruments.get(symbol) ?? -1;
      const { bidTicks, offerTicks, bidUnits, offerUnits, venueAt } = rate;
      bot.rate(at, id, bidTicks, offerTicks, bidUnits, offerUnits, venueAt);
    } else bot.event(at, toBotEvent(type, data));
  }

  #readOn(): void {
    const { records, horizon, sent } = this.#parts;
    for (;;) {
      const read = records.next();
      this.#next = undefined;
      if (read.done === true) return;
      if (!read.value.ok) {
        this.fault = read.value.fault;
        return;
      }
      const { type, data, stamp } = read.value.value;
      if (!isFed(toBotEvent(type, data), sent, stamp.session < this.#firstSentAt)) continue;
      this.#next = read.value.value;
      horizon.lower(stamp.session);
      return;
    }
  }
}

/** `isBefore`: nothing was sent yet, so that all came of the runs before. */
function isFed(event: BotEvent, sent: Parts['sent'], isBefore: boolean): boolean {
  // What the venue made of such a cancel is in the journal too.
  if (event.type === 'recovery') return event.step !== 'cancel';
  if (event.type === 'position' || event.type === 'stp') return isBefore;
  if ('coId' in event && OF_ORDERS.has(event.type)) return !sent.has(event.coId);
  if (event.type === 'poll') {
    const { key, subject } = event;
    if (subject === 'order' || subject === 'trades') return !sent.has(key);
    return isBefore || FED_POLLS.has(subject);
  }
  return FED.has(event.type);
}
