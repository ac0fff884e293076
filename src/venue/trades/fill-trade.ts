// Converts fills of orders to trades of the back office.
import { type Calendars, findFixingDate } from '../../domain/dates/index.js';
import {
  FINE_TICKS,
  toTermUnits,
  type VenueTrade,
  type VenueTradeView,
} from '../../domain/venue/index.js';

/** The trade of a fill; an NDF gets the fixing date of the calendars. */
export function toVenueTrade(
  view: VenueTradeView,
  channel: string,
  calendars: Calendars,
): VenueTrade {
  const { instrument, units, side, executedAt } = view;
  const rate = view.priceTicks * FINE_TICKS;
  const spotRate = view.spotTicks * FINE_TICKS;
  const { rateId } = view;
  const { customParameters } = view.details ?? {};
  const isNdf = view.tradeType === 'NDF';
  const fixing = isNdf ? findFixingDate(view.valueDate, instrument, calendars) : undefined;
  return {
    tradeId: view.tradeId,
    orderId: view.orderId,
    coId: view.coId,
    type: view.tradeType,
    status: 'Verified',
    instrument,
    dealtCurrency: view.termUnits === undefined ? instrument.base : instrument.term,
    maker: view.maker,
    org: view.org,
    account: view.account,
    user: view.user,
    counterparty: view.counterparty,
    counterpartyAccount: view.counterpartyAccount,
    channel,
    executedAt,
    changedAt: executedAt,
    tradeDate: view.tradeDate,
    spotRate,
    near: {
      valueDate: view.valueDate,
      ...(fixing?.ok === true ? { fixingDate: fixing.value } : {}),
      side,
      dealtUnits: view.termUnits ?? units,
      baseUnits: units,
      termUnits:
        view.termUnits === undefined
          ? toTermUnits(instrument, units, rate)
          : BigInt(view.termUnits),
      rate,
      forwardPoints: rate - spotRate,
    },
    ...(rateId === undefined ? {} : { rateId }),
    ...(customParameters === undefined ? {} : { customParameters }),
  };
}
