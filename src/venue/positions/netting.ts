// Netting of trades into a position: average cost, exact in minor units.
import { divideHalfUp, magnitude } from '../../domain/numbers/index.js';

/** One leg of a trade: base is positive and term negative for a purchase, reversed for a sale. */
export interface Flow {
  readonly tradeId: string;
  readonly base: bigint;
  readonly term: bigint;
  /** Base x all-in rate, not rounded to minor units of the term; has the sign of `base`. */
  readonly cost: bigint;
}

/**
 * Minor units. `term` is the cost of the open position, with the sign opposite to `base`; `cost` is
 * the same before rounding, as in `Flow`.
 */
export interface Netted {
  readonly base: bigint;
  readonly term: bigint;
  readonly cost: bigint;
  readonly realized: bigint;
}

export const NOTHING: Netted = { base: 0n, term: 0n, cost: 0n, realized: 0n };

/**
 * Position after a flow. An increase adds to the cost. A decrease removes its share of the cost,
 * rounded half up to a minor unit of the term, and realizes the difference; what exceeds the
 * position opens an opposite one at the flow's own rate. Cost plus realized P&L always equals the
 * sum of all payments.
 */
export function applyFlow(position: Netted, flow: Flow): Netted {
  const { base, term, cost, realized } = position;
  const isClosing = base !== 0n && flow.base > 0n !== base > 0n;
  if (!isClosing) {
    return {
      base: base + flow.base,
      term: term + flow.term,
      cost: cost + flow.cost,
      realized,
    };
  }
  const [open, closing] = [magnitude(base), magnitude(flow.base)];
  const closed = open < closing ? open : closing;
  const paid = share(term, closed, open);
  const proceeds = share(flow.term, closed, closing);
  return {
    base: base + flow.base,
    term: term - paid + (flow.term - proceeds),
    cost: cost - share(cost, closed, open) + (flow.cost - share(flow.cost, closed, closing)),
    realized: realized + paid + proceeds,
  };
}

/** amount x part / whole, the magnitude rounded half up. */
function share(amount: bigint, part: bigint, whole: bigint): bigint {
  const rounded = divideHalfUp(magnitude(amount) * part, whole);
  return amount < 0n ? -rounded : rounded;
}
