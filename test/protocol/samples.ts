// Instruments, orders and trades that the protocol's tests speak of, and junk to throw at guards.
import fc from 'fast-check';
import { createInstrument, type Instrument, unwrap } from '../../src/domain/index.js';
import type { PlaceCommand } from '../../src/domain/orders/index.js';
import type { VenueOrderView, VenueTradeView, VenueTrade } from '../../src/domain/venue/index.js';

export const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
export const USDJPY = unwrap(createInstrument(1, 'USD/JPY'));
export const BTCUSD = unwrap(
  createInstrument(2, 'BTC/USD', { ratePrecision: 2, sizeIncrement: 0.00000001 }),
);
export const INSTRUMENTS: readonly Instrument[] = [EURUSD, USDJPY, BTCUSD];

export function findInstrument(symbol: string): Instrument | undefined {
  return INSTRUMENTS.find((instrument) => instrument.symbol === symbol);
}

/** 2026-01-06 10:00:02.014 UTC in microseconds. */
export const CREATED_AT = 1_767_693_602_014_000;

export const PLACE: PlaceCommand = {
  kind: 'place',
  coId: 'bot7-000123',
  intentId: 1,
  instrument: EURUSD,
  side: 'Buy',
  type: 'Limit',
  timeInForce: 'IOC',
  units: 100_000_000,
  priceTicks: 109_520,
  expirySeconds: 0,
  attempt: 1,
};

export const FILL: VenueTradeView = {
  tradeId: 'FXI50000107',
  orderId: '5120000031',
  coId: 'bot7-000130',
  user: 'algo1@DeskOrg',
  org: 'DeskOrg',
  account: 'DeskOrgLE',
  counterparty: 'LP1',
  counterpartyAccount: 'LP1LE1',
  instrument: EURUSD,
  side: 'Buy',
  units: 100_000_000,
  termUnits: undefined,
  priceTicks: 109_478,
  spotTicks: 109_478,
  maker: false,
  executedAt: 1_767_693_604_400_000,
  rateId: undefined,
  tradeDate: '2026-01-06',
  valueDate: '2026-01-08',
  tradeType: 'Spot',
  details: undefined,
};

export const ORDER: VenueOrderView = {
  orderId: '5120000031',
  coId: 'bot7-000130',
  user: 'algo1@DeskOrg',
  org: 'DeskOrg',
  instrument: EURUSD,
  side: 'Buy',
  type: 'Limit',
  timeInForce: 'GTC',
  units: 300_000_000,
  priceTicks: 109_480,
  expirySeconds: 0,
  status: 'PARTIALLY_FILLED',
  cumUnits: 100_000_000,
  cumCash: 100_000_000n * 109_478n,
  cumBaseUnits: 100_000_000,
  lastTrade: FILL,
  reason: '',
  createdAt: CREATED_AT,
  transactAt: 1_767_693_604_400_000,
  details: undefined,
};

export const TRADE: VenueTrade = {
  tradeId: 'FXI50000107',
  orderId: '5120000031',
  coId: 'bot7-000130',
  type: 'Spot',
  status: 'Verified',
  instrument: EURUSD,
  dealtCurrency: 'EUR',
  maker: false,
  org: 'DeskOrg',
  account: 'DeskOrgLE',
  user: 'algo1@DeskOrg',
  counterparty: 'LP1',
  counterpartyAccount: 'LP1LE1',
  channel: 'API/REST/ESP',
  executedAt: 1_767_693_604_400_000,
  changedAt: 1_767_693_604_400_000,
  tradeDate: '2026-01-06',
  spotRate: 10_947_800,
  near: {
    valueDate: '2026-01-08',
    side: 'Buy',
    dealtUnits: 100_000_000,
    baseUnits: 100_000_000,
    termUnits: 109_478_000n,
    rate: 10_947_800,
    forwardPoints: 0,
  },
  stp: true,
};

/** The trade as the published sample writes it. */
export const TRADE_BODY = {
  orderId: '5120000031',
  tradeId: 'FXI50000107',
  coId: 'bot7-000130',
  tradeType: 'Spot',
  tradeDate: '2026-01-06',
  valueDate: '2026-01-08',
  maker: false,
  side: 'Buy',
  status: 'Verified',
  symbol: 'EUR/USD',
  currency: 'EUR',
  customerOrg: 'DeskOrg',
  customerAccount: 'DeskOrgLE',
  user: 'algo1@DeskOrg',
  counterparty: 'LP1',
  counterpartyAccount: 'LP1LE1',
  channel: 'API/REST/ESP',
  channelCategory: 'API',
  executionTime: '2026-01-06 10:00:04,400 +0000',
  dealtAmount: 1000000,
  baseAmount: 1000000,
  termAmount: 1094780,
  settledAmount: 1094780,
  spotRate: 1.09478,
  rate: 1.09478,
};

/** A body whose fields are, by turns, right, of another type, null or absent. */
export function mangled(sound: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> {
  const junk = fc.oneof(
    fc.constantFrom(null, undefined, '', 'x', 0, -1, 1.5, NaN, Infinity, -Infinity, true, {}, []),
    fc.string({ maxLength: 300 }),
    fc.double(),
    fc.maxSafeInteger(),
  );
  const model = Object.fromEntries(
    Object.entries(sound).map(([field, value]) => [
      field,
      fc.oneof({ weight: 30, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: junk }),
    ]),
  );
  return fc.oneof(
    { weight: 40, arbitrary: fc.record(model, { requiredKeys: [] }) },
    { weight: 60, arbitrary: fc.record(model) },
    { weight: 2, arbitrary: fc.jsonValue() },
  );
}
