// What the bot machine is told of its host and of the ways to the venue, now and then.
import type { Micros } from '../time.js';

/** A stamped measurement of the host. */
export interface HostEvent {
  readonly type: 'host';
  /** Longest delay of the event loop since the last sample, machine time. */
  readonly loopLag: Micros;
  /** Memory of the process (resident set), bytes. */
  readonly memoryBytes: number;
  /** Whether the instance lock is ours and no later epoch has begun; absent without a lock. */
  readonly isLocked?: boolean;
  /** Space of the file system that holds the journal, bytes. */
  readonly freeBytes?: number;
  readonly totalBytes?: number;
  /** Heap in use and its limit, bytes. */
  readonly heapBytes?: number;
  readonly heapLimit?: number;
  /**
   * How far the venue's clock was from session time, at least, in the latest answer since the last
   * sample: its Date header tells whole seconds. Absent without such an answer.
   */
  readonly clockOffset?: Micros;
  /** How far wall and monotonic clock moved apart since the last sample; absent below 1 ms. */
  readonly clockStep?: Micros;
  /** Machine milliseconds that calls took which were answered since the last sample. */
  readonly callMillis?: readonly number[];
  /** Calls since the last sample that got no whole answer in time. */
  readonly callTimeouts?: number;
  /** Longest session time since an own order was last seen, of those that are asked for. */
  readonly orderGap?: Micros;
  /** Session time since the last list of active orders was asked for; absent before one is due. */
  readonly listGap?: Micros;
  /** Session time since positions that were read were asked for; absent before they are due. */
  readonly positionGap?: Micros;
  /** Machine time since the guard's beat changed; absent where no guard is asked for. */
  readonly guardSilence?: Micros;
}
