// A person closes every position of a session: the permit to do so under halts, and how it ended.
import type { BotEvent } from '../../domain/index.js';
import type { FlattenEnd, Kernel } from '../../kernel/index.js';
import type { FlattenCommand } from '../../control/index.js';

export class FlattenPermit {
  readonly #kernel: Pick<Kernel, 'flattening'>;
  readonly #take: (event: BotEvent) => void;
  #closing:
    { readonly end: Promise<FlattenEnd>; readonly resolve: (end: FlattenEnd) => void } | undefined;

  constructor(kernel: Pick<Kernel, 'flattening'>, take: (event: BotEvent) => void) {
    this.#kernel = kernel;
    this.#take = take;
  }

  /** Reducing orders may leave under the latch and the kill file that held when it began. */
  get isPermitted(): boolean {
    return this.#closing !== undefined;
  }

  /**
   * Resolves once it is over; at once where there is `trouble`, or one that lasts. Who asks while
   * positions are being closed learns how that ends.
   */
  begin({ reason, who }: FlattenCommand, trouble: string | undefined): Promise<FlattenEnd> {
    if (this.#closing !== undefined) return this.#closing.end;
    if (trouble !== undefined) return Promise.resolve({ trouble });
    let resolve: (end: FlattenEnd) => void = () => undefined;
    const end = new Promise<FlattenEnd>((settle) => (resolve = settle));
    this.#closing = { end, resolve };
    const text = `${reason} (${who})`;
    this.#take({ type: 'operator', action: 'flatten', reason: text, who });
    return end;
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
    this.#closing?.resolve(end);
    this.#closing = undefined;
  }
}
