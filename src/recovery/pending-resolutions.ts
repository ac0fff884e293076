// Words on orders that a person gave while no bot ran: kept until a start takes or drops them.
import type { ResolveEvent } from '../domain/index.js';
import type { RecoveryPorts } from './recover.js';

/** Type of the record of one; an input is made of it at a start, and no sooner. */
export const WORD_TYPE = 'word';

/** What a person says became of an order. */
export type PendingResolution = Omit<ResolveEvent, 'type'>;

/** The newest word on an order is the one that counts. */
export function addWord(
  words: readonly PendingResolution[],
  word: PendingResolution,
): readonly PendingResolution[] {
  return [...words.filter(({ coId }) => coId !== word.coId), word];
}

/** The start gives each word once: when the order was looked for in vain, never before that. */
export class PendingResolutions {
  readonly #ports: Pick<RecoveryPorts, 'isWordDue' | 'listOpen' | 'take' | 'notify'>;
  #words: readonly PendingResolution[];
  #areEndsDue = false;

  constructor(
    ports: Pick<RecoveryPorts, 'isWordDue' | 'listOpen' | 'take' | 'notify'>,
    words: readonly PendingResolution[],
  ) {
    this.#ports = ports;
    this.#words = words;
  }

  /** To be called again and again while orders are in doubt. */
  look(): void {
    this.#words = this.#words.filter((word) => this.#isKept(word));
  }

  /** The same for the rest of orders that the venue ended: once all else of them was looked for. */
  lookAtEnds(): void {
    this.#areEndsDue = true;
    this.look();
  }

  #isKept(word: PendingResolution): boolean {
    const { isWordDue, listOpen, take, notify } = this.#ports;
    const { as, by, coId } = word;
    const order = listOpen().find((one) => one.coId === coId);
    if (order?.hasOpenEnd === true && !this.#areEndsDue) return true;
    if (order === undefined || !(order.isUnknown || order.hasOpenEnd === true)) {
      notify(
        `the word of ${by} on order ${coId}, ${as}, is dropped: the order was found without it`,
      );
      return false;
    }
    if (!isWordDue(word)) return true;
    notify(`the word of ${by} on order ${coId} is taken: ${as}`);
    take({ type: 'resolve', ...word });
    return false;
  }
}
