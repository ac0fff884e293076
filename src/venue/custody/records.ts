// Deposits and withdrawals as the custody histories show them, and the search in a history.
import type { Instant } from '../../domain/index.js';
import type { DepositStatus, WithdrawalStatus } from '../../domain/venue/index.js';
import type { CustodyAsset } from './settings.js';

export interface Deposit {
  readonly id: string;
  readonly org: string;
  readonly asset: CustodyAsset;
  readonly network: string;
  readonly amount: bigint;
  readonly address: string;
  readonly txId: string;
  readonly status: DepositStatus;
  readonly insertedAt: Instant;
  readonly confirmations: number;
}

export interface Withdrawal {
  readonly id: string;
  /** Empty when the request has none. */
  readonly clientId: string;
  readonly org: string;
  /** Full name of the user who applied. */
  readonly user: string;
  readonly asset: CustodyAsset;
  readonly network: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly address: string;
  readonly tag: string;
  /** Empty until the withdrawal is completed. */
  readonly txId: string;
  readonly status: WithdrawalStatus;
  readonly appliedAt: Instant;
  readonly completedAt: Instant | undefined;
}

/** Filters of a history query; times in epoch milliseconds, both inclusive. */
export interface HistoryQuery {
  readonly currency?: string | undefined;
  readonly status?: string | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** Records in a history response when the query has no `limit` (wire facts 8). */
export const DEFAULT_HISTORY_LIMIT = 100;

interface Dated {
  readonly asset: CustodyAsset;
  readonly status: string;
}

/** Bounded list of records of one kind, oldest first; an update keeps the record's position. */
export class Records<T extends Dated & { readonly id: string }> {
  readonly #byId = new Map<string, T>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  put(record: T): void {
    this.#byId.set(record.id, record);
    if (this.#byId.size <= this.#max) return;
    for (const id of this.#byId.keys()) {
      this.#byId.delete(id);
      break;
    }
  }

  find(id: string): T | undefined {
    return this.#byId.get(id);
  }

  /** Matching records, newest first; `atMs` is the time compared with `startTime` and `endTime`. */
  search(
    query: HistoryQuery,
    accepts: (one: T) => boolean,
    atMs: (one: T) => number,
  ): readonly T[] {
    const { offset = 0, limit = DEFAULT_HISTORY_LIMIT } = query;
    const found = [...this.#byId.values()].filter(
      (one) => accepts(one) && isAsked(one, atMs(one), query),
    );
    return found.reverse().slice(offset, offset + limit);
  }
}

function isAsked({ asset, status }: Dated, ms: number, query: HistoryQuery): boolean {
  const { currency, startTime, endTime } = query;
  return (
    (currency === undefined || currency === asset.currency) &&
    (query.status === undefined || query.status === status) &&
    (startTime === undefined || ms >= startTime) &&
    (endTime === undefined || ms <= endTime)
  );
}
