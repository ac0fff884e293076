// RC49: what the venue says is held is what our fills add up to.
import { z } from 'zod';
import { type Instant, type Micros, MINUTE, SECOND } from '../../domain/index.js';
import { formatUnits } from '../figures.js';
import type { RiskRule } from '../rule.js';

/** More of a difference than this, in the account currency, halts everything. */
const LARGE = 100_000;

const params = z.strictObject({});

/** A difference that open orders could explain has to stay for so long. */
const EXPLAINED: Micros = 5 * MINUTE;

interface Watch {
  /** Venue's position less our fills before this run. */
  baseline: number | undefined;
  /** The difference of the last read, and since when it is the same. */
  difference: number;
  at: Instant;
  isHalted: boolean;
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
    const watches = symbols.map((): Watch => ({
      ...{ baseline: undefined, difference: 0, at: 0, isHalted: false },
    }));
    let halted = 0;
    return {
      onEvent: (event, at) => {
        if (event.type !== 'position') return;
        const state = symbols.find(({ instrument }) => instrument.symbol === event.symbol);
        const watch = watches[state?.instrument.id ?? -1];
        if (state === undefined || watch === undefined) return;
        const isQuiet = state.workingBuy + state.workingSell === 0;
        if (!isQuiet && watch.baseline === undefined && event.baseline === undefined) return;
        watch.baseline = event.baseline ?? watch.baseline ?? event.units - state.position;
        const difference = event.units - watch.baseline - state.position;
        const isConfirmed = difference !== 0 && difference === watch.difference;
        if (difference !== watch.difference) watch.at = at;
        watch.difference = difference;
        // In flight: the venue may count fills of open orders that we do not know of yet.
        const open = difference > 0 ? state.workingBuy : state.workingSell;
        const isExplained = Math.abs(difference) <= open;
        if (isExplained && state.unknownOrders > 0) watch.at = at;
        const span = isExplained ? EXPLAINED : 2 * Math.max(pollInterval, SECOND);
        if (!isConfirmed || at - watch.at < span) return;
        if (!watch.isHalted) halted++;
        watch.isHalted = true;
        const found = formatUnits(difference, state.instrument);
        const reason = `the venue's position of ${event.symbol} differs by ${found} from our fills`;
        const worth = money.exact(Math.abs(difference), state) ?? Infinity;
        const isAll = halted > 1 || worth > LARGE;
        act.halt('RC49', isAll ? {} : { symbol: event.symbol }, reason);
      },
    };
  },
};
