// An own quote request as the kernel keeps it, from its command to its end.
import { type Instant, SECOND } from '../../domain/index.js';
import type { WithdrawCommand } from '../../domain/orders/index.js';
import type {
  FirmQuote,
  Quote,
  QuoteRequestSide,
  QuoteRequestState,
  QuoteRequestView,
} from '../../domain/quotes/index.js';
import { FINE_TICKS } from '../../domain/venue/index.js';
import type { CallScope } from '../../policy/index.js';
import type { SymbolState } from '../../risk/gate/index.js';
import { freezeDeep } from '../../strategy/index.js';
import type { Order } from '../orders/order.js';
import type { StrategyHost } from '../strategies/strategy-host.js';

/** Time after a request's life by which the venue has ended it, even without a report. */
const LIFE_GRACE = 10 * SECOND;

const OVER: ReadonlySet<QuoteRequestState> = new Set(['TRADED', 'ENDED', 'UNKNOWN']);

export interface QuoteRequestTerms {
  readonly intentId: number;
  readonly coId: string;
  readonly host: StrategyHost;
  readonly symbol: SymbolState;
  readonly side: QuoteRequestSide;
  readonly units: number;
  readonly lifeSeconds: number;
  readonly sentAt: Instant;
}

export class QuoteRequest {
  readonly terms: QuoteRequestTerms;
  /** The venue's id of the request; empty while it is unknown. */
  requestId = '';
  transactionId = '';
  state: QuoteRequestState = 'SENDING';
  /** The newest event that the venue reported. */
  event = '';
  reason = '';
  quotes: readonly FirmQuote[] = [];
  /** The order that accepts a quote of the request. */
  order: Order | undefined;
  acceptedId = '';
  /** A withdrawal was sent. */
  isWithdrawing = false;
  /** A previous run sent it: no strategy of this run owns it. */
  isAdopted = false;
  /** The venue has ended it. */
  hasEnded = false;

  constructor(terms: QuoteRequestTerms) {
    this.terms = terms;
  }

  /** No quote of it can be accepted any more. */
  get isOver(): boolean {
    return OVER.has(this.state);
  }

  /** Latest time at which the venue has ended it. */
  get endsAt(): Instant {
    const { sentAt, lifeSeconds } = this.terms;
    return sentAt + lifeSeconds * SECOND + LIFE_GRACE;
  }

  /** Scope of a policy decision about the request. */
  get scope(): CallScope {
    const { host, symbol, coId } = this.terms;
    return {
      strategy: host.name,
      symbol: symbol.instrument.symbol,
      type: 'PQ/FOK',
      coId,
    };
  }

  toWithdrawal(): WithdrawCommand {
    const { requestId, endsAt, terms } = this;
    const { coId, intentId, symbol } = terms;
    const { instrument } = symbol;
    return { kind: 'withdraw', coId, requestId, intentId, instrument, endsAt };
  }

  toView(at: Instant): QuoteRequestView {
    const { intentId, coId, host, symbol, side, units } = this.terms;
    const { state, isOver, event, reason, acceptedId } = this;
    const live = state === 'QUOTED' ? this.quotes.filter((one) => at < one.validUntil) : [];
    return freezeDeep({
      at,
      strategy: host.name,
      requestId: intentId,
      clOrderId: coId,
      instrument: symbol.instrument,
      side,
      units,
      state,
      isOver,
      event,
      reason,
      quotes: live.map((quote) => this.#toQuote(quote)),
      acceptedId,
    });
  }

  /** A rate between two ticks becomes the worse tick: an acceptance is bound to that price. */
  #toQuote({ quoteId, provider, buyRate, sellRate, activeAt, validUntil }: FirmQuote): Quote {
    const { ticksPerUnit } = this.terms.symbol.instrument;
    return {
      requestId: this.terms.intentId,
      quoteId,
      provider,
      ...(sellRate === undefined ? {} : { bid: toWorseTicks(sellRate, -1) / ticksPerUnit }),
      ...(buyRate === undefined ? {} : { offer: toWorseTicks(buyRate, 1) / ticksPerUnit }),
      activeAt,
      validUntil,
    };
  }
}

/** The whole tick that is no better than a rate in fine ticks. */
export function toWorseTicks(rate: number, sign: 1 | -1): number {
  return sign > 0 ? Math.ceil(rate / FINE_TICKS) : Math.floor(rate / FINE_TICKS);
}
