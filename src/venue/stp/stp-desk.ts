// STP: the verified and ended trades of each organization, for its back office to download.
import type { VenueTrade } from '../../domain/index.js';
import { StpQueue, type StpRecord } from './stp-queue.js';

export type { StpKind, StpRecord } from './stp-queue.js';

const NO_RECORDS: readonly StpRecord[] = [];

export class StpDesk {
  readonly #maxRecords: number;
  readonly #queues = new Map<string, StpQueue>();

  constructor(maxRecords: number) {
    this.#maxRecords = maxRecords;
  }

  /** A trade goes to the customer's organization, and to the one that entered it for another. */
  add(trade: VenueTrade): void {
    if (!trade.stp) return;
    const { org, enteringOrg = org } = trade;
    this.#queueOf(org).add(trade);
    if (enteringOrg !== org) this.#queueOf(enteringOrg).add(trade);
  }

  /** The next records of an organization, gone from its queue; none when all are downloaded. */
  download(org: string, maxCount: number): readonly StpRecord[] {
    return this.#queues.get(org)?.download(maxCount) ?? NO_RECORDS;
  }

  /** Trade dates as `YYYY-MM-DD`, both included; false when no trade is in the range. */
  resend(org: string, firstDate: string, lastDate: string): boolean {
    return this.#queues.get(org)?.resend(firstDate, lastDate) ?? false;
  }

  #queueOf(org: string): StpQueue {
    let queue = this.#queues.get(org);
    if (queue === undefined) this.#queues.set(org, (queue = new StpQueue(this.#maxRecords)));
    return queue;
  }
}
