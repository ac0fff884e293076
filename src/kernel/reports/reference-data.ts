// Applies the venue's reference data of a symbol: precision, minimum size and size increment.
import type { PollEvent, ReferenceEvent } from '../../domain/events/index.js';
import type { Instant, InstrumentTerms } from '../../domain/index.js';
import { type SymbolState, applySymbolTerms } from '../../risk/gate/index.js';
import type { KernelComponents } from '../components.js';

/**
 * A changed precision halts everything, because all prices depend on it. Sizes follow the newest
 * minimum and increment.
 */
export function applyReference(
  state: KernelComponents,
  at: Instant,
  { symbol, terms }: ReferenceEvent,
): void {
  const { halts, orderManager, names, outputs, trading } = state;
  const one = names.stateOf(symbol);
  const { ratePrecision } = one.instrument;
  if ((terms.ratePrecision ?? ratePrecision) !== ratePrecision) {
    halts.halt('all', '', 'RC07', `${symbol}: the venue's precision differs from ours`);
  }
  const taken = applySymbolTerms(one, terms);
  if (taken !== 'same') {
    orderManager.gate.forgetTerms();
    const text = describeTerms(one, terms);
    if (taken === 'unfit') halts.haltSymbol(symbol, 'RC06', text);
    else outputs.alert({ at, level: 'warn', rule: 'RC06', strategy: '', symbol, text });
  }
  one.listing = 'listed';
  trading.pauses.listed(symbol);
}

/**
 * Handles a poll that brought no reference data. A symbol that the venue does not have, or never
 * described, is paused until it is listed.
 */
export function applyNoReference(state: KernelComponents, at: Instant, event: PollEvent): void {
  const { orderManager, names, outputs, trading } = state;
  const { key: symbol, outcome, message } = event;
  const one = names.find(symbol);
  if (one === undefined || one.listing === 'missing' || !orderManager.gate.isOn('RC01')) return;
  if (outcome === 'failed' && one.listing === 'listed') return;
  one.listing = 'missing';
  const found = outcome === 'empty' ? 'the venue has none' : message;
  const reason = `no reference data of ${symbol}: ${found}`;
  trading.pauses.add({
    scope: 'symbol',
    key: symbol,
    control: 'RC01',
    reason,
    cause: 'reference',
    since: at,
    hitAt: at,
    until: 'listed',
  });
  outputs.alert({ at, level: 'page', rule: 'RC01', strategy: '', symbol, text: reason });
  const about = { what: 'refdata', symbol, coId: '', share: 0, until: 0, reason };
  outputs.ask({ at, kind: 'refresh', ...about });
}

function describeTerms(
  { instrument: { symbol } }: SymbolState,
  { minSize, sizeIncrement }: InstrumentTerms,
): string {
  const size = String(minSize ?? 'none');
  const step = String(sizeIncrement ?? 'none');
  return `${symbol}: the venue has minimum size ${size} and step ${step} now`;
}
