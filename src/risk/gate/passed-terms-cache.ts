// Cache of the last order terms that passed, by symbol: rules that depend on terms only need not
// check the same terms again.
import type { OrderType, TimeInForce } from '../../domain/orders/index.js';
import type { Candidate } from '../rule.js';

interface Terms {
  strategy: string;
  type: OrderType;
  timeInForce: TimeInForce;
  currency: string;
  units: number;
  expirySeconds: number;
}

export class PassedTermsCache {
  /** The index is Instrument.id. */
  readonly #last: (Terms | undefined)[] = [];

  /** True when all terms equal those that passed last. */
  has(candidate: Candidate): boolean {
    const last = this.#last[candidate.symbol.instrument.id];
    return (
      last !== undefined &&
      last.units === candidate.units &&
      last.strategy === candidate.strategy &&
      last.type === candidate.type &&
      last.timeInForce === candidate.timeInForce &&
      last.currency === candidate.currency &&
      last.expirySeconds === candidate.expirySeconds &&
      isPlain(candidate)
    );
  }

  /** The next order of each symbol is checked in full. */
  clear(): void {
    this.#last.length = 0;
  }

  add(candidate: Candidate): void {
    if (!isPlain(candidate)) return;
    const { symbol, strategy, type, timeInForce, currency, units, expirySeconds } = candidate;
    const terms = { strategy, type, timeInForce, currency, units, expirySeconds };
    this.#last[symbol.instrument.id] = terms;
  }
}

/** True for an order without parent, value date and details. */
function isPlain({ valueDate, details, parentRest }: Candidate): boolean {
  return valueDate === '' && details === undefined && parentRest === Infinity;
}
