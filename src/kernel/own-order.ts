// An own order as the kernel keeps it, from the moment its exposure is reserved.
import type {
  Instant,
  Instrument,
  OrderState,
  OrderType,
  OrderView,
  Side,
  TimeInForce,
} from '../domain/index.js';
import type { SymbolState } from '../risk/index.js';
import type { ParentOrder } from './parent-order.js';
import type { StrategyHost } from './strategy-host.js';

const NO_TRADES: readonly string[] = [];

export interface OwnOrderTerms {
  readonly intentId: number;
  readonly coId: string;
  readonly host: StrategyHost;
  readonly parent: ParentOrder | undefined;
  readonly symbol: SymbolState;
  readonly side: Side;
  readonly sign: 1 | -1;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly units: number;
  readonly priceTicks: number;
  /** Bid + offer in ticks at the intent. */
  readonly arrivalTicks2: number;
}

/** It is its own view for sinks, which see it change; strategies get copies. */
export class OwnOrder implements OrderView {
  readonly terms: OwnOrderTerms;
  orderId = '';
  #state: OrderState = 'SENDING';
  /** The state ends the order. */
  isTerminal = false;
  /** When it last changed. */
  at: Instant;
  /** Filled quantity by the venue's status. */
  cumUnits = 0;
  /** Filled quantity by trades; equals cumUnits once all trades are known. */
  bookedUnits = 0;
  reason = '';
  isCancelRequested = false;
  /** Taken over from a record: an earlier run of the bot may have sent it. */
  isAdopted = false;
  /** Trades booked so far, so that each is booked once. */
  tradeIds: readonly string[] = NO_TRADES;
  /** A 400 without a reason code: rejected once enough reads do not find the order. */
  weakSince: Instant | undefined;
  emptyReads = 0;

  constructor(terms: OwnOrderTerms, at: Instant) {
    this.terms = terms;
    this.at = at;
  }

  get state(): OrderState {
    return this.#state;
  }
  set state(state: OrderState) {
    this.#state = state;
    this.isTerminal = isTerminalState(state);
  }
  get strategy(): string {
    return this.terms.host.name;
  }
  get intentId(): number {
    return this.terms.intentId;
  }
  get parent(): string {
    return this.terms.parent?.key ?? '';
  }
  get coId(): string {
    return this.terms.coId;
  }
  get instrument(): Instrument {
    return this.terms.symbol.instrument;
  }
  get side(): Side {
    return this.terms.side;
  }
  get type(): OrderType {
    return this.terms.type;
  }
  get timeInForce(): TimeInForce {
    return this.terms.timeInForce;
  }
  get units(): number {
    return this.terms.units;
  }
  get priceTicks(): number {
    return this.terms.priceTicks;
  }
  get arrivalTicks2(): number {
    return this.terms.arrivalTicks2;
  }
  get filledUnits(): number {
    return this.cumUnits;
  }

  /** Nothing more can come: it ended and every trade is booked. */
  get isSettled(): boolean {
    return this.isTerminal && this.bookedUnits >= this.cumUnits;
  }

  get openUnits(): number {
    return this.terms.units - this.cumUnits;
  }
}

/** Whether a state ends an order; it is forgotten once its trades are complete. */
function isTerminalState(state: OrderState): boolean {
  switch (state) {
    case 'ABANDONED':
    case 'FILLED':
    case 'CANCELED':
    case 'REJECTED':
    case 'EXPIRED':
    case 'REPLACED':
    case 'FAILED':
      return true;
    case 'JOURNALED':
    case 'SENDING':
    case 'PENDING_VENUE':
    case 'WORKING':
    case 'PARTIAL':
    case 'UNKNOWN':
      return false;
  }
}
