// Latched halts: of everything, of strategies, of symbols. Set once, never cleared by the session.
import type { Halt } from '../../domain/index.js';

/** Controls by which people halt, the guard that they have set among them. */
const BY_HAND: ReadonlySet<string> = new Set(['RC62', 'RC63', 'RC65', 'GUARD_STALE']);

/** Whether a person halts everything: own orders are cancelled then, whatever has halted before. */
export function isManualHalt({ rule, scope }: Pick<Halt, 'rule' | 'scope'>): boolean {
  return scope === 'all' && BY_HAND.has(rule);
}

export class Halts {
  #all: Halt | undefined;
  readonly #strategies = new Map<string, Halt>();
  readonly #symbols = new Map<string, Halt>();
  /** What was told to halt, by control and scope. */
  readonly #causes = new Set<string>();
  #found = 0;
  #isByHand = false;

  /** The halt of everything, if any. */
  get all(): Halt | undefined {
    return this.#all;
  }

  /** Grows with all that a person who ends halts has to have seen. */
  get found(): number {
    return this.#found;
  }

  /** A person halts everything, also where it is halted already. */
  get isByHand(): boolean {
    return this.#isByHand;
  }

  isHalted(strategy: string, symbol = ''): boolean {
    if (this.#all !== undefined) return true;
    return (
      find(this.#strategies, strategy) !== undefined || find(this.#symbols, symbol) !== undefined
    );
  }

  /** False when one that is latched covers it. */
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

  /** Notes why something halts, also under a halt that covers it; false when that was told. */
  noteCause({ rule, scope, strategy, symbol = '' }: Halt): boolean {
    const cause = `${rule} ${scope} ${strategy} ${symbol}`;
    if (this.#causes.has(cause)) return false;
    this.#causes.add(cause);
    this.#found += 1;
    return true;
  }

  /** An answer of the venue, or a person, halts for what was told before. */
  noteAgain(): void {
    this.#found += 1;
  }

  /** Everything, strategies, symbols. */
  list(): readonly Halt[] {
    const all = this.#all === undefined ? [] : [this.#all];
    const strategies = [...this.#strategies.values()];
    strategies.sort((a, b) => (a.strategy < b.strategy ? -1 : 1));
    const symbols = [...this.#symbols].sort(([a], [b]) => (a < b ? -1 : 1));
    return [...all, ...strategies, ...symbols.map(([, halt]) => halt)];
  }

  /** Those that hold what a strategy does in a symbol. */
  listOver(strategy: string, symbol: string): readonly Halt[] {
    const halts = [this.#all, this.#strategies.get(strategy), this.#symbols.get(symbol)];
    return halts.filter((halt) => halt !== undefined);
  }

  /** Takes over those of the run before. */
  restore(halts: readonly Halt[]): void {
    // Everything last: once it is halted, no single one is latched any more.
    for (const halt of halts.toReversed()) {
      this.latch(halt);
      this.noteCause(halt);
    }
  }
}

/** Mostly nothing is halted: then no name is looked for. */
function find(halts: ReadonlyMap<string, Halt>, name: string): Halt | undefined {
  return halts.size === 0 ? undefined : halts.get(name);
}
