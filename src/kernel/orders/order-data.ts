// Parts of an own order that are plain data; snapshots hold them as they are.
import type { Instant } from '../../domain/index.js';

/**
 * Progress of a cancel. CXL_UNKNOWN may not have arrived and can be sent again; after CXL_STUCK the
 * policy has no more steps for it.
 */
export type CancelState =
  'NONE' | 'CXL_JOURNALED' | 'CXL_SENDING' | 'CXL_REQUESTED' | 'CXL_UNKNOWN' | 'CXL_STUCK';

/** Evidence about an order of unknown outcome. */
export interface UnknownOutcome {
  /** When the outcome became unknown, and when a complete probe first and last found no order. */
  readonly since: Instant;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Negative probes in a row. */
  readonly negatives: number;
}

/**
 * A failed cancel (when, HTTP status) for which the policy waits before its next step; removed when
 * that wait is over.
 */
export interface CancelFault {
  readonly at: Instant;
  readonly status: number;
}

/** A fill that was booked from the order report because the trade report is late. */
export interface ProvisionalFill {
  readonly units: number;
  readonly priceTicks: number;
}

/** The venue's last report ended the order with less filled than it had reported before. */
export interface Contest {
  /** Filled quantity by that last report. */
  readonly endUnits: number;
  /**
   * Units that only earlier reports had: neither the last report nor a trade proves them. They
   * count as working on both sides.
   */
  readonly units: number;
  /** Trade queries without a trade for these units, and when the first was answered. */
  readonly denials: number;
  readonly deniedAt: Instant;
}

/** Code of a rejection, the policy rule that gave it, and the name of that policy. */
export interface Rejection {
  readonly code: string;
  readonly rule: string;
  readonly policy: string;
}
