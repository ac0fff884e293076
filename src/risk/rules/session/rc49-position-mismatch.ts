// RC49: what the venue says is held is what our fills add up to.
import { z } from 'zod';
import {
  type DatedUnits,
  findBaseline,
  type Halt,
  type Instant,
  SECOND,
} from '../../../domain/index.js';
import { formatUnits, ceiling, mostMoney } from '../limit-schemas.js';
import type { RiskRule, RuleSetup } from '../../rule.js';
import type { SymbolState } from '../../gate/symbol-state.js';

const figure = (value: number) => z.number().positive().default(value);
const params = z
  .strictObject({
    large: figure(100_000).describe('a difference above it halts everything, account currency'),
    confirmIntervals: figure(2).describe('poll intervals that a difference has to stay for'),
    explainedSeconds: figure(300).describe(
      'how long one has to stay that open orders or late fills explain',
    ),
  })
  .prefault({});

/** Reads that are asked for beyond those that come anyway, until the difference is gone. */
const MOST_REREADS = 3;
/** The venue's positions may lack a fill for so long: as late as a venue shows an order. */
const LATE = 15 * SECOND;
/** Rereads spread over that time: fills in step with the reads hide nothing, nor make all late. */
const REREAD_LATE = LATE / MOST_REREADS;
/** Fills of that time which are remembered, the newest. */
const MOST_FILLS = 1_000;

interface Watch {
  /** Venue's position less our fills before this run, by value date. */
  baseline: readonly DatedUnits[] | undefined;
  /** The difference of the last read, and since when it is the same. */
  difference: number;
  at: Instant;
  rereads: number;
  /** Whether one is still to be asked for. */
  isRereading: boolean;
  isHalted: boolean;
  isPaused: boolean;
  /** Signed units that were booked or taken back lately, oldest first. */
  readonly fills: { readonly at: Instant; readonly units: number }[];
}

export const rc49: RiskRule<typeof params> = {
  id: 'RC49',
  summary: 'Position mismatch',
  stage: 'post',
  class: 'T',
  research: 'enforced',
  live: 'F',
  mitigates: 'a position that nobody knows of',
  action: 'HALT(symbol); a second one or a large one HALT(all)',
  params,
  // Fixed: a limits file may ask for less, never for more.
  ceilings: {
    large: mostMoney(100_000),
    confirmIntervals: ceiling(2),
    explainedSeconds: ceiling(300),
  },
  create: (limits, { symbols, act, ledger, money, pollInterval, listHalts, listOrders }) => {
    const watches = symbols.map((): Watch => ({
      ...{ baseline: undefined, difference: 0, at: 0, isHalted: false },
      ...{ rereads: 0, isRereading: false, isPaused: false, fills: [] },
    }));
    const confirmed = limits.confirmIntervals * Math.max(pollInterval, SECOND);
    const explained = limits.explainedSeconds * SECOND;
    const { settlement } = ledger;
    return {
      onFill: ({ terms }, { at, units, isReplacement = false }) => {
        if (!isReplacement) note(watches[terms.symbol.instrument.id], terms.sign * units, at);
      },
      onFillReversed: ({ terms }, units, at) => {
        note(watches[terms.symbol.instrument.id], -terms.sign * units, at);
      },
      onEvent: (event, at) => {
        if (event.type !== 'position') return;
        const state = symbols.find(({ instrument }) => instrument.symbol === event.symbol);
        const watch = watches[state?.instrument.id ?? -1];
        if (state === undefined || watch === undefined) return;
        const isQuiet = state.workingBuy + state.workingSell === 0;
        if (!isQuiet && watch.baseline === undefined && event.baseline === undefined) return;
        const baseline =
          findBaseline(event) ?? watch.baseline ?? settlement.findExternal(state, event);
        watch.baseline = baseline;
        const difference = event.units - settlement.expectOpen(state, baseline, at);
        const isSame = difference !== 0 && difference === watch.difference;
        if (!isSame) watch.at = at;
        watch.difference = difference;
        // In flight: the venue may count fills of open orders that we do not know of yet.
        const open = difference > 0 ? state.workingBuy : state.workingSell;
        // The venue's day may end a little before ours: it drops what we do with the next turn.
        const hasTurned = event.units === settlement.expectOpen(state, baseline, at + explained);
        const isExplained = Math.abs(difference) <= open || hasTurned;
        const isLate = lacksFills(difference, watch, at, listUnbooked(state, listOrders()));
        if (isExplained && state.unknownOrders > 0) watch.at = at;
        const age = at - watch.at;
        pauseBy(act, watch, event.symbol, isLate && age >= LATE);
        if (difference === 0) watch.rereads = 0;
        else if (!isExplained)
          rereadAt(act, watch, event.symbol, at + (isLate ? REREAD_LATE : confirmed));
        if (!isSame || age < (isExplained || isLate ? explained : confirmed)) return;
        watch.isHalted = true;
        const reason = describe(difference, state, listOrders());
        const worth = money.exact(Math.abs(difference), state) ?? Infinity;
        const isSecond = watches.some((other) => other !== watch && other.isHalted);
        const isKnown = listHalts().some((halt) => isOfAnother(halt, event.symbol));
        const isAll = isSecond || isKnown || worth > limits.large;
        act.halt('RC49', isAll ? {} : { symbol: event.symbol }, reason);
      },
    };
  },
};

/** With the orders of the symbol whose fills the venue told of and then denied. */
function describe(
  difference: number,
  symbol: SymbolState,
  orders: ReturnType<RuleSetup['listOrders']>,
): string {
  const { instrument } = symbol;
  const found = formatUnits(difference, instrument);
  const what = `the venue's position of ${instrument.symbol} differs by ${found} from our fills`;
  const contested = orders.filter(({ contest, terms }) => contest && terms.symbol === symbol);
  if (contested.length === 0) return what;
  const names = contested.map(({ terms }) => terms.coId).join(' ');
  return `${what}; told as filled and then denied: ${names}`;
}

/** Also one of the runs before, until a person has ended it. */
function isOfAnother({ rule, scope, symbol }: Halt, than: string): boolean {
  return rule === 'RC49' && scope === 'symbol' && symbol !== than;
}

function note(watch: Watch | undefined, units: number, at: Instant): void {
  // unreached: each symbol has one
  if (watch === undefined) return;
  const { fills } = watch;
  fills.push({ at, units });
  if (isOld(fills[0], at) || fills.length > MOST_FILLS) fills.shift();
}

/**
 * What stays the same for so long beside ever new fills may be a stranger's, of the size of ours:
 * without new fills it shows which.
 */
function pauseBy(act: RuleSetup['act'], watch: Watch, symbol: string, isDoubtful: boolean): void {
  if (isDoubtful && !watch.isPaused) {
    watch.isPaused = true;
    const reason = `the venue's position of ${symbol} lacks as much as ever beside new fills`;
    act.pause('RC49', { symbol }, reason, 'resolved');
  } else if (watch.isPaused && watch.difference === 0) {
    watch.isPaused = false;
    act.resolve('RC49', { symbol });
  }
}

/** What differs for a moment only is gone before the next read in turn. */
function rereadAt(act: RuleSetup['act'], watch: Watch, symbol: string, at: Instant): void {
  if (watch.isHalted || watch.isRereading || watch.rereads >= MOST_REREADS) return;
  watch.isRereading = true;
  act.at(at, () => {
    watch.isRereading = false;
    if (watch.difference === 0 || watch.isHalted) return;
    watch.rereads++;
    act.reread('RC49', symbol, `the venue's position of ${symbol} differs from our fills`);
  });
}

const isOld = (fill: Watch['fills'][number] | undefined, at: Instant): boolean =>
  fill !== undefined && at - fill.at >= LATE;

/** Signed units of a symbol that orders are said to have filled, and no trade has shown yet. */
function listUnbooked(
  symbol: SymbolState,
  orders: ReturnType<RuleSetup['listOrders']>,
): readonly number[] {
  return orders
    .filter(({ terms }) => terms.symbol === symbol)
    .map(({ bookedUnits, cumUnits, terms }) => terms.sign * (cumUnits - bookedUnits));
}

/** Whether the venue shows a position that was ours a moment ago, without the newest fills. */
function lacksFills(
  difference: number,
  { fills }: Watch,
  at: Instant,
  unbooked: readonly number[],
): boolean {
  const young = fills.filter((fill) => !isOld(fill, at)).map(({ units }) => units);
  let missing = 0;
  return [...young, ...unbooked].reverse().some((units) => {
    missing += units;
    return units !== 0 && missing === -difference;
  });
}
