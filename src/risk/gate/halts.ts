// Latched halts of everything, of strategies and of symbols. The session sets them and never clears
// them.
import type { Halt } from '../../domain/events/index.js';

/** Controls by which an operator halts, the watchdog included. */
const BY_HAND: ReadonlySet<string> = new Set(['RC62', 'RC63', 'RC65', 'GUARD_STALE']);

/**
 * True for an operator's halt of everything: own orders are cancelled then, whatever the policy
 * says about earlier halts.
 */
export function isManualHalt({ rule, scope }: Pick<Halt, 'rule' | 'scope'>): boolean {
  return scope === 'all' && BY_HAND.has(rule);
}

export class Halts {
  #all: Halt | undefined;
  readonly #strategies = new Map<string, Halt>();
  readonly #symbols = new Map<string, Halt>();
  /** Causes that were reported, by control and scope. */
  readonly #causes = new Set<string>();
  #found = 0;
  #isByHand = false;

  /** The halt of everything, if any. */
  get all(): Halt | undefined {
    return this.#all;
  }

  /**
   * Counts halts, including those under a covering halt. `resume` fails if it changed since the
   * operator was shown the halts.
   */
  get found(): number {
    return this.#found;
  }

  /** True when an operator has halted everything, even if it was halted already. */
  get isByHand(): boolean {
    return this.#isByHand;
  }

  isHalted(strategy: string, symbol = ''): boolean {
    if (this.#all !== undefined) return true;
    return (
      find(this.#strategies, strategy) !== undefined || find(this.#symbols, symbol) !== undefined
    );
  }

  /** Latches a halt; false when a latched halt covers it. */
  latch(halt: Halt): boolean {
    if (isManualHalt(halt)) this.#isByHand = true;
    const { scope, strategy, symbol = '' } = halt;
    if (scope === 'all') {
      if (this.#all !== undefined) return false;
      this.#all = halt;
      return true;
    }
    if (scope === 'symbol') {
      if (this.#all !== undefined || this.#symbols.has(symbol)) return false;
      this.#symbols.set(symbol, halt);
      return true;
    }
    if (this.isHalted(strategy)) return false;
    this.#strategies.set(strategy, halt);
    return true;
  }

  /** Notes the cause of a halt, also under a covering halt; false when it was reported before. */
  noteCause({ rule, scope, strategy, symbol = '' }: Halt): boolean {
    const cause = `${rule} ${scope} ${strategy} ${symbol}`;
    if (this.#causes.has(cause)) return false;
    this.#causes.add(cause);
    this.#found += 1;
    return true;
  }

  /** The cause of a reported halt occurred again, by a response of the venue or by an operator. */
  noteAgain(): void {
    this.#found += 1;
  }

  /** Order: everything, strategies by name, symbols by name. */
  list(): readonly Halt[] {
    const all = this.#all === undefined ? [] : [this.#all];
    const strategies = [...this.#strategies.values()];
    strategies.sort((a, b) => (a.strategy < b.strategy ? -1 : 1));
    const symbols = [...this.#symbols].sort(([a], [b]) => (a < b ? -1 : 1));
    return [...all, ...strategies, ...symbols.map(([, halt]) => halt)];
  }

  /** Halts that stop a strategy in a symbol. */
  listOver(strategy: string, symbol: string): readonly Halt[] {
    const halts = [this.#all, this.#strategies.get(strategy), this.#symbols.get(symbol)];
    return halts.filter((halt) => halt !== undefined);
  }

  /** Restores the halts of the previous run. */
  restore(halts: readonly Halt[]): void {
    // Everything goes last: once it is latched, no narrower halt can be.
    for (const halt of halts.toReversed()) {
      this.latch(halt);
      this.noteCause(halt);
    }
  }
}

/** Usually there is no halt, and then no name is looked up. */
function find(halts: ReadonlyMap<string, Halt>, name: string): Halt | undefined {
  return halts.size === 0 ? undefined : halts.get(name);
}
