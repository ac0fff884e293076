// Encodes open positions (wire facts 7.1).
import { formatShortest } from '../../domain/numbers/index.js';
import { FINE_DIGITS, type VenuePosition } from '../../domain/venue/index.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../profile/profile.js';

/** Response of a position query with at least one position. */
export function encodePositions(
  positions: readonly VenuePosition[],
  profile: VenueProfile = DEFAULT_PROFILE,
): string {
  const texts = positions.map((one) => encodePosition(one, profile));
  const [first = ''] = texts;
  const isAlone = texts.length === 1 && profile.trades.onePosition === 'object';
  return isAlone ? first : `[${texts.join(',')}]`;
}

/** One position with its children; P&L is in the term currency. */
function encodePosition(position: VenuePosition, profile: VenueProfile): string {
  const { instrument, netBase, netTerm, valueDate, unrealized, children } = position;
  const { term, baseDecimals, termDecimals, ratePrecision, symbol } = instrument;
  const { levels, positionSides, positionDate, netTermField } = profile.trades;
  const date = positionDate === 'YYYYMMDD' ? valueDate.replaceAll('-', '') : valueDate;
  const side = netBase > 0n ? positionSides.Buy : positionSides.Sell;
  const inTerm = (units: bigint) => formatShortest(units, termDecimals);
  let text = `{"side":"${side}","symbol":"${symbol}","valueDate":"${date}"`;
  text += `,"level":"${levels[position.level]}"`;
  text += `,"levelValue":${JSON.stringify(position.levelValue)}`;
  text += `,"netOpenBase":${formatShortest(netBase, baseDecimals)}`;
  text += `,"${netTermField}":${inTerm(netTerm)}`;
  text += `,"rate":${formatShortest(position.rate, ratePrecision + FINE_DIGITS)}`;
  text += `,"realizedPnL":${inTerm(position.realized)}`;
  if (unrealized !== undefined) text += `,"unrealizedPnL":${inTerm(unrealized)}`;
  text += `,"pnlCurrency":"${term}","children":[`;
  return `${text}${children.map((one) => encodePosition(one, profile)).join(',')}]}`;
}
