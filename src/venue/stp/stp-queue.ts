// An organization's STP records: those that wait for a download, and those that were downloaded.
import type { VenueTrade } from '../../domain/index.js';

/** Delivered for the first time, again and unchanged (spec), or again and changed since then. */
export type StpKind = 'NEW' | 'RESEND' | 'CHANGED';

export interface StpRecord {
  readonly kind: StpKind;
  readonly trade: VenueTrade;
}

type Records = Map<string, StpRecord>;

export class StpQueue {
  readonly #maxRecords: number;
  /** By trade id, oldest first; a trade waits once, as it is now. */
  #waiting: Records = new Map();
  #downloaded: Records = new Map();

  /** Keeps at least the newest `maxRecords` of each kind, at most twice as many. */
  constructor(maxRecords: number) {
    this.#maxRecords = Math.max(1, maxRecords);
  }

  /** A trade is new, or has changed: which of both is told of what was downloaded before. */
  add(trade: VenueTrade): void {
    const { tradeId } = trade;
    const waiting = this.#waiting.get(tradeId);
    const isKnown = this.#downloaded.delete(tradeId) || (waiting?.kind ?? 'NEW') !== 'NEW';
    this.#waiting.set(tradeId, { kind: isKnown ? 'CHANGED' : 'NEW', trade });
    this.#waiting = this.#trim(this.#waiting);
  }

  /** Takes the oldest records that wait, at most so many. */
  download(maxCount: number): readonly StpRecord[] {
    const taken: StpRecord[] = [];
    for (const record of this.#waiting.values()) {
      if (taken.length >= maxCount) break;
      taken.push(record);
    }
    for (const record of taken) {
      this.#waiting.delete(record.trade.tradeId);
      this.#downloaded.set(record.trade.tradeId, record);
    }
    this.#downloaded = this.#trim(this.#downloaded);
    return taken;
  }

  /**
   * Lets what was downloaded of the trade dates, both included, wait as RESEND. False when no
   * record of these dates is known.
   */
  resend(firstDate: string, lastDate: string): boolean {
    const isInRange = ({ trade }: StpRecord) =>
      trade.tradeDate >= firstDate && trade.tradeDate <= lastDate;
    const again = [...this.#downloaded.values()].filter(isInRange);
    for (const { trade } of again) {
      this.#downloaded.delete(trade.tradeId);
      this.#waiting.set(trade.tradeId, { kind: 'RESEND', trade });
    }
    this.#waiting = this.#trim(this.#waiting);
    return again.length > 0 || [...this.#waiting.values()].some(isInRange);
  }

  /** In one go, so that a record costs the same however many are kept. */
  #trim(records: Records): Records {
    if (records.size < 2 * this.#maxRecords) return records;
    return new Map([...records].slice(records.size - this.#maxRecords));
  }
}
