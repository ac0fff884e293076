// STP: verified and ended trades of each organization, for download by its back office.
import type { VenueTrade } from '../../domain/venue/index.js';
import type { Directory } from '../directory.js';
import { findEnteringOrg } from '../user-name.js';
import { StpQueue, type StpRecord } from './stp-queue.js';

export type { StpKind, StpRecord } from './stp-queue.js';

const NO_RECORDS: readonly StpRecord[] = [];

export class StpService {
  readonly #directory: Directory;
  readonly #maxRecords: number;
  readonly #queues = new Map<string, StpQueue>();

  constructor(directory: Directory, maxRecords: number) {
    this.#directory = directory;
    this.#maxRecords = maxRecords;
  }

  /** Queues a trade for the customer's organization, and for the one that entered it on behalf. */
  add(trade: VenueTrade): void {
    const { org } = trade;
    const enteringOrg = findEnteringOrg(trade);
    if (!(trade.stp ?? this.#directory.sendsStp(enteringOrg))) return;
    this.#queueOf(org).add(trade);
    if (enteringOrg !== org) this.#queueOf(enteringOrg).add(trade);
  }

  /** Takes the next records of an organization from its queue; empty when all are downloaded. */
  download(org: string, maxCount: number): readonly StpRecord[] {
    return this.#queues.get(org)?.download(maxCount) ?? NO_RECORDS;
  }

  /** Trade dates as `YYYY-MM-DD`, both inclusive; false when no trade is in the range. */
  resend(org: string, firstDate: string, lastDate: string): boolean {
    return this.#queues.get(org)?.resend(firstDate, lastDate) ?? false;
  }

  #queueOf(org: string): StpQueue {
    let queue = this.#queues.get(org);
    if (queue === undefined) this.#queues.set(org, (queue = new StpQueue(this.#maxRecords)));
    return queue;
  }
}
