// Encodes the fields of an order object beyond those of a plain order.
import type { Instrument } from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import { type AlgoDetails, DETAIL_DECIMALS, type OrderDetails } from '../../domain/orders/index.js';
import type { VenueProfile } from '../profile/profile.js';

export function findDealtDecimals(instrument: Instrument, details?: OrderDetails): number {
  return details?.inTerm === true ? instrument.termDecimals : instrument.baseDecimals;
}

/** Algo, peg and custom fields, which the place response also contains. */
export function encodeStrategy(
  details: OrderDetails,
  instrument: Instrument,
  profile: VenueProfile,
): string {
  const { pegPriceType, pegOffset, algo, customParameters: custom } = details;
  let text = '';
  if (pegPriceType !== undefined)
    text += toText('pegPriceType', profile.pegPriceTypes[pegPriceType]);
  text += toDecimal('pegOffsetValue', pegOffset, DETAIL_DECIMALS);
  if (algo !== undefined) text += encodeAlgo(algo, findDealtDecimals(instrument, details));
  if (custom !== undefined) text += `,"customParameters":${JSON.stringify(custom)}`;
  return text;
}

function encodeAlgo(algo: AlgoDetails, sizeDecimals: number): string {
  let text = toText('targetStrategy', algo.targetStrategy);
  text += toText('executionStartTime', algo.executionStartTime);
  text += toText('executionEndTime', algo.executionEndTime);
  text += toText('actionOnExpiry', algo.actionOnExpiry);
  text += toDecimal('sliceSize', algo.sliceUnits, sizeDecimals);
  text += toDecimal('passiveTime', algo.passiveTime, 0);
  text += toDecimal('passiveTimeFactorPercentage', algo.passiveFactor, DETAIL_DECIMALS);
  text += toDecimal('sliceInterval', algo.sliceInterval, 0);
  text += toDecimal('randomizeSliceSizePercentage', algo.randomSize, DETAIL_DECIMALS);
  text += toDecimal('randomizeSliceIntervalPercentage', algo.randomInterval, DETAIL_DECIMALS);
  return text + toDecimal('tobRange', algo.tobRange, DETAIL_DECIMALS);
}

/** Fields that only later responses contain. */
export function encodeDetails(
  details: OrderDetails,
  instrument: Instrument,
  org: string,
  profile: VenueProfile,
): string {
  const sizeDecimals = findDealtDecimals(instrument, details);
  const { priceType, execFlags } = details;
  let text = toText('rateId', details.rateId) + toText('account', details.account);
  text += toText('originalCoId', details.originalCoId);
  if (priceType !== undefined) text += toText('priceType', profile.priceTypes[priceType]);
  text += toDecimal('stopPrice', details.stopTicks, instrument.ratePrecision);
  if (execFlags !== undefined) text += `,"execFlags":${JSON.stringify(execFlags)}`;
  text += toDecimal('minQty', details.minUnits, sizeDecimals);
  text += toDecimal('maxShow', details.showUnits, sizeDecimals);
  return details.onBehalf ? text + toText('customerId', org) : text;
}

function toText(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;
}

function toDecimal(name: string, value: number | undefined, decimals: number): string {
  return value === undefined ? '' : `,"${name}":${formatShortest(value, decimals)}`;
}
