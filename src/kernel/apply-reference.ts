// What the venue's reference data of a symbol says now: precision, least size and step.
import type { Instant, InstrumentTerms, ReferenceEvent } from '../domain/index.js';
import { type SymbolState, takeTerms } from '../risk/index.js';
import type { BotState } from './bot-state.js';

/** Every price and size rests on the precision; sizes fit what is newest from here on. */
export function applyReference(
  state: BotState,
  at: Instant,
  { symbol, terms }: ReferenceEvent,
): void {
  const { desk, names, outputs } = state;
  const one = names.stateOf(symbol);
  const { ratePrecision } = one.instrument;
  if ((terms.ratePrecision ?? ratePrecision) !== ratePrecision) {
    desk.halt('all', '', 'RC07', `${symbol}: the venue's precision differs from ours`);
  }
  const taken = takeTerms(one, terms);
  if (taken !== 'same') {
    desk.gate.forgetTerms();
    const text = describeTerms(one, terms);
    if (taken === 'unfit') desk.haltSymbol(symbol, 'RC06', text);
    else outputs.alert({ at, level: 'warn', rule: 'RC06', strategy: '', symbol, text });
  }
  desk.gate.pauses.listed(symbol);
}

function describeTerms(
  { instrument: { symbol } }: SymbolState,
  { minSize, sizeIncrement }: InstrumentTerms,
): string {
  const say = (figure: number | undefined) => String(figure ?? 'none');
  return `${symbol}: the venue's least size is ${say(minSize)} now, its step ${say(sizeIncrement)}`;
}
