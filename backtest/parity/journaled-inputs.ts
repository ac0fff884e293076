// Feeds a backtest's bot the journaled inputs of a session at their times, except those about its
// orders.
import type { BotEvent, RateEvent } from '../../src/domain/events/index.js';
import { type Fault, type Instant, NEVER, type Result } from '../../src/domain/index.js';
import type { JournalRecord } from '../../src/journal/index.js';
import type { NextDue } from '../../src/determinism/index.js';
import { toBotEvent } from '../../src/records/index.js';
import type { Bot } from '../bot.js';
import type { RatePolls } from '../loop.js';

/** Inputs from venue, host or operator that do not depend on the orders. */
const FED: ReadonlySet<string> = new Set([
  ...['start', 'rate', 'benchmark', 'balance', 'reference', 'calibration', 'host'],
  'operator',
]);
const FED_POLLS: ReadonlySet<string> = new Set(['rate', 'reference', 'login', 'renew', 'call']);
/** Inputs about a single order. */
const OF_ORDERS: ReadonlySet<string> = new Set([
  ...['order', 'trade', 'bust', 'send-result', 'egress', 'resolve'],
]);

interface Parts {
  /** Orders that the session sent; the backtest's venue has no orders of previous runs. */
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
  /** Fault that ended the reading early. */
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

  /** The journal already contains the effect of requests on the budget. */
  noteCommand(): void {
    // no polls to schedule
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

/** `isBefore`: no order was sent yet, so that everything results from previous runs. */
function isFed(event: BotEvent, sent: Parts['sent'], isBefore: boolean): boolean {
  // Cancels of a recovery are left out: the journal has their results as inputs.
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
