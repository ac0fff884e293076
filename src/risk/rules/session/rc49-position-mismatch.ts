// RC49: the positions that the venue reports must equal our fills.
import { z } from 'zod';
import { type DatedUnits, findBaseline } from '../../../domain/dates/index.js';
import type { Halt } from '../../../domain/events/index.js';
import { type Instant, SECOND } from '../../../domain/index.js';
import { formatUnits, ceiling, mostMoney } from '../limit-schemas.js';
import type { RiskRule, RuleSetup } from '../../rule.js';
import type { SymbolState } from '../../gate/symbol-state.js';

const figure = (value: number) => z.number().positive().default(value);
const params = z
  .strictObject({
    large: figure(100_000).describe(
      'a larger difference halts everything, units of the account currency',
    ),
    confirmIntervals: figure(2).describe('poll intervals that a difference must last'),
    explainedSeconds: figure(300).describe(
      'seconds that a difference must last if open orders or late fills could explain it',
    ),
  })
  .prefault({});

/** Maximum of extra polls of positions for one difference. */
const MOST_REREADS = 3;
/** The venue's positions may lack a fill for as long as it may take to show an order. */
const LATE = 15 * SECOND;
/**
 * Interval of extra polls while a late fill may explain a difference: all of them fall within LATE,
 * so that fills at the rhythm of the regular polls cannot explain every poll.
 */
const REREAD_LATE = LATE / MOST_REREADS;
/** Maximum of fills within LATE that are remembered; the newest are kept. */
const MOST_FILLS = 1_000;

interface Watch {
  /** External position before this run (venue's position less our fills), by value date. */
  baseline: readonly DatedUnits[] | undefined;
  /** Difference at the latest poll in units, and since when it is the same. */
  difference: number;
  at: Instant;
  rereads: number;
  /** An extra poll is scheduled. */
  isRereading: boolean;
  isHalted: boolean;
  isPaused: boolean;
  /** Signed units booked or reversed within LATE, oldest first. */
  readonly fills: { readonly at: Instant; readonly units: number }[];
}

function createWatch(): Watch {
  return {
    baseline: undefined,
    difference: 0,
    at: 0,
    isHalted: false,
    rereads: 0,
    isRereading: false,
    isPaused: false,
    fills: [],
  };
}

export const rc49: RiskRule<typeof params> = {
  id: 'RC49',
  name: 'positionMismatch',
  summary: 'Position mismatch',
  stage: 'post',
  alsoChecks: [],
  class: 'T',
  research: 'enforced',
  live: 'F',
  mitigates: 'a position that the bot does not know of',
  action: 'HALT(symbol); a second one or a large one HALT(all)',
  params,
  keys: {
    haltAllAbove: 'large',
    confirmPolls: 'confirmIntervals',
    maxExplainedSeconds: 'explainedSeconds',
  },
  // Fixed: a limits file may only state smaller values.
  ceilings: {
    large: mostMoney(100_000),
    confirmIntervals: ceiling(2),
    explainedSeconds: ceiling(300),
  },
  create: (limits, { symbols, act, ledger, money, pollInterval, listHalts, listOrders }) => {
    const watches = symbols.map(createWatch);
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
        // In flight: the venue may count fills of open orders that were not reported yet.
        const open = difference > 0 ? state.workingBuy : state.workingSell;
        // The venue's day may end a little before ours: it then drops positions that we drop at our
        // next day turn.
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

/** Text of a halt; names the symbol's orders with fills that were reported and later denied. */
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
  return `${what}; the venue reported a fill and then less for: ${names}`;
}

/** True for an RC49 halt of another symbol, also from a previous run and not resumed since. */
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
 * Pauses a symbol whose difference stays the same while new fills come: it may be an external
 * position as large as our fills. Without new fills the next polls show which.
 */
function pauseBy(act: RuleSetup['act'], watch: Watch, symbol: string, isDoubtful: boolean): void {
  if (isDoubtful && !watch.isPaused) {
    watch.isPaused = true;
    const reason =
      `the venue's position of ${symbol} differs from our fills by the same amount although new ` +
      'fills came: somebody else may have traded on this login';
    act.pause('RC49', { symbol }, reason, 'resolved');
  } else if (watch.isPaused && watch.difference === 0) {
    watch.isPaused = false;
    act.resolve('RC49', { symbol });
  }
}

/** Schedules an extra poll: a momentary difference is gone by then. */
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

/** Signed units of a symbol that order reports show as filled and no trade report has shown yet. */
function listUnbooked(
  symbol: SymbolState,
  orders: ReturnType<RuleSetup['listOrders']>,
): readonly number[] {
  return orders
    .filter(({ terms }) => terms.symbol === symbol)
    .map(({ bookedUnits, cumUnits, terms }) => terms.sign * (cumUnits - bookedUnits));
}

/** True when the venue's position equals ours without the newest fills. */
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
