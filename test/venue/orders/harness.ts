// A venue of two symbols, driven by hand: rates, orders and time in milliseconds after START.
import {
  createInstrument,
  formatVenueTime,
  MILLISECOND,
  UNLIMITED,
  unwrap,
} from '../../../src/domain/index.js';
import { toScaled } from '../../../src/domain/numbers/index.js';
import type { OrderRequest, OrderRequestDetails } from '../../../src/domain/orders/index.js';
import type { VenueOrderView, VenueTradeView } from '../../../src/domain/venue/index.js';
import { formatRateId, Venue, type VenueSettings } from '../../../src/venue/index.js';
import { NO_LATENCY } from '../../../src/venue/models/latency.js';

/** Tuesday 2026-01-06T10:00:00Z: `date -u -d 2026-01-06T10:00:00Z +%s`. */
export const START = 1_767_693_600_000_000;
export const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
export const USDJPY = unwrap(createInstrument(1, 'USD/JPY'));
const USER = { user: 'algo1', org: 'DeskOrg', account: 'DeskOrgLE' };

export type Asked = Partial<Omit<OrderRequest, 'details'>> & OrderRequestDetails;

/** A fill in plain words: time, units of the dealt currency, rate, and whether it rested. */
export type FillLine = string;

export class VenueHarness {
  readonly venue: Venue;
  readonly trades: VenueTradeView[] = [];
  #now = START;
  #count = 0;

  constructor(changes: Partial<VenueSettings> = {}) {
    this.venue = new Venue({
      instruments: [EURUSD, USDJPY],
      users: [USER],
      latency: NO_LATENCY,
      fillTiming: 'arrival',
      tokenLife: 60_000_000,
      rateLife: 10_000_000,
      seed: 1,
      maxEndedOrders: 1_000,
      ...changes,
    });
    this.venue.listen({ order: () => undefined, trade: (trade) => this.trades.push(trade) });
  }

  /** Moves time; what is due on the way happens. */
  moveTo(ms: number): void {
    this.#now = START + ms * MILLISECOND;
    this.venue.fireTimers(this.#now);
    this.venue.deliverReplies(this.#now);
  }

  /** A rate; sizes in units of the base. */
  rate(ms: number, bid: number, offer: number, bidSize = 1e6, offerSize = 1e6, id = 0): void {
    this.moveTo(ms);
    const { ratePrecision, baseDecimals } = id === 0 ? EURUSD : USDJPY;
    const [bidTicks, offerTicks] = [bid, offer].map((rate) => toScaled(rate, ratePrecision)!);
    const [bidUnits, offerUnits] = [bidSize, offerSize].map((size) =>
      size === Infinity ? UNLIMITED : toScaled(size, baseDecimals)!,
    );
    this.venue.rate(this.#now, id, bidTicks!, offerTicks!, bidUnits!, offerUnits!);
    this.venue.deliverReplies(this.#now);
  }

  /** Places a Buy of 100,000 EUR/USD at 1.1002, GTC, unless changed; the coId or the refusal. */
  place(changes: Asked = {}, user = USER): string {
    const plain = {
      coId: `o-${String(++this.#count)}`,
      type: 'Limit',
      side: 'Buy',
      symbol: 'EUR/USD',
      currency: 'EUR',
      size: 100_000,
      price: 1.1002,
      timeInForce: 'GTC',
    };
    const { coId, type, side, symbol, currency, size, price, timeInForce, expiryTime, ...details } =
      { ...plain, ...changes };
    const fields = { coId, type, side, symbol, currency, size, price, timeInForce, expiryTime };
    const hasDetails = Object.keys(details).length > 0;
    const request = hasDetails ? { ...fields, details } : fields;
    const answer = this.venue.place(this.#now, this.#account(user), request);
    this.venue.deliverReplies(this.#now);
    if ('accepted' in answer) return answer.accepted.terms.coId;
    return `${answer.rejected.code ?? ''}: ${answer.rejected.message}`;
  }

  cancel(coId: string): void {
    this.venue.cancel(this.#now, this.#account(USER), this.view(coId).orderId);
    this.venue.deliverReplies(this.#now);
  }

  view(coId: string, user = USER): VenueOrderView {
    return this.#account(user).findByCoId(coId)!.view;
  }

  /** Status and filled amount in units of the dealt currency: `FILLED 100000`. */
  state(coId: string): string {
    const { status, cumUnits, reason, instrument, details } = this.view(coId);
    const decimals = details?.inTerm === true ? instrument.termDecimals : instrument.baseDecimals;
    const text = `${status} ${String(cumUnits / 10 ** decimals)}`;
    return reason === '' ? text : `${text} ${reason}`;
  }

  /** Fills of an order: `1000ms 100000 at 1.1002 taken`. */
  fills(coId: string): readonly FillLine[] {
    return this.trades
      .filter((trade) => trade.coId === coId)
      .map(({ executedAt, units, termUnits, priceTicks, maker, instrument }) => {
        const ms = String((executedAt - START) / MILLISECOND);
        const amount =
          termUnits === undefined
            ? units / 10 ** instrument.baseDecimals
            : termUnits / 10 ** instrument.termDecimals;
        const rate = String(priceTicks / instrument.ticksPerUnit);
        return `${ms}ms ${String(amount)} at ${rate} ${maker ? 'rested' : 'taken'}`;
      });
  }

  /** The name of the newest rate of EUR/USD. */
  rateId(): string {
    return formatRateId(this.venue.visibleRate(EURUSD)!);
  }

  suspend(coId: string): boolean {
    const done = this.venue.interventions.suspend(this.#now, this.view(coId).orderId);
    this.venue.deliverReplies(this.#now);
    return done;
  }

  resume(coId: string): boolean {
    const done = this.venue.interventions.resume(this.#now, this.view(coId).orderId);
    this.venue.deliverReplies(this.#now);
    return done;
  }

  #account(user: typeof USER) {
    return this.venue.findAccount(user.user, user.org)!;
  }
}

/** The venue's text of a time. */
export function timeText(ms: number): string {
  return formatVenueTime(START + ms * MILLISECOND);
}
