// The symbols of a session by name, and their streams of rates.
import { Observable, type Subscriber } from 'rxjs';
import { type Instrument, Rate } from '../domain/index.js';
import { SymbolState } from '../risk/gate/index.js';
import { freezeDeep } from '../strategy/index.js';

/** Rates of one symbol. A strategy may change the Rate it gets, so no two strategies share one. */
export class RateEmitter {
  /** Subscribers and, at the same index, their strategies. Replaced, never changed. */
  #targets: readonly Subscriber<Rate>[] = [];
  #owners: readonly object[] = [];
  #isShared = false;

  streamOf(owner: object): Observable<Rate> {
    return new Observable<Rate>((subscriber) => {
      this.#set([...this.#targets, subscriber], [...this.#owners, owner]);
      return () => {
        const isLeft = (_: unknown, i: number) => targets[i] !== subscriber;
        const targets = this.#targets;
        this.#set(targets.filter(isLeft), this.#owners.filter(isLeft));
      };
    });
  }

  get isObserved(): boolean {
    return this.#targets.length > 0;
  }

  emit(rate: Rate): void {
    const targets = this.#targets;
    if (this.#isShared) this.#emitCopies(rate);
    else for (let i = 0; i < targets.length; i++) targets[i]?.next(rate);
  }

  /** Copies before the first emission: a strategy may change the Rate that it gets. */
  #emitCopies(rate: Rate): void {
    const copies = this.#targets.map(() => copyRate(rate));
    for (const [i, target] of this.#targets.entries()) target.next(copies[i] ?? rate);
  }

  #set(targets: readonly Subscriber<Rate>[], owners: readonly object[]): void {
    this.#targets = targets;
    this.#owners = owners;
    this.#isShared = owners.some((owner) => owner !== owners[0]);
  }
}

function copyRate(rate: Rate): Rate {
  const { instrument, bidTicks, offerTicks, bidUnits, offerUnits, receivedAt, venueAt } = rate;
  return new Rate(instrument, bidTicks, offerTicks, bidUnits, offerUnits, venueAt, receivedAt);
}

export class Symbols {
  /** The index is Instrument.id. */
  readonly states: readonly SymbolState[];
  readonly rates: readonly RateEmitter[];
  readonly byName: ReadonlyMap<string, SymbolState>;

  constructor(instruments: readonly Instrument[]) {
    // Strategies get the very instruments that the gate uses, hence frozen.
    this.states = instruments.map((instrument) => new SymbolState(freezeDeep(instrument)));
    this.rates = instruments.map(() => new RateEmitter());
    this.byName = new Map(this.states.map((state) => [state.instrument.symbol, state]));
  }

  /** Number of orders of unknown outcome in all symbols. */
  get unknownOrders(): number {
    let all = 0;
    for (const { unknownOrders } of this.states) all += unknownOrders;
    return all;
  }

  get first(): SymbolState {
    const [first] = this.states;
    // unreached: a session has symbols
    if (first === undefined) throw new RangeError('a kernel needs at least one instrument');
    return first;
  }

  /** Throws for a symbol that is not part of the session. */
  stateOf(symbol: string): SymbolState {
    const state = this.byName.get(symbol);
    if (state !== undefined) return state;
    const known = [...this.byName.keys()].join(', ');
    throw new RangeError(`expected a symbol of this session (${known}), found ${symbol}`);
  }

  find(symbol: string): SymbolState | undefined {
    return this.byName.get(symbol);
  }

  ratesOf(owner: object, symbol: string): Observable<Rate> {
    const rates = this.rates[this.stateOf(symbol).instrument.id];
    // unreached: every symbol has some
    if (rates === undefined) throw new RangeError(`no rates of ${symbol}`);
    return rates.streamOf(owner);
  }
}
