// An own order as the kernel keeps it, from the moment its exposure is reserved.
import type {
  Instant,
  OrderState,
  OrderType,
  OrderView,
  Side,
  TimeInForce,
} from '../domain/index.js';
import type { SymbolState } from '../risk/index.js';
import type { ParentOrder } from './parent-order.js';
import type { StrategyHost } from './strategy-host.js';

/** States that end an order; it is forgotten once its trades are complete. */
const TERMINAL: ReadonlySet<OrderState> = new Set<OrderState>([
  'ABANDONED',
  'FILLED',
  'CANCELED',
  'REJECTED',
  'EXPIRED',
  'REPLACED',
  'FAILED',
]);

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

export class OwnOrder {
  readonly terms: OwnOrderTerms;
  orderId = '';
  state: OrderState = 'SENDING';
  /** Filled quantity by the venue's status. */
  cumUnits = 0;
  /** Filled quantity by trades; equals cumUnits once all trades are known. */
  filledUnits = 0;
  reason = '';
  /** Trades booked so far, so that each is booked once. */
  readonly tradeIds: string[] = [];
  isCancelRequested = false;
  /** A 400 without a reason code: rejected once enough reads do not find the order. */
  weakSince: Instant | undefined;
  emptyReads = 0;

  constructor(terms: OwnOrderTerms) {
    this.terms = terms;
  }

  get isTerminal(): boolean {
    return TERMINAL.has(this.state);
  }

  /** Nothing more can come: it ended and every trade is booked. */
  get isSettled(): boolean {
    return this.isTerminal && this.filledUnits >= this.cumUnits;
  }

  get openUnits(): number {
    return this.terms.units - this.cumUnits;
  }

  toView(at: Instant): OrderView {
    const { terms } = this;
    return {
      at,
      strategy: terms.host.name,
      intentId: terms.intentId,
      parent: terms.parent?.key ?? '',
      coId: terms.coId,
      orderId: this.orderId,
      instrument: terms.symbol.instrument,
      side: terms.side,
      type: terms.type,
      timeInForce: terms.timeInForce,
      units: terms.units,
      priceTicks: terms.priceTicks,
      filledUnits: this.cumUnits,
      arrivalTicks2: terms.arrivalTicks2,
      state: this.state,
      isTerminal: this.isTerminal,
      reason: this.reason,
    };
  }
}
