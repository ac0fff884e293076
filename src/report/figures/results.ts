// What one session left behind, as plain data: exact sums, and rows up to named maxima.
import type {
  Alert,
  Cash,
  DatedPosition,
  Fill,
  Halt,
  Instant,
  Instrument,
  Note,
  ObservedLimit,
  OrderView,
  ParentView,
  Refusal,
  RefusedParent,
  SettlementSnapshot,
} from '../../domain/index.js';
import type { Rows } from '../collect/bounded.js';
import type { FiledRows } from '../csv/row-file.js';
import type { HaltRow, Mute } from '../collect/stops.js';
import type { CostLine } from '../costs/cost-line.js';
import type { FillMarks } from '../costs/mark-outs.js';
import type { FeeSettings } from './fees.js';
import type { Performance } from '../performance/performance.js';
import type { PricePoints } from '../collect/price-track.js';
import type { ProgressPoints } from '../collect/progress.js';
import type { QuoteFigures } from '../collect/quote-figures.js';

/**
 * How much of a session is kept: `sums` leaves out rows of orders and fills and transaction costs,
 * for many runs that are compared by their sums.
 */
export type Detail = 'full' | 'sums';

/** What ran; told by whoever starts the session. */
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
  /** Ids of the risk controls that the configuration switched off. */
  readonly controlsOff: readonly string[];
  readonly instruments: readonly Instrument[];
  /** Account currency, in which totals are told; absent: the term of the first instrument. */
  readonly currency?: string;
  /** What the runs before left behind; absent: nothing. */
  readonly carried?: Carried;
  /** What fills cost; absent: nothing. */
  readonly fees?: FeeSettings;
  /** Recording, latency, fill timing and the like: printed as rows. */
  readonly notes: readonly { readonly label: string; readonly value: string }[];
}

/** What a session took over of the runs before. */
export interface Carried {
  /** All that were ever accepted, as they were then. */
  readonly parents: readonly Pick<ParentView, 'strategy' | 'key' | 'filledUnits'>[];
  /** Net, minor units of the base; never 0. */
  readonly positions: readonly {
    readonly strategy: string;
    readonly symbol: string;
    readonly units: number;
  }[];
  /** Halts that held: they hold in this run too, and nothing tells of them again. */
  readonly gate?: {
    readonly halts: readonly Halt[];
    readonly ledger?: { readonly settlement?: SettlementSnapshot };
  };
}

/** Rates of one instrument. */
export interface InstrumentRates {
  readonly instrument: Instrument;
  readonly rates: number;
  /** Bid + offer of the last one; 0 without one. */
  readonly lastTicks2: number;
  /** Rates that two kept points stand for; 1 when every rate was kept. */
  readonly stride: number;
  readonly points: PricePoints;
}

export interface OrderRow {
  readonly placedAt: Instant;
  /** Bid + offer in ticks that its fills are compared with: the parent's arrival, else its own. */
  readonly arrivalTicks2: number;
  /** Newest view. */
  readonly view: OrderView;
}

export interface FillRow {
  readonly fill: Fill;
  /** Key of the parent, or empty. */
  readonly parent: string;
  /** Twice the arrival mid and twice the mid when it was booked, in ticks; 0 when unknown. */
  readonly arrivalTicks2: number;
  readonly midTicks2: number;
  /** Twice the mid when this very order was decided, in ticks; 0 when unknown. */
  readonly decisionTicks2: number;
  readonly marks: Readonly<FillMarks>;
  /** Minor units of the term; undefined where the session has no fees. */
  readonly fee: bigint | undefined;
  /** The venue took it back. */
  readonly isBusted: boolean;
}

export interface ParentRow {
  /** Newest view. */
  readonly view: ParentView;
  /** Units that the runs before filled. */
  readonly beforeUnits: number;
  /** When the first and the newest slice were seen; 0 before. */
  readonly firstSliceAt: Instant;
  readonly lastSliceAt: Instant;
  /** This session has worked it. */
  readonly wasWorked: boolean;
}

export interface RefusalCount {
  readonly rule: string;
  readonly count: number;
  readonly last: Refusal;
}

/** From the start of the first order or parent to the last fill, with the mid's time integral. */
export interface Interval {
  readonly startAt: Instant;
  readonly endAt: Instant;
  /** Span that rates cover, microseconds; 0 when the interval is one instant. */
  readonly span: number;
  /** Integral of bid + offer over the span; just bid + offer when it is 0. Ticks x microseconds. */
  readonly integral2: bigint;
  /** Mean of bid + offer of its rates by displayed size, ticks; undefined where none tell sizes. */
  readonly vwap2: number | undefined;
}

/** Exact sums of one strategy in one instrument. Cash is ticks x minor units of the base. */
export interface StrategyResult {
  readonly strategy: string;
  readonly instrument: Instrument;
  readonly orders: number;
  readonly fills: number;
  /** Trades that the venue took back: no sum has them but `fills`. */
  readonly busts: number;
  readonly refusals: number;
  /** Orders by their newest state. */
  readonly states: Readonly<Record<string, number>>;
  /** Sides of its orders and parents. */
  readonly side: 'Buy' | 'Sell' | 'Both' | undefined;
  /** Parents' totals and the sizes of orders without a parent. */
  readonly requestedUnits: bigint;
  /** Of the same parents, by the runs before. */
  readonly filledBefore: bigint;
  readonly boughtUnits: bigint;
  readonly soldUnits: bigint;
  readonly boughtCash: bigint;
  readonly soldCash: bigint;
  /** What was carried in, and what was dealt since. */
  readonly positionUnits: bigint;
  /** Position of the runs before, as far as it still stands, and twice the mid it is valued at. */
  readonly carried?: { readonly units: bigint; readonly firstTicks2: number };
  /** Bid + offer of the last rate; 0 without one. */
  readonly lastTicks2: number;
  /**
   * Sold less bought cash plus the position at the last mid, less what was carried in at the first,
   * in half ticks x minor units.
   */
  readonly pnl2: bigint;
  /** Minor units of the term; absent where the session has no fees. */
  readonly fees?: bigint;
  /** Units with a known arrival: of fills, or of requests while nothing was filled. */
  readonly arrivalUnits: bigint;
  /** Sum of units x twice their arrival mid. */
  readonly arrivalCash2: bigint;
  /** Sum of units x (arrival - price) of the same fills, half ticks; positive = in your favour. */
  readonly favour2: bigint;
  /** Absent until something was filled. */
  readonly interval?: Interval;
  readonly progress: ProgressPoints;
}

export interface Results {
  readonly info: SessionInfo;
  /** First input or output, and the end that the session gave. */
  readonly startAt: Instant;
  readonly endAt: Instant;
  /** Digest over all outputs of the session. */
  readonly digest: string;
  readonly rates: number;
  readonly instruments: readonly InstrumentRates[];
  /** By the strategies' order in the configuration, then by instrument. */
  readonly ledgers: readonly StrategyResult[];
  readonly performance: Performance;
  /** What orders and fills cost against the market. */
  readonly costs: readonly CostLine[];
  readonly orders: FiledRows<OrderRow>;
  readonly fills: FiledRows<FillRow>;
  readonly parents: Rows<ParentRow>;
  /** Asked for, and not begun: a run before has ended one of the same key. */
  readonly unstarted: readonly ParentView[];
  /** Asked for, refused whole, and never begun. */
  readonly refusedParents: readonly RefusedParent[];
  readonly refusals: readonly RefusalCount[];
  /** Orders that went beyond a limit by an override, by control. */
  readonly overridden: ReadonlyMap<string, number>;
  /** What limits that a backtest only observed would have done. */
  readonly observed: readonly ObservedLimit[];
  /** Requests for quotes, by strategy and symbol. */
  readonly quotes: readonly QuoteFigures[];
  readonly halts: Rows<HaltRow>;
  /** Strategies that were kept from placing for a while. */
  readonly mutes: readonly Mute[];
  readonly alerts: Rows<Alert>;
  /** What the bot asked its session to do, e.g. `refresh login`, and how often. */
  readonly asks: readonly { readonly name: string; readonly count: number }[];
  readonly notes: Rows<Note>;
  /** Open trades by symbol and value date at the end, and what has settled by then. */
  readonly dated: readonly DatedPosition[];
  readonly cash: readonly Cash[];
}
