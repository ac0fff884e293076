// Fills of orders as trades of the back office.
import {
  FINE_TICKS,
  toTermUnits,
  type VenueTrade,
  type VenueTradeView,
} from '../../domain/index.js';

/** The back office's record of a fill. */
export function toVenueTrade(view: VenueTradeView, channel: string): VenueTrade {
  const { instrument, units, side, executedAt } = view;
  const rate = view.priceTicks * FINE_TICKS;
  const { rateId } = view;
  const { customParameters } = view.details ?? {};
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
    spotRate: rate,
    near: {
      valueDate: view.valueDate,
      side,
      dealtUnits: view.termUnits ?? units,
      baseUnits: units,
      termUnits:
        view.termUnits === undefined
          ? toTermUnits(instrument, units, rate)
          : BigInt(view.termUnits),
      rate,
      forwardPoints: 0,
    },
    ...(rateId === undefined ? {} : { rateId }),
    ...(customParameters === undefined ? {} : { customParameters }),
  };
}
