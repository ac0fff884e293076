// Permit of an operator's flatten command: lets reducing orders leave under halts, and returns how
// the flatten ended.
import type { BotEvent } from '../../domain/events/index.js';
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

  /** Reducing orders may leave under the latch and the kill file of the flatten's start. */
  get isPermitted(): boolean {
    return this.#closing !== undefined;
  }

  /**
   * Starts to flatten; resolves when it has ended, or at once with `trouble`. A second command
   * during a flatten gets the result of the first.
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

  /** Withdraws the permit: no further order of the flatten leaves. */
  revoke(trouble: string): void {
    this.#end({ trouble });
  }

  /** Checks after each step whether the flatten has ended. */
  look(): void {
    const { isActive, last } = this.#kernel.flattening;
    if (!isActive && last !== undefined) this.#end(last);
  }

  #end(end: FlattenEnd): void {
    this.#closing?.resolve(end);
    this.#closing = undefined;
  }
}
