// Results of one session as plain data: exact sums, and rows up to fixed maxima.
import type { Cash, DatedPosition, SettlementSnapshot } from '../../domain/dates/index.js';
import type {
  Alert,
  Fill,
  Halt,
  Note,
  OrderView,
  ParentView,
  Refusal,
  RefusedParent,
} from '../../domain/events/index.js';
import type { Instant, Instrument } from '../../domain/index.js';
import type { ObservedLimit } from '../../domain/venue/index.js';
import type { FiledRows, Rows } from '../collect/bounded.js';
import type { CostLine } from '../costs/cost-line.js';
import type { FillMarks } from '../costs/mark-outs.js';
import type { FeeSettings } from './fees.js';
import type { Equity } from '../performance/equity.js';
import type { TripTotals } from '../performance/round-trips.js';
import type { ProgressPoints } from '../collect/progress.js';
import type { QuoteFigures } from '../collect/quote-figures.js';

/**
 * How much of a session is kept: `sums` leaves out the rows of orders and fills and the transaction
 * costs, for many runs that are compared by their sums.
 */
export type Detail = 'full' | 'sums';

/** Description of the session, given by whoever starts it. */
export interface SessionInfo {
  /** `backtest`, `paper`, `run` or `replay`. */
  readonly mode: string;
  readonly name: string;
  readonly seed: number;
  /** Weir's version. */
  readonly version: string;
  readonly strategies: readonly {
    readonly name: string;
    readonly id: string;
    readonly params: Readonly<Record<string, unknown>>;
  }[];
  /** Ids of the risk rules that the configuration switches off. */
  readonly controlsOff: readonly string[];
  readonly instruments: readonly Instrument[];
  /** Account currency of the totals; absent: the term of the first instrument. */
  readonly currency?: string;
  /** What previous runs left behind; absent: nothing. */
  readonly carried?: Carried;
  /** Fees of fills; absent: none. */
  readonly fees?: FeeSettings;
  /** Recording, latency, fill timing and the like: printed as rows. */
  readonly notes: readonly { readonly label: string; readonly value: string }[];
}

/** State that a session takes over from previous runs. */
export interface Carried {
  /** All parents that were ever accepted, as they were at the end of the previous run. */
  readonly parents: readonly Pick<ParentView, 'strategy' | 'key' | 'filledUnits'>[];
  /** Net, minor units of the base; never 0. */
  readonly positions: readonly {
    readonly strategy: string;
    readonly symbol: string;
    readonly units: number;
  }[];
  /** Halts in force: they stay in force in this run and are not reported again. */
  readonly gate?: {
    readonly halts: readonly Halt[];
    readonly ledger?: { readonly settlement?: SettlementSnapshot };
  };
}

/** Columns of the kept points in time order; each point is an original rate. */
export interface PricePoints {
  readonly at: readonly Instant[];
  readonly bidTicks: readonly number[];
  readonly offerTicks: readonly number[];
}

/** Rates of one instrument. */
export interface InstrumentRates {
  readonly instrument: Instrument;
  readonly rates: number;
  /** Bid + offer of the last rate; 0 without one. */
  readonly lastTicks2: number;
  /** Number of rates that two kept points represent; 1 if every rate was kept. */
  readonly stride: number;
  readonly points: PricePoints;
}

export interface OrderRow {
  readonly placedAt: Instant;
  /** Bid + offer in ticks with which its fills are compared: the parent's arrival, else its own. */
  readonly arrivalTicks2: number;
  /** Newest view. */
  readonly view: OrderView;
}

export interface FillRow {
  readonly fill: Fill;
  /** Key of the parent, or empty. */
  readonly parent: string;
  /** Twice the arrival mid and twice the mid at booking, in ticks; 0 if unknown. */
  readonly arrivalTicks2: number;
  readonly midTicks2: number;
  /** Twice the mid when this order itself was decided, in ticks; 0 if unknown. */
  readonly decisionTicks2: number;
  readonly marks: Readonly<FillMarks>;
  /** Minor units of the term; undefined if the session has no fees. */
  readonly fee: bigint | undefined;
  /** The venue busted the trade. */
  readonly isBusted: boolean;
}

export interface ParentRow {
  /** Newest view. */
  readonly view: ParentView;
  /** Units filled by previous runs. */
  readonly beforeUnits: number;
  /** Time of the first and the newest slice; 0 before. */
  readonly firstSliceAt: Instant;
  readonly lastSliceAt: Instant;
  /** Whether this session has worked the parent. */
  readonly wasWorked: boolean;
}

export interface RefusalCount {
  readonly rule: string;
  readonly count: number;
  readonly last: Refusal;
}

/** `lastRefusal` is the message of the refusal that caused the halt; absent for other halts. */
export interface HaltRow extends Halt {
  readonly lastRefusal?: string;
}

/** A strategy that was muted for a while, once or several times. */
export interface Mute {
  readonly count: number;
  readonly first: Alert;
}

/** P&L of all strategies and symbols in the account currency. */
export interface PerformanceSums {
  readonly currency: string;
  readonly equity: Equity;
  readonly trips: TripTotals;
  /** Symbols without a rate to value or convert their P&L: no figure includes them. */
  readonly leftOut: ReadonlySet<string>;
}

/** Time from the first order or parent to the last fill, with the mid's time integral. */
export interface Interval {
  readonly startAt: Instant;
  readonly endAt: Instant;
  /** Time covered by rates, µs; 0 if the interval is one instant. */
  readonly span: number;
  /** Integral of bid + offer over the span, ticks x µs; just bid + offer if the span is 0. */
  readonly integral2: bigint;
  /** Mean of bid + offer weighted by displayed size, ticks; undefined if no rate states a size. */
  readonly vwap2: number | undefined;
}

/** Exact sums of one strategy in one instrument. Cash is ticks x minor units of the base. */
export interface StrategyResult {
  readonly strategy: string;
  readonly instrument: Instrument;
  readonly orders: number;
  readonly fills: number;
  /** Trades that the venue busted: only `fills` includes them. */
  readonly busts: number;
  readonly refusals: number;
  /** Number of orders by their newest state. */
  readonly states: Readonly<Record<string, number>>;
  /** Sides of its orders and parents. */
  readonly side: 'Buy' | 'Sell' | 'Both' | undefined;
  /** Sizes of the parents, and of the orders without a parent. */
  readonly requestedUnits: bigint;
  /** Units of the same parents filled by previous runs. */
  readonly filledBefore: bigint;
  readonly boughtUnits: bigint;
  readonly soldUnits: bigint;
  readonly boughtCash: bigint;
  readonly soldCash: bigint;
  /** Position carried in plus trades since. */
  readonly positionUnits: bigint;
  /** Position of previous runs after later busts, and twice the mid at which it is valued. */
  readonly carried?: { readonly units: bigint; readonly firstTicks2: number };
  /** Bid + offer of the last rate; 0 without one. */
  readonly lastTicks2: number;
  /**
   * Sold minus bought cash plus the position at the last mid, minus the position carried in at the
   * first mid, in half ticks x minor units.
   */
  readonly pnl2: bigint;
  /** Minor units of the term; absent if the session has no fees. */
  readonly fees?: bigint;
  /** Units with a known arrival: of fills, or of requests while nothing was filled. */
  readonly arrivalUnits: bigint;
  /** Sum of units x twice their arrival mid. */
  readonly arrivalCash2: bigint;
  /** Sum of units x (arrival - price) of the same fills, half ticks; positive is in our favour. */
  readonly favour2: bigint;
  /** Absent without a fill. */
  readonly interval?: Interval;
  readonly progress: ProgressPoints;
}

export interface Results {
  readonly info: SessionInfo;
  /** Time of the first input or output, and the end that the session states. */
  readonly startAt: Instant;
  readonly endAt: Instant;
  /** Digest over all outputs of the session. */
  readonly digest: string;
  readonly rates: number;
  readonly instruments: readonly InstrumentRates[];
  /** By the strategies' order in the configuration, then by instrument. */
  readonly ledgers: readonly StrategyResult[];
  readonly performance: PerformanceSums;
  /** Transaction costs of orders and fills against the market. */
  readonly costs: readonly CostLine[];
  readonly orders: FiledRows<OrderRow>;
  readonly fills: FiledRows<FillRow>;
  readonly parents: Rows<ParentRow>;
  /** Parents requested but not started: a previous run has ended one with the same key. */
  readonly unstarted: readonly ParentView[];
  /** Parents requested, refused as a whole, and never started. */
  readonly refusedParents: readonly RefusedParent[];
  readonly refusals: readonly RefusalCount[];
  /** Orders that exceeded a limit under an override, by rule. */
  readonly overridden: ReadonlyMap<string, number>;
  /** What limits that a backtest only observes would have refused or halted. */
  readonly observed: readonly ObservedLimit[];
  /** Quote requests, by strategy and symbol. */
  readonly quotes: readonly QuoteFigures[];
  readonly halts: Rows<HaltRow>;
  /** Strategies that were muted for a while. */
  readonly mutes: readonly Mute[];
  readonly alerts: Rows<Alert>;
  /** What the kernel requested of the session, such as `refresh login`, with counts. */
  readonly asks: readonly { readonly name: string; readonly count: number }[];
  readonly notes: Rows<Note>;
  /** Open trades by symbol and value date at the end, and settled cash. */
  readonly dated: readonly DatedPosition[];
  readonly cash: readonly Cash[];
}
