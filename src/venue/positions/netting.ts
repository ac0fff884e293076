// Netting of trades into a position: average cost, exact in minor units.
import { divideHalfUp, magnitude } from '../../domain/index.js';

/** One leg of a trade: bought base above 0 and paid term below 0, or the other way round. */
export interface Flow {
  readonly tradeId: string;
  readonly base: bigint;
  readonly term: bigint;
  /** Base x all-in rate, not rounded to the term's minor units; of the sign of `base`. */
  readonly cost: bigint;
}

/**
 * Minor units. `term` is what the open part cost, of the sign opposite to `base`; `cost` the same
 * before rounding, as in a flow.
 */
export interface Netted {
  readonly base: bigint;
  readonly term: bigint;
  readonly cost: bigint;
  readonly realized: bigint;
}

export const NOTHING: Netted = { base: 0n, term: 0n, cost: 0n, realized: 0n };

/**
 * The position after a flow. What enlarges it adds to its cost. What reduces it takes its share of
 * the cost out, rounded half up to a minor unit of the term, and realizes the difference; what is
 * beyond the position opens one the other way at the flow's own rate. Cost and realized P&L always
 * add up to all that was paid.
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

/** amount x part / whole, its magnitude rounded half up. */
function share(amount: bigint, part: bigint, whole: bigint): bigint {
  const rounded = divideHalfUp(magnitude(amount) * part, whole);
  return amount < 0n ? -rounded : rounded;
}
