// Deposits and withdrawals as the histories show them, and the search through them.
import type { DepositStatus, Instant, WithdrawalStatus } from '../../domain/index.js';
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
  /** Empty when the caller gave none. */
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
  /** Empty before it went out. */
  readonly txId: string;
  readonly status: WithdrawalStatus;
  readonly appliedAt: Instant;
  readonly completedAt: Instant | undefined;
}

/** What a history is asked for; times in epoch milliseconds, both inclusive. */
export interface HistoryQuery {
  readonly currency?: string | undefined;
  readonly status?: string | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** Records that a history shows when it is not told how many (wire facts 8). */
export const DEFAULT_HISTORY_LIMIT = 100;

interface Dated {
  readonly asset: CustodyAsset;
  readonly status: string;
}

/** A bounded list of records of one kind, newest last; a change replaces a record in its place. */
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

  /** Newest first; `atMs` is the time that the query's bounds are compared with. */
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
