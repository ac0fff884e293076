// A person closes every position of a session: the permit to do so under halts, and how it ended.
import type { BotEvent } from '../domain/index.js';
import type { FlattenEnd, Kernel } from '../kernel/index.js';

/** Who closes the positions, and why. */
export interface FlattenOrder {
  readonly who: string;
  readonly reason: string;
}

export class Flattening {
  readonly #kernel: Pick<Kernel, 'flattening'>;
  readonly #take: (event: BotEvent) => void;
  #resolve: ((end: FlattenEnd) => void) | undefined;

  constructor(kernel: Pick<Kernel, 'flattening'>, take: (event: BotEvent) => void) {
    this.#kernel = kernel;
    this.#take = take;
  }

  /** Reducing orders may leave under the latch and the kill file that held when it began. */
  get isPermitted(): boolean {
    return this.#resolve !== undefined;
  }

  /** Resolves once it is over; a second one while it lasts is turned down. */
  begin({ reason, who }: FlattenOrder): Promise<FlattenEnd> {
    if (this.#resolve !== undefined) {
      return Promise.resolve({ trouble: 'positions are being closed already' });
    }
    return new Promise((resolve) => {
      this.#resolve = resolve;
      const text = `${reason} (${who})`;
      this.#take({ type: 'operator', action: 'flatten', reason: text, who });
    });
  }

  /** Nothing more of it leaves, whatever the kernel has in hand. */
  revoke(trouble: string): void {
    this.#end({ trouble });
  }

  /** After each step. */
  look(): void {
    const { isActive, last } = this.#kernel.flattening;
    if (!isActive && last !== undefined) this.#end(last);
  }

  #end(end: FlattenEnd): void {
    this.#resolve?.(end);
    this.#resolve = undefined;
  }
}
