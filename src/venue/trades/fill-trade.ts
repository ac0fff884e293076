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
  return {
    tradeId: view.tradeId,
    orderId: view.orderId,
    coId: view.coId,
    type: 'Spot',
    status: 'Verified',
    instrument,
    dealtCurrency: instrument.base,
    maker: view.maker,
    org: view.org,
    account: view.account,
    user: view.user,
    counterparty: view.counterparty,
    counterpartyAccount: `${view.counterparty}LE1`,
    channel,
    executedAt,
    changedAt: executedAt,
    tradeDate: view.tradeDate,
    spotRate: rate,
    near: {
      valueDate: view.valueDate,
      side,
      dealtUnits: units,
      baseUnits: units,
      termUnits: toTermUnits(instrument, units, rate),
      rate,
      forwardPoints: 0,
    },
    stp: true,
  };
}
