// Terms of the last order of each symbol that passed: rules that judge nothing else let the same
// terms go again.
import type { OrderType, TimeInForce } from '../../domain/index.js';
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
  /** By instrument id. */
  readonly #last: (Terms | undefined)[] = [];

  /** Whether all that `add` notes is the same. */
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

  /** What was let go is judged again. */
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

/** An order of its own, for spot, that carries nothing else. */
function isPlain({ valueDate, details, parentRest }: Candidate): boolean {
  return valueDate === '' && details === undefined && parentRest === Infinity;
}
