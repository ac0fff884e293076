// Whether a new order may leave, by what the naive model of an order's life holds.
import type { Terms } from './order-model-inputs.js';
import type { Pause } from './order-model-state.js';
import type { ModelView } from './order-model-view.js';

type Scoped = Pick<Terms, 'strategy' | 'symbol'> & Partial<Pick<Terms, 'type' | 'timeInForce'>>;

/**
 * What must keep an order back: a halt, a pause since the last start that is not over, orders in
 * doubt.
 */
export function findStop(view: ModelView, terms: Terms, since: number): string | undefined {
  if (isStopped(view, terms)) return 'a halt';
  const pause = view.pauses.find(({ at, until, ...one }) => {
    const isOn = typeof until === 'number' && at + until > view.now && at > since;
    return isOn && isOver(one, terms);
  });
  if (pause !== undefined) return `a pause for ${pause.cause}`;
  const unresolved = view.unresolved.map((name) => view.orders.find((one) => one.name === name));
  if (unresolved.length > 1) return 'two orders in doubt';
  return unresolved.some((one) => one?.symbol === terms.symbol) ? 'an order in doubt' : undefined;
}

/** Pauses end by what the model is not told of: any that ever was in scope may still hold. */
export function mayRefuse(view: ModelView, terms: Terms): boolean {
  return isStopped(view, terms) || view.pauses.some((pause) => isOver(pause, terms));
}

/** Whether a halt covers the strategy or the symbol. */
export function isStopped({ halts }: ModelView, terms: Scoped): boolean {
  return halts.some((halt) => isOver(halt, terms));
}

function isOver({ scope, key }: Pick<Pause, 'scope' | 'key'>, terms: Scoped): boolean {
  switch (scope) {
    case 'all':
      return true;
    case 'strategy':
      return key === terms.strategy;
    case 'symbol':
      return key === terms.symbol;
    case 'type':
      return key === `${terms.type ?? ''} ${terms.timeInForce ?? ''}`;
  }
}
