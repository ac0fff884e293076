// What a risk rule is: a pure check of one order on its way out, hooks on what happens, or both.
import type { z } from 'zod';
import type {
  AlertLevel,
  BotEvent,
  Calendars,
  Halt,
  Instant,
  Instrument,
  InstrumentClass,
  Micros,
  Needs,
  OrderRequestDetails,
  OrderType,
  QuoteName,
  Side,
  TimeInForce,
} from '../domain/index.js';
import type { RuleActions } from './gate/actions.js';
import type { Exposure } from './ledger/exposure.js';
import type { Ledger } from './ledger/ledger.js';
import type { AccountValues } from './ledger/account-values.js';
import type { SymbolState } from './gate/symbol-state.js';

/**
 * Order of evaluation; a breach in one stage ends the check after all rules of that stage. Rules of
 * `post` check no orders.
 */
export const STAGES = [
  ...(['venue', 'hours', 'shape', 'market', 'duplicate', 'exposure', 'rate', 'identity'] as const),
  'post',
] as const;
export type Stage = (typeof STAGES)[number];

/**
 * An intent under examination. One object is used again for every check: rules keep nothing of it.
 */
export interface Candidate {
  readonly at: Instant;
  readonly intentId: number;
  readonly coId: string;
  readonly strategy: string;
  readonly symbol: SymbolState;
  readonly side: Side;
  /** +1 for Buy, -1 for Sell. */
  readonly sign: 1 | -1;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly currency: string;
  /** As the author wrote them. */
  readonly size: number;
  readonly price: number;
  /** Exact minor units and ticks; NaN when size or price do not fit. */
  readonly units: number;
  readonly priceTicks: number;
  readonly expirySeconds: number;
  /** `YYYY-MM-DD`, or empty: spot. */
  readonly valueDate: string;
  /** What the order carries beyond a plain one. */
  readonly details?: OrderRequestDetails | undefined;
  /** Of a stop, what triggers it; NaN when it does not fit, 0 of all others. */
  readonly stopTicks: number;
  /** Of an order of type PQ, the firm quote that it accepts. */
  readonly quote?: AcceptedQuote | undefined;
  /** Quantity of the parent that is not filled or working yet; Infinity without a parent. */
  readonly parentRest: number;
}

/** What of an order changes when it is bound to a price. */
export type BoundOrder = Pick<Candidate, 'symbol' | 'sign'> & {
  -readonly [Key in 'type' | 'timeInForce' | 'price' | 'priceTicks']: Candidate[Key];
};

/** A firm quote that is to be accepted. */
export interface AcceptedQuote extends QuoteName {
  /** From when to when the venue takes it. */
  readonly activeAt: Instant;
  readonly validUntil: Instant;
}

/** A broken limit. */
export interface Breach {
  readonly limit: number | string;
  readonly value: number | string;
  /** What was expected and what was found, with the unit. */
  readonly message: string;
  /** The order goes on, and a person is told. */
  readonly isAlertOnly?: true;
  /** Largest of what the rule judged, where that is not the value; NaN: some is not known. */
  readonly worst?: number;
  /** With these parameters the rule would let this pass; absent: no figure would. */
  readonly needs?: Needs;
}

/** What rules see of an own order. */
export interface OrderFacts {
  readonly terms: {
    readonly coId: string;
    readonly intentId: number;
    readonly host: { readonly name: string };
    readonly symbol: SymbolState;
    readonly side: Side;
    readonly sign: 1 | -1;
    readonly type: OrderType;
    readonly timeInForce: TimeInForce;
    readonly units: number;
    readonly priceTicks: number;
    readonly arrivalTicks2: number;
    /** Whose child it is, if anyone's. */
    readonly parent: unknown;
  };
  readonly cumUnits: number;
  readonly bookedUnits: number;
  readonly isTerminal: boolean;
  /** Of fills that the venue told of and then denied. */
  readonly contest?: { readonly units: number } | undefined;
}

/** What rules may know of the session when they are made. */
export interface RuleSetup {
  readonly symbols: readonly SymbolState[];
  readonly accountCurrency: string;
  /** True when every rate of the feed is seen; false when rates are polled. */
  readonly seesEveryRate: boolean;
  readonly pollInterval: Micros;
  readonly isLive: boolean;
  /** The rule only observes: what it counts goes beyond its limits. */
  readonly isObserved?: boolean;
  /** What RC23 lets be held of one symbol, account currency. */
  readonly positionLimits: Readonly<Record<InstrumentClass, number>>;
  /** How far from the mid RC14 lets a price be, basis points. */
  readonly priceBands: Readonly<Record<InstrumentClass, number>>;
  readonly calendars: Calendars;
  readonly ledger: Ledger;
  readonly money: AccountValues;
  /** What everything could come to at worst; rules share it, and what it has found. */
  readonly exposure: Exposure;
  readonly act: RuleActions;
  /** What is counted of executions outlives the run; false when absent. */
  readonly keepsExecutions?: boolean;
  /** Others use the login as well: their orders are theirs. */
  readonly sharesLogin: boolean;
  /** First part of every own coId, with its hyphen. */
  readonly coIdPrefix: string;
  /**
   * What time it really is when an order is judged that was decided on at this time: a timer that
   * fires late, as after a stall, decides at its due time.
   */
  readonly judgedAt: (decidedAt: Instant) => Instant;
  /** Median time between rates of a recording; 0 without a recording. */
  readonly medianGap: (instrument: Instrument) => Micros;
  /**
   * Whether an order like the candidate waits for the venue's word, or for its fate to be known.
   */
  hasIdenticalOrder(candidate: Candidate): boolean;
  /** Own orders that are not settled, oldest first. */
  readonly listOrders: () => readonly OrderFacts[];
  /** Halts that are latched. */
  readonly listHalts: () => readonly Halt[];
  /** Strategies with an order or a position of a symbol. */
  readonly listHolders: (symbol: SymbolState) => readonly string[];
  /** Highest intent that has a command or a refusal. */
  readonly lastIntentId: () => number;
  /** Whether this is the coId that the session's maker of coIds gave out last. */
  readonly isMadeCoId?: (coId: string) => boolean;
}

/** Executions of one order, by strategy, symbol, side and size. */
export interface KeptExecutions {
  readonly key: string;
  /** Of those that still count, oldest first. */
  readonly times: readonly Instant[];
}

/** What a rule does; hooks are called only of rules that are on, and without `this`. */
export interface RuleCheck {
  readonly check?: (candidate: Candidate) => Breach | undefined;
  /** The check judges nothing but the terms that `KnownTerms` compares, and notes nothing. */
  readonly dependsOnTermsOnly?: true;
  /**
   * The check lets an order go while all that could be held at worst, with it, is worth well within
   * so much of the account currency.
   */
  readonly passesBelow?: number;
  /** Called once per intent after the check, whether it was refused or sent. */
  readonly onDecision?: (candidate: Candidate, sent: boolean) => void;
  /**
   * A rate that left the symbol's calm zone was taken: its newest rate. The hook narrows the new
   * zone (`symbol.calm`) to what it may sleep through.
   */
  readonly onRate?: (symbol: SymbolState, at: Instant) => void;
  /** After `onRate`: whether the rule holds the symbol's newest rate to be false. */
  readonly distrustsRate?: (symbol: SymbolState, at: Instant) => boolean;
  /** Every second of session time, where rates are polled. */
  readonly onTick?: (at: Instant) => void;
  /** A trade of an own order was booked. */
  readonly onFill?: (order: OrderFacts, fill: FillFacts) => void;
  /** So many units of an own order that were booked are taken back. */
  readonly onFillReversed?: (order: OrderFacts, units: number, at: Instant) => void;
  /** The venue says how much of an own order is filled. */
  readonly onStatus?: (order: OrderFacts, cumUnits: number) => void;
  /** The venue says at which price an own order is filled on average, ticks and parts of them. */
  readonly onAverage?: (order: OrderFacts, averageTicks: number) => void;
  /** The venue shows an active order that the kernel does not know. */
  readonly onExternalOrder?: (coId: string, symbol: string) => void;
  /** The venue takes a trade of an own order back, or changes it. */
  readonly onBust?: (order: OrderFacts, tradeId: string, deed: BustKind) => void;
  /** A cancel goes out. */
  readonly onCancel?: (strategy: string, at: Instant) => void;
  /** Any other input. */
  readonly onEvent?: (event: BotEvent, at: Instant) => void;
  /** What it has counted, for the run after this one, and from the run before. */
  readonly executions?: {
    readonly list: (at: Instant) => readonly KeptExecutions[];
    readonly restore: (kept: readonly KeptExecutions[]) => void;
  };
}

/** What the venue did to a trade that was booked, or to a fill that it told of. */
export type BustKind = 'took back' | 'changed' | 'denied';

export interface FillFacts {
  readonly at: Instant;
  readonly tradeId: string;
  readonly units: number;
  readonly priceTicks: number;
  /** `YYYY-MM-DD`, as the venue's record states it; absent where there is none yet. */
  readonly valueDate?: string | undefined;
  /** These units were booked before, by the word of their order. */
  readonly isReplacement?: true;
  /** So many stand in the place of units that were taken back. */
  readonly replaces?: number;
}

/** What refusals of a rule lead to, besides themselves. */
export interface Escalation {
  readonly scope: 'strategy' | 'all';
  /** So many within the span halt; 1 halts at once. */
  readonly refusals: number;
  readonly within: Micros;
}

/** L: limits, block · T: triggers, act on the system · A: alerts. */
export type ControlKind = 'L' | 'T' | 'A';
/** M: live has to state it · D: its default holds · F: fixed. */
export type LiveRequirement = 'M' | 'D' | 'F';

/** What holds of a parameter: live has to state it, or it has a ceiling. */
export interface RequiredLimit {
  /** No configuration goes above it, whoever signs. */
  readonly ceiling?: number;
  /** The ceiling is in dollars. */
  readonly isMoney?: true;
  /** Not asked for while `source` of the same rule is this. */
  readonly unless?: string;
}

/** What the cap of an override counts. */
export type CapUnit = 'account' | 'base' | 'orders';

/** What a limits file may say of a control. */
export interface LimitableControl<Schema extends z.ZodType = z.ZodType> {
  /** `RC14`; see docs/risk-and-stop-rules.md. */
  readonly id: string;
  readonly summary: string;
  /** Fixed controls cannot be switched off. */
  readonly live: LiveRequirement;
  readonly params: Schema;
  /** Of a control that is M: what has to be stated, by path in the parameters. */
  readonly required?: Readonly<Record<string, RequiredLimit>>;
  /** Ceilings of what need not be stated, likewise. */
  readonly ceilings?: Readonly<Record<string, RequiredLimit>>;
  /** Off outside live unless a configuration states it. */
  readonly liveOnly?: true;
}

export interface RiskRule<Schema extends z.ZodType = z.ZodType> extends LimitableControl<Schema> {
  readonly stage: Stage;
  readonly class: ControlKind;
  /**
   * Of a backtest without limits of its own: `enforced` is what the venue itself would refuse and
   * what keeps figures sane; of the others what they would have done is noted, and nothing done.
   */
  readonly research: 'enforced' | 'observed';
  /** What it keeps from happening. */
  readonly mitigates: string;
  /** What a breach does, in the words of the inventory. */
  readonly action: string;
  readonly escalation?: Escalation;
  /**
   * A person may let orders beyond the limit for a while, up to a cap in this unit: the account
   * currency, the base of the symbol, a number of orders. Absent: nobody may.
   */
  readonly capIn?: CapUnit;
  /** A refusal is a defect of the bot: it is told at this level. */
  readonly refusalAlert?: AlertLevel;
  create(params: z.output<Schema>, setup: RuleSetup): RuleCheck;
}
