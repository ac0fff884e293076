// Samples of the host and of the connection to the venue, an input of the kernel.
import type { Micros } from '../time.js';

/** A time-stamped sample. */
export interface HostEvent {
  readonly type: 'host';
  /** Longest delay of the event loop since the last sample, real time. */
  readonly loopLag: Micros;
  /** Memory of the process (resident set), bytes. */
  readonly memoryBytes: number;
  /** True when the instance lock is ours and no later epoch has started; absent without a lock. */
  readonly isLocked?: boolean;
  /** Space of the file system that holds the journal, bytes. */
  readonly freeBytes?: number;
  readonly totalBytes?: number;
  /** Heap in use and its limit, bytes. */
  readonly heapBytes?: number;
  readonly heapLimit?: number;
  /**
   * Least difference between the venue's clock and session time, by the latest response since the
   * last sample: its Date header has whole seconds. Absent without such a response.
   */
  readonly clockOffset?: Micros;
  /** How far wall and monotonic clock moved apart since the last sample; absent below 1 ms. */
  readonly clockStep?: Micros;
  /** Durations in real milliseconds of the calls that were answered since the last sample. */
  readonly callMillis?: readonly number[];
  /** Calls since the last sample without a complete response in time. */
  readonly callTimeouts?: number;
  /** Longest session time since a polled own order was last reported. */
  readonly orderGap?: Micros;
  /** Session time since the active orders were last polled; absent before a poll is due. */
  readonly listGap?: Micros;
  /** Session time since the last successful poll of positions was sent; absent before it is due. */
  readonly positionGap?: Micros;
  /** Real time since the watchdog's heartbeat changed; absent without a watchdog. */
  readonly guardSilence?: Micros;
}
