// Resolutions that an operator gave while no bot ran: kept until a start applies or drops them.
import type { RecoveryPorts } from './ports.js';
import type { PendingResolution } from './resolution-records.js';

/**
 * Applies each resolution once, after the start has looked for the order at the venue without
 * success.
 */
export class PendingResolutions {
  readonly #ports: Pick<RecoveryPorts, 'isResolutionDue' | 'listOpen' | 'take' | 'notify'>;
  #words: readonly PendingResolution[];
  #areEndsDue = false;

  constructor(
    ports: Pick<RecoveryPorts, 'isResolutionDue' | 'listOpen' | 'take' | 'notify'>,
    words: readonly PendingResolution[],
  ) {
    this.#ports = ports;
    this.#words = words;
  }

  /** Applies the resolutions that are due; to be called repeatedly while orders are unknown. */
  look(): void {
    this.#words = this.#words.filter((word) => this.#isKept(word));
  }

  /**
   * Applies resolutions of the unexplained rest of closed orders too, after all other sources were
   * read.
   */
  lookAtEnds(): void {
    this.#areEndsDue = true;
    this.look();
  }

  #isKept(word: PendingResolution): boolean {
    const { isResolutionDue, listOpen, take, notify } = this.#ports;
    const { as, by, coId } = word;
    const order = listOpen().find((one) => one.coId === coId);
    if (order?.hasOpenEnd === true && !this.#areEndsDue) return true;
    if (order === undefined || !(order.isUnknown || order.hasOpenEnd === true)) {
      const why = 'its outcome is known already';
      notify(`the resolution by ${by} of order ${coId} as ${as} is dropped: ${why}`);
      return false;
    }
    if (!isResolutionDue(word)) return true;
    notify(`the resolution by ${by} of order ${coId} is applied: ${as}`);
    take({ type: 'resolve', ...word });
    return false;
  }
}
