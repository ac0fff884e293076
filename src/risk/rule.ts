// The interface of risk rules: a pure check of an order before it is sent, hooks on events, or
// both.
import type { z } from 'zod';
import type { Calendars } from '../domain/dates/index.js';
import type { AlertLevel, BotEvent, Halt } from '../domain/events/index.js';
import type { Instant, Instrument, InstrumentClass, Micros } from '../domain/index.js';
import type {
  OrderRequestDetails,
  OrderType,
  QuoteName,
  Side,
  TimeInForce,
} from '../domain/orders/index.js';
import type { Needs } from '../domain/venue/index.js';
import type { RuleActions } from './gate/actions.js';
import type { Exposure } from './ledger/exposure.js';
import type { Ledger } from './ledger/ledger.js';
import type { AccountValues } from './ledger/account-values.js';
import type { SymbolState } from './gate/symbol-state.js';

/** Order of evaluation; a breach ends the check after its stage. `post` checks no orders. */
export const STAGES = [
  ...(['venue', 'hours', 'shape', 'market', 'duplicate', 'exposure', 'rate', 'identity'] as const),
  'post',
] as const;
export type Stage = (typeof STAGES)[number];

/** An intent under check. One object is reused for all checks: rules must not keep it. */
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
  /** As the strategy wrote them. */
  readonly size: number;
  readonly price: number;
  /** Exact minor units and ticks; NaN when size or price have too many decimals. */
  readonly units: number;
  readonly priceTicks: number;
  readonly expirySeconds: number;
  /** `YYYY-MM-DD`, or empty for spot. */
  readonly valueDate: string;
  /** Fields of the order beyond a plain one. */
  readonly details?: OrderRequestDetails | undefined;
  /** Trigger price of a stop in ticks; NaN when it has too many decimals, 0 for other types. */
  readonly stopTicks: number;
  /** Firm quote that an order of type PQ accepts. */
  readonly quote?: AcceptedQuote | undefined;
  /** Quantity of the parent that is neither filled nor working; Infinity without a parent. */
  readonly parentRest: number;
}

/** Fields that change when an AtBest order gets a limit price. */
export type BoundOrder = Pick<Candidate, 'symbol' | 'sign'> & {
  -readonly [Key in 'type' | 'timeInForce' | 'price' | 'priceTicks']: Candidate[Key];
};

/** A firm quote that is to be accepted. */
export interface AcceptedQuote extends QuoteName {
  /** Period in which the venue allows the acceptance. */
  readonly activeAt: Instant;
  readonly validUntil: Instant;
}

/** A breached limit. */
export interface Breach {
  readonly limit: number | string;
  readonly value: number | string;
  /** Expected and found value, with the unit. */
  readonly message: string;
  /** The order passes and an alert is emitted. */
  readonly isAlertOnly?: true;
  /** Largest figure that the rule checked, if it is not `value`; NaN when one is unknown. */
  readonly worst?: number;
  /** Parameters that would let the order pass; absent when none would. */
  readonly needs?: Needs;
}

/** Fields of an own order that rules see. */
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
    /** The parent of a child order. */
    readonly parent: unknown;
  };
  readonly cumUnits: number;
  readonly bookedUnits: number;
  readonly isTerminal: boolean;
  /** Fills that the venue reported and later denied. */
  readonly contest?: { readonly units: number } | undefined;
}

/** What rules know about the session when they are created. */
export interface RuleSetup {
  readonly symbols: readonly SymbolState[];
  readonly accountCurrency: string;
  /** True when every rate of the feed arrives; false when rates are polled. */
  readonly seesEveryRate: boolean;
  readonly pollInterval: Micros;
  readonly isLive: boolean;
  /** The rule only observes: it counts beyond its limits. */
  readonly isObserved?: boolean;
  /** Position limit of RC23 per symbol, in the account currency. */
  readonly positionLimits: Readonly<Record<InstrumentClass, number>>;
  /** Price collar of RC14 around the mid, in basis points. */
  readonly priceBands: Readonly<Record<InstrumentClass, number>>;
  readonly calendars: Calendars;
  readonly ledger: Ledger;
  readonly money: AccountValues;
  /** Worst-case sums, computed once per order and shared by the rules. */
  readonly exposure: Exposure;
  readonly act: RuleActions;
  /** Counts of executions survive restarts; false when absent. */
  readonly keepsExecutions?: boolean;
  /** Others use the login too: orders unknown to the bot are theirs. */
  readonly sharesLogin: boolean;
  /** First part of every own coId, with its hyphen. */
  readonly coIdPrefix: string;
  /**
   * Time of the check for an order decided at `decidedAt`. It is later than `decidedAt` when a
   * timer fired late, as after a stall.
   */
  readonly checkedAt: (decidedAt: Instant) => Instant;
  /** Median time between rates of a recording; 0 without a recording. */
  readonly medianGap: (instrument: Instrument) => Micros;
  /** True when an identical order waits for the venue's response or its outcome is unknown. */
  hasIdenticalOrder(candidate: Candidate): boolean;
  /** Own orders that are not closed, oldest first. */
  readonly listOrders: () => readonly OrderFacts[];
  /** Latched halts. */
  readonly listHalts: () => readonly Halt[];
  /** Strategies with an order or a position in a symbol. */
  readonly listHolders: (symbol: SymbolState) => readonly string[];
  /** Highest intent id of any command or refusal. */
  readonly lastIntentId: () => number;
  /** True when the session's generator of coIds returned this coId last. */
  readonly isMadeCoId?: (coId: string) => boolean;
}

/** Executions of equal orders, by strategy, symbol, side and size. */
export interface KeptExecutions {
  readonly key: string;
  /** Times of the executions that still count, oldest first. */
  readonly times: readonly Instant[];
}

/** An active rule. Hooks are called without `this`. */
export interface RuleCheck {
  readonly check?: (candidate: Candidate) => Breach | undefined;
  /** The check depends only on the terms that `PassedTermsCache` compares, and counts nothing. */
  readonly dependsOnTermsOnly?: true;
  /**
   * If the worst-case exposure including this order is clearly below this amount (account
   * currency), the rule is skipped.
   */
  readonly passesBelow?: number;
  /** Called once per intent after the check, whether it was refused or sent. */
  readonly onDecision?: (candidate: Candidate, sent: boolean) => void;
  /**
   * A rate outside the symbol's quiet band was applied: it is the newest rate. The hook narrows the
   * new `symbol.quietBand` to the rates that tell this rule nothing new.
   */
  readonly onRate?: (symbol: SymbolState, at: Instant) => void;
  /** Called after `onRate`: true when the rule distrusts the symbol's newest rate. */
  readonly distrustsRate?: (symbol: SymbolState, at: Instant) => boolean;
  /** Called every second of session time when rates are polled. */
  readonly onTick?: (at: Instant) => void;
  /** A trade of an own order was booked. */
  readonly onFill?: (order: OrderFacts, fill: FillFacts) => void;
  /** Booked units of an own order were reversed. */
  readonly onFillReversed?: (order: OrderFacts, units: number, at: Instant) => void;
  /** The venue reports the filled quantity of an own order. */
  readonly onStatus?: (order: OrderFacts, cumUnits: number) => void;
  /** The venue reports the average fill price of an own order, in ticks and fractions of them. */
  readonly onAverage?: (order: OrderFacts, averageTicks: number) => void;
  /** The venue shows an active order that the kernel does not know. */
  readonly onExternalOrder?: (coId: string, symbol: string) => void;
  /** A trade or provisional fill of an own order is busted or changed. */
  readonly onBust?: (order: OrderFacts, tradeId: string, bustKind: BustKind) => void;
  /** A cancel is sent. */
  readonly onCancel?: (strategy: string, at: Instant) => void;
  /** Any other input. */
  readonly onEvent?: (event: BotEvent, at: Instant) => void;
  /** Counts of executions, for the next run and from the previous one. */
  readonly executions?: {
    readonly list: (at: Instant) => readonly KeptExecutions[];
    readonly restore: (kept: readonly KeptExecutions[]) => void;
  };
}

/**
 * What the venue did to a booked trade, or to a fill that it had reported; `resolved`: an operator
 * stated that a provisional fill was none.
 */
export type BustKind = 'took back' | 'changed' | 'denied' | 'resolved';

export interface FillFacts {
  readonly at: Instant;
  readonly tradeId: string;
  readonly units: number;
  readonly priceTicks: number;
  /** `YYYY-MM-DD` from the trade report; absent for a provisional fill. */
  readonly valueDate?: string | undefined;
  /** These units were booked as a provisional fill before. */
  readonly isReplacement?: true;
  /** Number of units that replace busted units. */
  readonly replaces?: number;
}

/** Halt that repeated refusals of a rule lead to. */
export interface Escalation {
  readonly scope: 'strategy' | 'all';
  /** Number of refusals within the span that halt; 1 halts at once. */
  readonly refusals: number;
  readonly within: Micros;
}

/** L: limits, refuses orders · T: triggers, acts on the system · A: alerts. */
export type ControlKind = 'L' | 'T' | 'A';
/** M: live must state it · D: the default applies · F: fixed. */
export type LiveRequirement = 'M' | 'D' | 'F';

/** Requirement on a parameter: live must state it, or it has a ceiling. */
export interface RequiredLimit {
  /** No configuration may exceed it, whoever approves it. */
  readonly ceiling?: number;
  /** The ceiling is in US dollars. */
  readonly isMoney?: true;
  /** Not required while `source` of the same rule has this value. */
  readonly unless?: string;
}

/** Unit of an override's cap. */
export type CapUnit = 'account' | 'base' | 'orders';

/**
 * What a rule may check besides a new order: another attempt of an order (the result may have
 * changed since its approval), a quote request (which has no price yet), a whole parent order at
 * its start, a quote request or booking by hand, and the acceptance of a quote by hand.
 */
export type Occasion = 'retry' | 'request' | 'parent' | 'manual' | 'acceptance';

/** A control with a key in limits files. */
export interface LimitableControl<Schema extends z.ZodType = z.ZodType> {
  /** `RC14`; see docs/risk-and-stop-rules.md. */
  readonly id: string;
  /** Key in limits files. */
  readonly name: string;
  readonly summary: string;
  /** Fixed controls cannot be switched off. */
  readonly live: LiveRequirement;
  readonly params: Schema;
  /** Path in limits files to key of `params`, for parameters that files spell differently. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Parameters of which a higher number or a longer list is tighter; of all others, looser. */
  readonly moreIsTighter?: readonly string[];
  /** Parameters that live must state, by path; only for controls with live M. */
  readonly required?: Readonly<Record<string, RequiredLimit>>;
  /** Ceilings of parameters that need not be stated, by path. */
  readonly ceilings?: Readonly<Record<string, RequiredLimit>>;
  /** Off outside live unless a configuration states it. */
  readonly liveOnly?: true;
}

export interface RiskRule<Schema extends z.ZodType = z.ZodType> extends LimitableControl<Schema> {
  readonly stage: Stage;
  /** Empty for rules that check no orders. */
  readonly alsoChecks: readonly Occasion[];
  /** A retry counts as sent once more, for rules that count from the sending of an order. */
  readonly countsRetries?: true;
  /** An order that the rule refuses may pass with a smaller size: flatten tries half of it. */
  readonly smallerMayPass?: true;
  readonly class: ControlKind;
  /**
   * In a backtest without limits of its own, `enforced` rules refuse: those of the venue itself,
   * and those that keep figures sane. `observed` rules only note what they would have done.
   */
  readonly research: 'enforced' | 'observed';
  /** The harm that the rule prevents. */
  readonly mitigates: string;
  /** An invariant of `weir torture` computes the limit again and finds when the rule is gone. */
  readonly isRecomputed?: true;
  /** Action of a breach, as the inventory shows it. */
  readonly action: string;
  readonly escalation?: Escalation;
  /**
   * Unit of the cap of an override: the account currency, the base of the symbol, or a number of
   * orders. Absent when the rule cannot be overridden.
   */
  readonly capIn?: CapUnit;
  /** Set when a refusal shows a defect of the bot: level of its alert. */
  readonly refusalAlert?: AlertLevel;
  create(params: z.output<Schema>, setup: RuleSetup): RuleCheck;
}
/** A breach of a control, with the id of its rule. */
export interface RuleBreach extends Overridden {
  readonly rule: string;
  /** A pause refuses the order: the cause of the pause was evaluated before. */
  readonly isPause?: true;
}
/** A breach after the overrides were applied. */
export interface Overridden extends Breach {
  /** Id of the override that lets the order pass. */
  readonly override?: string;
}
/**
 * Copies the fields to an object without a prototype, so that an absent field of a breach cannot
 * come from a changed prototype.
 */
export function toOwn<T extends object>(fields: T): T {
  return { __proto__: null, ...fields };
}
