// STP records of an organization: those waiting for download, and those downloaded.
import type { VenueTrade } from '../../domain/venue/index.js';

/** First delivery; repeated delivery of an unchanged trade (spec); delivery after a change. */
export type StpKind = 'NEW' | 'RESEND' | 'CHANGED';

export interface StpRecord {
  readonly kind: StpKind;
  readonly trade: VenueTrade;
}

type Records = Map<string, StpRecord>;

export class StpQueue {
  readonly #maxRecords: number;
  /** By trade id, oldest first; each trade waits once, with its latest state. */
  #waiting: Records = new Map();
  #downloaded: Records = new Map();

  /** Keeps at least the newest `maxRecords` of each list, at most twice as many. */
  constructor(maxRecords: number) {
    this.#maxRecords = Math.max(1, maxRecords);
  }

  /** Adds a new or changed trade; one that was downloaded before is CHANGED. */
  add(trade: VenueTrade): void {
    const { tradeId } = trade;
    const waiting = this.#waiting.get(tradeId);
    const isKnown = this.#downloaded.delete(tradeId) || (waiting?.kind ?? 'NEW') !== 'NEW';
    this.#waiting.set(tradeId, { kind: isKnown ? 'CHANGED' : 'NEW', trade });
    this.#waiting = this.#trim(this.#waiting);
  }

  /** Takes up to `maxCount` of the oldest waiting records. */
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
   * Queues downloaded records of the trade dates, both inclusive, again as RESEND. False when there
   * is no record of these dates.
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

  /** Trims in large steps, so that the cost per record does not depend on the number kept. */
  #trim(records: Records): Records {
    if (records.size < 2 * this.#maxRecords) return records;
    return new Map([...records].slice(records.size - this.#maxRecords));
  }
}
