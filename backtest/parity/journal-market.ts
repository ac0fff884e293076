// Reads from a session's journal the rates, and the times of its orders for latency, in one pass.
import { join } from 'node:path';
import type {
  OrderEvent,
  PollEvent,
  RateEvent,
  SubmitResultEvent,
} from '../../src/domain/events/index.js';
import { fail, type Instant, ok, type Result } from '../../src/domain/index.js';
import type { JournalRecord } from '../../src/journal/index.js';
import { readSession, type RecordedSession } from '../../src/session/index.js';
import { TapeRates } from './journal-rates.js';

/** Times and results of an own order that the journal records. */
export interface Sent {
  /** Time of the decision, and of the durable record; the order left after the latter. */
  readonly decidedAt: Instant;
  readonly sentAt: Instant;
  /** Time of the response to the order; absent without one. */
  answeredAt?: Instant;
  /** HTTP status of the response, 0 if none came; absent before. */
  status?: number;
  /** Reason why the egress check refused the order, if it did. */
  turnedBack?: string;
  /** Time at which the order ended by the venue's clock, and at which the bot read that. */
  endedAt?: Instant;
  endReadAt?: Instant;
}

export interface Tape extends Pick<RecordedSession, 'header' | 'setup'> {
  readonly rates: TapeRates;
  readonly sent: ReadonlyMap<string, Sent>;
  /** Time at which the bot knew of a trade minus its execution time by the venue's clock. */
  readonly fillDelays: readonly number[];
  /** Session time of the first and the last input. */
  readonly firstAt: Instant;
  readonly lastAt: Instant;
}

/** Reads a session folder. Fault codes of `readSession`, and `parity.no-rates`. */
export async function readTape(dir: string): Promise<Result<Tape>> {
  const session = await readSession(dir);
  if (!session.ok) return session;
  const { header, setup, records, record } = session.value;
  const reader = new TapeReader(header.instruments.map(({ symbol }) => symbol));
  let lastAt = record.stamp.session;
  for (const next of records) {
    if (!next.ok) return next;
    reader.take(next.value);
    lastAt = next.value.stamp.session;
  }
  const { fillDelays, rates, sent } = reader;
  const firstAt = record.stamp.session;
  if (rates.count > 0) return ok({ header, setup, rates, sent, fillDelays, firstAt, lastAt });
  const message = 'expected rates in the journal, found none: there is nothing to run again';
  return fail('parity.no-rates', message, join(dir, 'journal'));
}

class TapeReader {
  readonly rates: TapeRates;
  readonly sent = new Map<string, Sent>();
  readonly fillDelays: number[] = [];

  constructor(symbols: readonly string[]) {
    this.rates = new TapeRates(symbols);
  }

  take({ type, data, stamp: { session: at } }: JournalRecord): void {
    switch (type) {
      case 'rate':
        this.rates.add(at, data as RateEvent);
        return;
      case 'poll':
        this.takePoll(at, data as PollEvent);
        return;
      case 'command':
        this.takeCommand(at, data as Command);
        return;
      case 'send-result':
        this.takeAnswer(at, data as SubmitResultEvent);
        return;
      case 'egress':
        this.takeTurnedBack(data as { readonly coId: string; readonly reason: string });
        return;
      case 'order':
        this.takeOrder(at, data as OrderEvent);
        return;
      case 'fill':
        this.takeFill(data as { readonly at: Instant; readonly executedAt: Instant });
        return;
    }
  }

  private takePoll(at: Instant, { subject, key, outcome }: PollEvent): void {
    if (subject === 'rate' && outcome === 'unchanged') this.rates.seeAgain(at, key);
  }

  private takeCommand(sentAt: Instant, { at, coId, kind }: Command): void {
    if (kind !== 'place' || this.sent.has(coId)) return;
    this.sent.set(coId, { decidedAt: at, sentAt });
  }

  private takeAnswer(at: Instant, { kind, coId, status }: SubmitResultEvent): void {
    const sent = this.sent.get(coId);
    if (sent === undefined || (kind !== 'place' && kind !== 'accept')) return;
    sent.answeredAt ??= at;
    sent.status ??= status;
  }

  private takeTurnedBack({ coId, reason }: { readonly coId: string; readonly reason: string }) {
    const sent = this.sent.get(coId);
    if (sent !== undefined) sent.turnedBack = reason;
  }

  private takeOrder(at: Instant, { coId, status, transactAt, isLate }: OrderEvent): void {
    const sent = this.sent.get(coId);
    if (sent === undefined || transactAt === 0 || isLate === true) return;
    if (!ENDS.has(status)) return;
    sent.endedAt ??= transactAt;
    sent.endReadAt ??= at;
  }

  private takeFill({ at, executedAt }: { readonly at: Instant; readonly executedAt: Instant }) {
    if (this.fillDelays.length < MAX_DELAYS) this.fillDelays.push(at - executedAt);
  }
}

interface Command {
  readonly at: Instant;
  readonly coId: string;
  readonly kind: string;
}

/** Ends that only the venue decides: their time is the order's meeting with the market. */
const ENDS: ReadonlySet<string> = new Set(['EXPIRED', 'REJECTED', 'FAILED']);
/** Maximum number of delays kept; quantiles need no more. */
const MAX_DELAYS = 100_000;
