// Halts trading in a scope: latches the halt, reports it and cancels own orders in its scope.
import type { Halt } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import type { TradingState } from '../../risk/gate/index.js';
import type { Outputs } from '../outputs.js';
import type { Cancels } from './cancels.js';

export class TradingHalts {
  readonly #trading: TradingState;
  readonly #cancels: Cancels;
  readonly #outputs: Outputs;
  readonly #now: () => Instant;
  readonly #listeners: ((halt: Halt) => void)[] = [];

  constructor(trading: TradingState, cancels: Cancels, outputs: Outputs, now: () => Instant) {
    this.#trading = trading;
    this.#cancels = cancels;
    this.#outputs = outputs;
    this.#now = now;
  }

  /** Calls back for each halt that is latched, before its cancels. */
  onLatched(listener: (halt: Halt) => void): void {
    this.#listeners.push(listener);
  }

  /** Halts everything or one strategy; false when this cause of it was reported before. */
  halt(scope: 'all' | 'strategy', strategy: string, rule: string, reason: string): boolean {
    return this.haltOrReport({ at: this.#now(), scope, strategy, rule, reason });
  }

  /** Halts one symbol for all strategies; they go on in other symbols. */
  haltSymbol(symbol: string, rule: string, reason: string): boolean {
    const at = this.#now();
    return this.haltOrReport({ at, scope: 'symbol', strategy: '', symbol, rule, reason });
  }

  /** Reports a halt once even under a wider halt: the operator who resumes must see both. */
  haltOrReport(halt: Halt): boolean {
    const isUnreported = this.#trading.halts.noteCause(halt);
    if (this.latchHalt(halt)) return true;
    if (isUnreported) this.#outputs.halted(halt);
    return isUnreported;
  }

  /** Returns false when a latched halt covers this one. */
  latchHalt(halt: Halt): boolean {
    if (!this.#trading.halts.latch(halt)) return false;
    this.#outputs.halted(halt);
    for (const listener of this.#listeners) listener(halt);
    this.#cancels.cancelHalted(halt);
    return true;
  }
}
