// The symbols of a session by name, and their streams of rates.
import type { Observable } from 'rxjs';
import type { Instrument, Rate } from '../domain/index.js';
import { SymbolState } from '../risk/index.js';
import { Emitter } from '../strategy/index.js';

export class Symbols {
  /** By instrument id. */
  readonly states: readonly SymbolState[];
  readonly rates: readonly Emitter<Rate>[];
  readonly byName: ReadonlyMap<string, SymbolState>;

  constructor(instruments: readonly Instrument[]) {
    this.states = instruments.map((instrument) => new SymbolState(instrument));
    this.rates = instruments.map(() => new Emitter<Rate>());
    this.byName = new Map(this.states.map((state) => [state.instrument.symbol, state]));
  }

  get first(): SymbolState {
    const [first] = this.states;
    // unreached: a session has symbols
    if (first === undefined) throw new RangeError('a kernel needs at least one instrument');
    return first;
  }

  /** Throws for a symbol that the session does not have. */
  stateOf(symbol: string): SymbolState {
    const state = this.byName.get(symbol);
    if (state !== undefined) return state;
    const known = [...this.byName.keys()].join(', ');
    throw new RangeError(`expected a symbol of this session (${known}), found ${symbol}`);
  }

  find(symbol: string): SymbolState | undefined {
    return this.byName.get(symbol);
  }

  ratesOf(symbol: string): Observable<Rate> {
    const rates = this.rates[this.stateOf(symbol).instrument.id];
    // unreached: every symbol has some
    if (rates === undefined) throw new RangeError(`no rates of ${symbol}`);
    return rates.stream;
  }
}
