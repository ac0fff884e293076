// What happens to the orders of one bot, as the naive model of an order's life is told it.
//
// Instants are epoch microseconds; quantities are whole units of the base, prices whole ticks.
// Which paragraph of the specification of reliability each input comes from:
//
//   intend, refuse, approve, journal, make   the submit path, points 1 to 6; the states of orders
//   parent, renews                           identity (parents), renewal of short GTT orders
//   egress-refused, send-started             the submit path, points 7 and 8
//   send-ended                               the submit path, points 9 to 11; classification; the
//                                            policies of HTTP statuses and of reason codes
//   observed, active-list, query-empty       the policy of order statuses; observation rules
//   trades                                   observation rules (fill events); busts: control RC50
//   probe                                    resolving UNKNOWN: A by coId, B the list, C the trades
//   resolve                                  resolving UNKNOWN, its last lines: a human decides
//   cancel-requested, -started, -ended       the states of orders: the small machine of a cancel
//   restart                                  start and recovery, points 6 to 11
//   resume                                   halt latch
//   time                                     every "after", schedule, horizon and expiry

export type Side = 'Buy' | 'Sell';

/** What the bot asks for. An order that has no limit of its own has no price. */
export interface Terms {
  readonly strategy: string;
  readonly symbol: string;
  readonly side: Side;
  readonly size: number;
  readonly currency: string;
  readonly type: string;
  readonly timeInForce: 'IOC' | 'FOK' | 'GTT' | 'GTC' | 'DAY';
  readonly price?: number;
  /** Of GTT. */
  readonly expirySeconds?: number;
  /** Key of the parent whose child this is. */
  readonly parent?: string;
  /** coId of the ended order that this one renews. */
  readonly renews?: string;
}

/** What the venue repeats of our terms; what it leaves out is not compared. */
export interface Echo {
  readonly symbol?: string;
  readonly side?: Side;
  readonly size?: number;
  readonly currency?: string;
  readonly type?: string;
  readonly price?: number;
}

/** What the venue says of one order; `word` as it stands on the wire. */
export interface Observation {
  readonly coId: string;
  readonly orderId?: string;
  readonly word: string;
  readonly cumQty?: number;
  readonly leavesQty?: number;
  readonly averagePrice?: number;
  readonly reason?: string;
  /** Instant of the venue's last event of the order. */
  readonly transactTime?: number;
  readonly originalCoId?: string;
  readonly echo?: Echo;
}

export interface TradeRecord {
  readonly tradeId: string;
  readonly coId?: string;
  readonly orderId?: string;
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number;
  readonly price: number;
  /** As it stands on the wire: Verified, Canceled or another word. */
  readonly status: string;
  readonly executedAt?: number;
}

/** Of a 2xx on a place: whether the body parses and repeats our coId. */
export type EchoOf = 'same' | 'differs' | 'missing' | 'unreadable';

export type Transport =
  | 'dns'
  | 'connect-refused'
  | 'connect-timeout'
  | 'tls'
  | 'gate'
  | 'echo-differs'
  | 'echo-missing'
  | 'not-json'
  | 'wrong-content-type'
  | 'schema'
  | 'too-large'
  | 'timeout'
  | 'reset'
  | 'closed'
  | 'protocol'
  | 'cut-short'
  | 'aborted';

export interface HttpOutcome {
  readonly kind: 'http';
  readonly status: number;
  /** The reason code found in the body; `conflict` when two different ones were. */
  readonly code?: string;
  /** Free text of the body. */
  readonly text?: string;
  readonly echo?: EchoOf;
  readonly orderId?: string;
  /** The status word of a 202. */
  readonly word?: string;
}

export type SendOutcome = HttpOutcome | { readonly kind: 'transport'; readonly outcome: Transport };

interface OfOrder {
  readonly at: number;
  readonly coId: string;
}

/** A read; it began at `startedAt` and was answered at `at`. */
interface Read {
  readonly at: number;
  readonly startedAt: number;
}

export type ModelInput =
  | (OfOrder & { readonly kind: 'intend' | 'make'; readonly terms: Terms })
  | (OfOrder & { readonly kind: 'refuse' | 'approve' })
  /** `start`: whether the start record is durable too; it is unless told. */
  | (OfOrder & { readonly kind: 'journal'; readonly start?: boolean })
  | { readonly at: number; readonly kind: 'parent'; readonly key: string; readonly total: number }
  /** `durable`: whether a crash keeps the refusal; it does unless told. */
  | (OfOrder & { readonly kind: 'egress-refused'; readonly durable?: boolean })
  | (OfOrder & { readonly kind: 'send-started' | 'cancel-requested' | 'cancel-started' })
  | (OfOrder & { readonly kind: 'send-ended' | 'cancel-ended'; readonly outcome: SendOutcome })
  | (Read & { readonly kind: 'observed'; readonly order: Observation })
  /** `empty` is the calibrated "no result"; it reads as no orders. */
  | (Read & { readonly kind: 'active-list'; readonly orders: readonly Observation[] | 'failed' })
  /** A query by id or coId found nothing. */
  | (Read & OfOrder & { readonly kind: 'query-empty' })
  /** The trades of the named order, or with no name of any: a page of the STP download. */
  | (Read & {
      readonly kind: 'trades';
      readonly coId?: string;
      readonly records: readonly TradeRecord[] | 'failed';
    })
  /** An answer that had no new trade of the order: of its double where that is named. */
  | (OfOrder & { readonly kind: 'trades-denied'; readonly orderId?: string })
  | (Read & OfOrder & Probe)
  | (OfOrder & {
      readonly kind: 'resolve';
      readonly as: 'lost' | 'live' | 'filled';
      readonly by: string;
      readonly reason: string;
      /** The venue has said so in writing. */
      readonly written?: boolean;
    })
  | { readonly at: number; readonly kind: 'restart' }
  | { readonly at: number; readonly kind: 'resume'; readonly halt: number }
  | { readonly at: number; readonly kind: 'time' };

/** One complete round of probes of an order of unknown outcome. */
export interface Probe {
  readonly kind: 'probe';
  readonly byCoId: Observation | 'empty' | 'failed';
  readonly list: Observation | 'without' | 'failed';
  /** `changed`: a position moved by the size and no journaled fill explains it. */
  readonly trades: readonly TradeRecord[] | 'unchanged' | 'changed' | 'failed';
}
