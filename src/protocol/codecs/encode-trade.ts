// Encodes a trade; fills, trade details, accepted quotes and STP records share one schema.
import { formatVenueTime } from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import { FINE_DIGITS, type TradeLeg, type VenueTrade } from '../../domain/venue/index.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../profile/profile.js';

/** Cover type of a maker's trade by book name (spec, STP trade record). */
const RISK_MANAGEMENT: Readonly<Record<string, string>> = {
  A: 'COVER',
  B: 'WAREHOUSE',
  '': 'NO_COVER',
};

/** One trade object; an STP record also has `event`. */
export function encodeVenueTrade(
  trade: VenueTrade,
  profile: VenueProfile = DEFAULT_PROFILE,
  event?: string,
): string {
  const { instrument, near, far } = trade;
  let text = `{"orderId":${JSON.stringify(trade.orderId)}`;
  text += `,"tradeId":${JSON.stringify(trade.tradeId)},"coId":${JSON.stringify(trade.coId)}`;
  if (event !== undefined) text += `,"event":${JSON.stringify(event)}`;
  text += `,"tradeType":"${trade.type}","tradeDate":"${trade.tradeDate}"`;
  text += `,"valueDate":"${near.valueDate}","maker":${String(trade.maker)},"side":"${near.side}"`;
  text += `,"status":"${profile.trades.statusNames[trade.status]}","symbol":"${instrument.symbol}"`;
  text += `,"currency":"${trade.dealtCurrency}"${encodeParties(trade)}`;
  text += `,"${profile.tradeFields.executedAt}":"${formatVenueTime(trade.executedAt)}"`;
  text += encodeNear(trade, profile);
  if (far !== undefined) text += encodeFar(trade, far);
  text += encodeText('rateId', trade.rateId) + encodeText('notes', trade.note);
  text += encodeText('bookName', trade.bookName);
  text += encodeText('counterpartyTradeId', trade.counterpartyTradeId);
  if (trade.maker && trade.bookName !== undefined) {
    text += encodeText('coverRiskManagementType', RISK_MANAGEMENT[trade.bookName]);
  }
  const custom = trade.customParameters;
  return custom === undefined
    ? `${text}}`
    : `${text},"customParameters":${JSON.stringify(custom)}}`;
}

function encodeParties(trade: VenueTrade): string {
  const [category = ''] = trade.channel.split('/');
  let text = `,"customerOrg":${JSON.stringify(trade.org)}`;
  text += encodeNonEmpty('customerAccount', trade.account);
  text += `,"user":${JSON.stringify(trade.user)}`;
  text += `,"counterparty":${JSON.stringify(trade.counterparty)}`;
  text += encodeNonEmpty('counterpartyAccount', trade.counterpartyAccount);
  text += `,"channel":${JSON.stringify(trade.channel)}`;
  // Only a taker's trade has a category (spec).
  return trade.maker ? text : `${text},"channelCategory":${JSON.stringify(category)}`;
}

function encodeNear(trade: VenueTrade, { tradeFields }: VenueProfile): string {
  const { near, instrument, type } = trade;
  const rates = formatRates(trade);
  const base = formatShortest(near.baseUnits, instrument.baseDecimals);
  const term = formatShortest(near.termUnits, instrument.termDecimals);
  const [dealt, settled] = isBaseDealt(trade) ? [base, term] : [term, base];
  let text = `,"${tradeFields.size}":${dealt},"baseAmount":${base},"termAmount":${term}`;
  text += `,"settledAmount":${settled}`;
  text += `,"spotRate":${rates(trade.spotRate)},"${tradeFields.price}":${rates(near.rate)}`;
  if (type !== 'Spot') text += `,"forwardPoints":${rates(near.forwardPoints)}`;
  text += encodeText('tenor', near.tenor) + encodeText('fixingDate', near.fixingDate);
  text += encodeText('fixingTenor', near.fixingTenor);
  return near.coverRate === undefined ? text : `${text},"coverRate":${rates(near.coverRate)}`;
}

function encodeFar(trade: VenueTrade, far: TradeLeg): string {
  const { near, instrument } = trade;
  const rates = formatRates(trade);
  const base = formatShortest(far.baseUnits, instrument.baseDecimals);
  const term = formatShortest(far.termUnits, instrument.termDecimals);
  const [dealt, settled] = isBaseDealt(trade) ? [base, term] : [term, base];
  let text = `,"swapPoints":${rates(far.forwardPoints - near.forwardPoints)}`;
  text += `,"farSide":"${far.side}","farValueDate":"${far.valueDate}","farRate":${rates(far.rate)}`;
  text += `,"farDealtAmount":${dealt},"farBaseAmount":${base},"farTermAmount":${term}`;
  text += `,"farSettledAmount":${settled},"farForwardPoints":${rates(far.forwardPoints)}`;
  text += encodeText('farTenor', far.tenor) + encodeText('farFixingDate', far.fixingDate);
  text += encodeText('farFixingTenor', far.fixingTenor);
  return far.coverRate === undefined ? text : `${text},"coverFarRate":${rates(far.coverRate)}`;
}

function isBaseDealt({ dealtCurrency, instrument }: VenueTrade): boolean {
  return dealtCurrency === instrument.base;
}

/** Formats rates and points in fine ticks. */
function formatRates({ instrument }: VenueTrade): (fineTicks: number) => string {
  const decimals = instrument.ratePrecision + FINE_DIGITS;
  return (fineTicks) => formatShortest(fineTicks, decimals);
}

function encodeText(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;
}

function encodeNonEmpty(name: string, value: string): string {
  return value === '' ? '' : `,"${name}":${JSON.stringify(value)}`;
}
