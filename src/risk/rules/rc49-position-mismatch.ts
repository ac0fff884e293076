// RC49: what the venue says is held is what our fills add up to.
import { z } from 'zod';
import { type Instant, SECOND } from '../../domain/index.js';
import { formatUnits } from '../figures.js';
import type { RiskRule } from '../rule.js';

/** More of a difference than this, in the account currency, halts everything. */
const LARGE = 100_000;

const params = z.strictObject({});

interface Watch {
  /** Venue's position less our fills before this run. */
  baseline: number | undefined;
  /** The difference of the last read, and when that was. */
  difference: number;
  at: Instant;
}

export const rc49: RiskRule<typeof params> = {
  id: 'RC49',
  summary: 'Position mismatch',
  stage: 'post',
  class: 'T',
  live: 'F',
  mitigates: 'a position that nobody knows of',
  action: 'HALT(symbol); a second one or above 100k HALT(all)',
  params,
  create: (_, { symbols, act, money, pollInterval }) => {
    const watches = symbols.map((): Watch => ({ baseline: undefined, difference: 0, at: 0 }));
    let halted = 0;
    return {
      onEvent: (event, at) => {
        if (event.type !== 'position') return;
        const state = symbols.find(({ instrument }) => instrument.symbol === event.symbol);
        const watch = watches[state?.instrument.id ?? -1];
        if (state === undefined || watch === undefined) return;
        // In flight: what the venue counts may be older or newer than what we do.
        if (state.workingBuy + state.workingSell > 0 || state.unknownOrders > 0) {
          watch.difference = 0;
          return;
        }
        watch.baseline ??= event.baseline ?? event.units - state.position;
        const difference = event.units - watch.baseline - state.position;
        const isConfirmed = difference !== 0 && difference === watch.difference;
        const isLater = at - watch.at >= 2 * Math.max(pollInterval, SECOND);
        if (difference !== watch.difference) watch.at = at;
        watch.difference = difference;
        if (!isConfirmed || !isLater) return;
        halted++;
        const found = formatUnits(difference, state.instrument);
        const reason = `the venue's position of ${event.symbol} differs by ${found} from our fills`;
        const worth = money.exact(Math.abs(difference), state) ?? Infinity;
        const isAll = halted > 1 || worth > LARGE;
        act.halt('RC49', isAll ? {} : { symbol: event.symbol }, reason);
      },
    };
  },
};
