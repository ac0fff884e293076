// The local gateway: a simulated venue in process, on virtual time, behind the same port as the
// remote gateway.
import type {
  OrderEvent,
  PollEvent,
  SubmitResultEvent,
  TradeEvent,
} from '../../domain/events/index.js';
import { type Instant, type Micros, SECOND } from '../../domain/index.js';
import { fromScaled } from '../../domain/numbers/index.js';
import type {
  Approved,
  Command,
  PlaceCommand,
  QuoteName,
  RfsCommand,
  WithdrawCommand,
} from '../../domain/orders/index.js';
import type { QuoteReportEvent } from '../../domain/quotes/index.js';
import type { VenueOrderView, VenueTradeView } from '../../domain/venue/index.js';
import { DelayQueue, NextDue } from '../../determinism/index.js';
import { toRfsSide } from '../../protocol/codecs/index.js';
import type {
  UserOrders,
  RfsAnswer,
  QuoteService,
  RfsRequest,
  Transit,
  Venue,
} from '../../venue/index.js';
import type { Gateway, GatewayListener } from '../port.js';
import { toQuotesEvent } from '../quotes-event.js';

/**
 * A 400 without a code does not prove a rejection. Over HTTP the gateway then probes for the order;
 * 8 s later, six negative polls let the kernel reject it.
 */
const LOOKED_FOR: Micros = 8 * SECOND;
const LOOKS = 6;
const NOT_FOUND = 404;

export interface LocalGatewaySettings {
  readonly venue: Venue;
  readonly account: UserOrders;
  /** Quote service of the venue. */
  readonly rfs: QuoteService;
  /** Delays of responses, from the venue to the bot. */
  readonly answers: Transit;
  now(): Instant;
}

export class LocalGateway implements Gateway {
  readonly #settings: LocalGatewaySettings;
  readonly #results: DelayQueue<SubmitResultEvent | QuoteReportEvent>;
  /** coIds of orders that were rejected without a code. */
  readonly #denials: DelayQueue<string>;
  #listener: GatewayListener | undefined;

  /** Lowers `horizon` whenever a response becomes due. */
  constructor(settings: LocalGatewaySettings, horizon = new NextDue()) {
    this.#settings = settings;
    this.#results = new DelayQueue(horizon);
    this.#denials = new DelayQueue(horizon);
    settings.rfs.watch((request) => {
      this.#showRequest(request);
    });
    settings.venue.listen({
      order: (view) => {
        this.#listener?.event(toOrderEvent(view));
        if (view.status === 'FAILED') this.#listener?.event(toTradesTold(view.coId));
      },
      trade: (trade) => this.#listener?.event(toTradeEvent(trade)),
    });
  }

  start(listener: GatewayListener): void {
    this.#listener = listener;
  }

  /** Time of the next response or report; NEVER without one. */
  get nextDueAt(): Instant {
    const answerAt = Math.min(this.#results.nextDueAt, this.#denials.nextDueAt);
    return Math.min(answerAt, this.#settings.venue.nextReplyAt);
  }

  /** Delivers to the listener what is due up to `to`: responses to requests, then reports. */
  deliver(to: Instant): void {
    for (;;) {
      const result = this.#results.takeNext(to);
      if (result === undefined) break;
      this.#listener?.event(result);
    }
    for (;;) {
      const coId = this.#denials.takeNext(to);
      if (coId === undefined) break;
      this.#deny(coId);
    }
    this.#settings.venue.deliverReplies(to);
  }

  send(command: Approved<Command>): void {
    const at = this.#settings.now();
    const event = this.#carry(at, command);
    const arriveAt = this.#settings.answers.arriveAt(at);
    this.#results.add(arriveAt, event);
    const isWeak = event.kind === 'place' && event.status === 400 && event.code === '';
    if (isWeak) this.#denials.add(arriveAt + LOOKED_FOR, event.coId);
  }

  /** Reports that the venue has no such order. */
  #deny(coId: string): void {
    const subject = 'order-by-coId';
    this.#listener?.event({ type: 'calibration', subject, emptyStatus: NOT_FOUND });
    const poll = { subject: 'order', outcome: 'empty', status: NOT_FOUND, message: '' } as const;
    for (let look = 0; look < LOOKS; look++) {
      this.#listener?.event({ type: 'poll', key: coId, ...poll });
    }
  }

  #carry(at: Instant, command: Command): SubmitResultEvent {
    switch (command.kind) {
      case 'place':
        return command.quote === undefined
          ? this.#place(at, command)
          : this.#accept(at, command, command.quote);
      case 'cancel':
        return this.#cancel(at, command);
      case 'rfs':
        return this.#requestQuotes(at, command);
      case 'withdraw':
        return this.#withdraw(command);
    }
  }

  #requestQuotes(at: Instant, command: RfsCommand): SubmitResultEvent {
    const { rfs, account } = this.#settings;
    const { coId, instrument, side, units, lifeSeconds, customer } = command;
    const answer = rfs.request(at, account, {
      clOrderId: coId,
      symbol: instrument.symbol,
      amount: fromScaled(units, instrument.baseDecimals),
      dealtCurrency: instrument.base,
      expiry: lifeSeconds,
      side: toRfsSide(side),
      nearValueDate: 'SPOT',
      priceType: 'Spot',
      customerAccount: customer.account,
      customerOrg: customer.org,
    });
    return toRfsResult('rfs', coId, answer);
  }

  #accept(at: Instant, { coId, side }: PlaceCommand, quote: QuoteName): SubmitResultEvent {
    const { rfs, account } = this.#settings;
    const { requestId, quoteId, transactionId } = quote;
    const answer = rfs.accept(at, account, requestId, {
      clOrderId: coId,
      quoteId,
      side: side === 'Buy' ? 'BUY' : 'SELL',
      ...(transactionId === '' ? {} : { transactionId }),
    });
    return toRfsResult('accept', coId, answer);
  }

  #withdraw({ coId, requestId }: WithdrawCommand): SubmitResultEvent {
    const { rfs, account } = this.#settings;
    const id = requestId === '' ? rfs.findByClientId(account, coId)?.requestId : requestId;
    return toRfsResult('withdraw', coId, rfs.withdraw(account, id ?? ''));
  }

  /** Reports the state of a quote request, with the delay of a response. */
  #showRequest(request: RfsRequest): void {
    const { account, answers } = this.#settings;
    if (request.account !== account) return;
    const at = this.#settings.now();
    this.#results.add(answers.arriveAt(at), toQuotesEvent(request.toView(at)));
  }

  #place(at: Instant, command: PlaceCommand): SubmitResultEvent {
    const { venue, account } = this.#settings;
    const { instrument, valueDate = '', details } = command;
    const answer = venue.place(at, account, {
      coId: command.coId,
      type: command.type,
      side: command.side,
      symbol: instrument.symbol,
      currency: instrument.base,
      size: fromScaled(command.units, instrument.baseDecimals),
      price: fromScaled(command.priceTicks, instrument.ratePrecision),
      timeInForce: command.timeInForce,
      expiryTime: command.expirySeconds === 0 ? undefined : command.expirySeconds,
      details: valueDate === '' ? details : { ...details, valueDate },
    });
    if ('accepted' in answer) {
      return toResult('place', command.coId, 202, '', '', answer.accepted.orderId);
    }
    const { code, message } = answer.rejected;
    return toResult('place', command.coId, 400, code ?? '', message, '');
  }

  #cancel(
    at: Instant,
    { coId, orderId }: { readonly coId: string; readonly orderId: string },
  ): SubmitResultEvent {
    const { venue, account } = this.#settings;
    const id = orderId === '' ? (account.findByCoId(coId)?.orderId ?? '') : orderId;
    const answer = venue.cancel(at, account, id);
    if (answer === 'unknown') return toResult('cancel', coId, 404, '', 'unknown order', '');
    if (answer === 'ended') {
      return toResult('cancel', coId, 400, 'OrderNotActive', 'already ended', id);
    }
    return toResult('cancel', coId, 202, '', '', id);
  }
}

function toRfsResult(
  kind: SubmitResultEvent['kind'],
  coId: string,
  answer: RfsAnswer,
): SubmitResultEvent {
  if (answer === 'unknown') return toResult(kind, coId, 404, '', 'unknown request', '');
  if ('refused' in answer) {
    const { code, message } = answer.refused;
    return toResult(kind, coId, 400, code, message, '');
  }
  return toResult(kind, coId, 202, '', '', answer.requestId);
}

function toResult(
  kind: SubmitResultEvent['kind'],
  coId: string,
  status: number,
  code: string,
  message: string,
  orderId: string,
): SubmitResultEvent {
  return { type: 'send-result', kind, coId, status, code, message, orderId };
}

/** Every event has the same fields, filled or not, since the kernel reads all of them. */
function toOrderEvent(view: VenueOrderView): OrderEvent {
  return {
    type: 'order',
    coId: view.coId,
    orderId: view.orderId,
    status: view.status,
    cumUnits: view.cumUnits,
    units: view.units,
    priceTicks: view.priceTicks,
    symbol: view.instrument.symbol,
    side: view.side,
    reason: view.reason,
    transactAt: view.transactAt,
    averageTicks: view.cumBaseUnits === 0 ? undefined : toAverage(view),
  };
}

/** Average price with the precision of the wire: hundredths of a tick, rounded half up. */
function toAverage({ cumCash, cumBaseUnits }: VenueOrderView): number {
  if (typeof cumCash === 'number') {
    const whole = Math.floor(cumCash / cumBaseUnits);
    const rest = cumCash - whole * cumBaseUnits;
    if (rest === 0) return whole;
  }
  const units = BigInt(cumBaseUnits);
  return Number((BigInt(cumCash) * 200n + units) / (2n * units)) / 100;
}

/** Local trades arrive with their order, so all trades of a failed order are known at once. */
function toTradesTold(key: string): PollEvent {
  const poll = { subject: 'trades', outcome: 'unchanged', status: 200, message: '' } as const;
  return { type: 'poll', key, ...poll };
}

function toTradeEvent(trade: VenueTradeView): TradeEvent {
  return {
    type: 'trade',
    coId: trade.coId,
    orderId: trade.orderId,
    tradeId: trade.tradeId,
    units: trade.units,
    priceTicks: trade.priceTicks,
    executedAt: trade.executedAt,
    valueDate: trade.valueDate,
    counterparty: trade.counterparty,
  };
}
