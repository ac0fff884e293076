// Finds the order that replaced another one.
import { type Micros, MILLISECOND, MINUTE } from '../../../domain/index.js';
import type { RemotePorts } from '../ports.js';

/** Gap between two lists, and the time after which a longer gap applies, without end. */
const LIST_EVERY: Micros = 500 * MILLISECOND;
const SOON: Micros = 10 * MINUTE;
const LATER_EVERY: Micros = MINUTE;

export class ReplacementFinder {
  readonly #ports: RemotePorts;
  /** Stop functions of the searches, by the coId of the replaced order. */
  readonly #searches = new Map<string, () => void>();

  constructor(ports: RemotePorts) {
    this.#ports = ports;
  }

  /** Polls active orders until one names this order as its original, and reports that one. */
  seek(coId: string): void {
    if (this.#searches.has(coId)) return;
    const { clock, emit, streams } = this.#ports;
    const end = (): void => {
      timer.cancel();
      subscription.unsubscribe();
      this.#searches.delete(coId);
    };
    const search = (interval: Micros) =>
      streams.activeOrders({ interval }).subscribe((reading) => {
        if (reading.kind === 'poll') {
          emit(reading.event);
          return;
        }
        const successor = reading.events.find((event) => event.originalCoId === coId);
        if (successor === undefined) return;
        end();
        emit(successor);
      });
    let subscription = search(LIST_EVERY);
    const timer = clock.at(clock.now() + SOON, () => {
      subscription.unsubscribe();
      subscription = search(LATER_EVERY);
    });
    this.#searches.set(coId, end);
  }

  close(): void {
    for (const end of [...this.#searches.values()]) end();
  }
}
