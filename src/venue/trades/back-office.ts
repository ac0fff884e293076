// Back office of the simulated venue: books, amends, rolls, allocates and cancels trades.
import type { Instant } from '../../domain/index.js';
import type { VenueTrade } from '../../domain/venue/index.js';
import type { VenueUser } from '../users.js';
import { findEnteringOrg } from '../user-name.js';
import { type Allocation, toAllocatedTrades } from './allocate-trade.js';
import { type Amendment, type Roll, toAmendedTrade, toRolledTrade } from './amend-trade.js';
import { type Office, toBookedTrade } from './book-trade.js';
import type { TradeBooking } from './booking-request.js';
import { type BackOfficeResult, refuse } from './back-office-refusal.js';
import type { TradeBook } from './trade-book.js';

/** Trades to cancel; `tradeId` takes precedence. */
export interface TradeCancel {
  readonly tradeId?: string | undefined;
  readonly clientRequestId?: string | undefined;
}

export class BackOffice {
  readonly #office: Office;
  readonly #trades: TradeBook;

  constructor(office: Office, trades: TradeBook) {
    this.#office = office;
    this.#trades = trades;
  }

  /** A trade that the user may see: of its own organization or one for which it may trade. */
  find(user: VenueUser, tradeId: string): VenueTrade | undefined {
    const trade = this.#trades.find(tradeId);
    return trade !== undefined && this.#maySee(user, trade) ? trade : undefined;
  }

  book(at: Instant, user: VenueUser, request: TradeBooking): BackOfficeResult<VenueTrade> {
    const booked = toBookedTrade(this.#office, at, user, request);
    if (!booked.ok) return booked;
    const tradeId = this.#trades.drawId();
    const trade = { ...booked.value, tradeId, orderId: tradeId };
    this.#trades.put(trade);
    return { ok: true, value: trade };
  }

  /** Replaces a trade by its amended version; returns the new trade. */
  amend(at: Instant, user: VenueUser, amendment: Amendment): BackOfficeResult<VenueTrade> {
    const trade = this.#findForDesk(user, amendment.id, 'amend');
    if (!trade.ok) return trade;
    const amended = toAmendedTrade(this.#office, at, trade.value, amendment);
    return amended.ok ? this.#replaceByOne(at, trade.value, amended.value) : amended;
  }

  /** Replaces a trade by its rolled version; returns the new trade. */
  roll(at: Instant, user: VenueUser, roll: Roll): BackOfficeResult<VenueTrade> {
    const trade = this.#findForDesk(user, roll.id, 'roll');
    if (!trade.ok) return trade;
    const rolled = toRolledTrade(this.#office, trade.value, roll);
    return rolled.ok ? this.#replaceByOne(at, trade.value, rolled.value) : rolled;
  }

  /** Replaces a trade by its parts; returns them in the order of the allocations. */
  allocate(
    at: Instant,
    user: VenueUser,
    id: string,
    allocations: readonly Allocation[],
  ): BackOfficeResult<readonly VenueTrade[]> {
    const trade = this.#findForDesk(user, id, 'allocate');
    if (!trade.ok) return trade;
    const parts = toAllocatedTrades(this.#office.directory, trade.value, allocations);
    if (!parts.ok) return parts;
    return { ok: true, value: this.#replace(at, trade.value, parts.value) };
  }

  /** Cancels trades and returns them. */
  cancel(
    at: Instant,
    user: VenueUser,
    cancel: TradeCancel,
  ): BackOfficeResult<readonly VenueTrade[]> {
    const { tradeId, clientRequestId } = cancel;
    if (tradeId === undefined && clientRequestId === undefined) {
      return refuse('invalid', 'tradeId: expected a tradeId or a clientRequestId.');
    }
    if (tradeId === undefined) {
      const known = this.#trades.findByRequest(user.org, clientRequestId ?? '');
      const standing = known.filter((trade) => trade.status === 'Verified');
      if (standing.length > 0) return { ok: true, value: this.#end(at, standing, 'Canceled') };
      return refuse('unknown', 'clientRequestId: no verified trade has it.');
    }
    const trade = this.#findStanding(user, tradeId, 'tradeId');
    return trade.ok ? { ok: true, value: this.#end(at, [trade.value], 'Canceled') } : trade;
  }

  #findForDesk(
    user: VenueUser,
    id: string,
    action: 'amend' | 'roll' | 'allocate',
  ): BackOfficeResult<VenueTrade> {
    const { directory } = this.#office;
    const may = action === 'allocate' ? directory.mayAllocate(user) : directory.isDeskUser(user);
    if (!may) return refuse('forbidden', `The user may not ${action} trades.`);
    return this.#findStanding(user, id, 'id');
  }

  #findStanding(user: VenueUser, id: string, field: string): BackOfficeResult<VenueTrade> {
    const trade = this.find(user, id);
    if (trade === undefined) return refuse('unknown', `${field}: the trade is unknown.`);
    if (trade.status === 'Verified') return { ok: true, value: trade };
    return refuse('invalid', `${field}: the trade is no longer Verified.`);
  }

  #replaceByOne(at: Instant, trade: VenueTrade, by: VenueTrade): BackOfficeResult<VenueTrade> {
    const [made = by] = this.#replace(at, trade, [by]);
    return { ok: true, value: made };
  }

  /** Ends a trade as Replaced and adds its replacements under new ids. */
  #replace(at: Instant, trade: VenueTrade, by: readonly VenueTrade[]): readonly VenueTrade[] {
    this.#end(at, [trade], 'Replaced');
    return by.map((one) => {
      const made: VenueTrade = {
        ...one,
        tradeId: this.#trades.drawId(),
        originalTradeId: trade.tradeId,
        changedAt: at,
      };
      this.#trades.put(made);
      return made;
    });
  }

  #end(
    at: Instant,
    trades: readonly VenueTrade[],
    status: 'Canceled' | 'Replaced',
  ): readonly VenueTrade[] {
    return trades.map((trade) => {
      const ended: VenueTrade = { ...trade, status, changedAt: at };
      this.#trades.put(ended);
      return ended;
    });
  }

  #maySee(user: VenueUser, trade: VenueTrade): boolean {
    const isOwn = user.org === findEnteringOrg(trade);
    return isOwn || this.#office.directory.mayTradeFor(user, trade.org);
  }
}
