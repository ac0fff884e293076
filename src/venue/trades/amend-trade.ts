// Computes the new version of an amended or rolled trade.
import { formatDuration, type Instant } from '../../domain/index.js';
import {
  FINE_DIGITS,
  FINE_TICKS,
  type TradeLeg,
  type VenueTrade,
} from '../../domain/venue/index.js';
import type { Office } from './book-trade.js';
import { checkSettlement } from './booking-legs.js';
import { type BackOfficeResult, FieldCheck, refuse } from './back-office-refusal.js';
import { toLegAmounts } from './trade-legs.js';

/** Body of an amendment (wire facts 5.4). */
export interface Amendment {
  readonly id: string;
  readonly dealtAmount?: number | undefined;
  readonly customerAccount?: string | undefined;
  readonly forwardPoints?: number | undefined;
  readonly spotRate?: number | undefined;
  readonly note?: string | undefined;
}

/** Body of a roll (wire facts 5.5). */
export interface Roll {
  readonly id: string;
  readonly forwardPoints: number;
  readonly valueDate: string;
  readonly fixingDate?: string | undefined;
  readonly note?: string | undefined;
}

/** The amended trade, still under its old id. */
export function toAmendedTrade(
  office: Office,
  at: Instant,
  trade: VenueTrade,
  amendment: Amendment,
): BackOfficeResult<VenueTrade> {
  const { customerAccount, dealtAmount, spotRate, forwardPoints, note } = amendment;
  const { directory, rules } = office;
  const isRateChange = spotRate !== undefined || forwardPoints !== undefined;
  const isAmended = isRateChange || dealtAmount !== undefined || customerAccount !== undefined;
  if (!isAmended && !(rules.noteAmends && note !== undefined)) {
    const fields = 'dealtAmount, customerAccount, forwardPoints and spotRate';
    return refuse('invalid', `id: expected at least one of ${fields} in addition.`);
  }
  const limits = directory.amendmentLimits(trade.org);
  if (at - trade.executedAt > limits.window) {
    return refuse('invalid', `id: a trade may be amended for ${formatDuration(limits.window)}.`);
  }
  const rateChanges = trade.rateChanges ?? 0;
  if (isRateChange && rateChanges >= limits.maxRateChanges) {
    const field = spotRate === undefined ? 'forwardPoints' : 'spotRate';
    const most = String(limits.maxRateChanges);
    return refuse('invalid', `${field}: the rate of a trade may be amended ${most} times.`);
  }
  const check = new FieldCheck();
  if (customerAccount !== undefined) {
    const isOwn = directory.isAccountOf(trade.org, customerAccount);
    check.expect(isOwn, 'customerAccount', `${customerAccount} is no account of ${trade.org}`);
  }
  const changed = changeTerms(trade, amendment, limits.maxPercent, check);
  const refusal = check.findRefusal();
  if (refusal !== undefined) return refusal;
  return {
    ok: true,
    value: {
      ...trade,
      ...changed,
      account: customerAccount ?? trade.account,
      ...(note === undefined ? {} : { note }),
      ...(isRateChange ? { rateChanges: rateChanges + 1 } : {}),
    },
  };
}

function changeTerms(
  trade: VenueTrade,
  { dealtAmount, spotRate, forwardPoints }: Amendment,
  maxPercent: number,
  check: FieldCheck,
): Pick<VenueTrade, 'spotRate' | 'near' | 'far'> {
  const { instrument, near, far } = trade;
  const { ratePrecision } = instrument;
  const spot =
    spotRate === undefined
      ? trade.spotRate
      : check.positive('spotRate', spotRate, ratePrecision) * FINE_TICKS;
  const points =
    forwardPoints === undefined
      ? near.forwardPoints
      : check.exact('forwardPoints', forwardPoints, ratePrecision + FINE_DIGITS);
  const isForward = trade.type !== 'Spot' || forwardPoints === undefined;
  check.expect(isForward, 'forwardPoints', 'a spot trade has no forward points');
  const dealtUnits =
    dealtAmount === undefined ? undefined : readAmount(trade, dealtAmount, maxPercent, check);
  // Without a new rate the leg keeps its all-in rate as dealt or booked.
  const isSameRate = spotRate === undefined && forwardPoints === undefined;
  const newNear = changeLeg(trade, near, dealtUnits, isSameRate ? near.rate : spot + points, check);
  if (far === undefined) return { spotRate: spot, near: { ...newNear, forwardPoints: points } };
  // The far leg of an even swap keeps the size of the near leg.
  const isEven = far.dealtUnits === near.dealtUnits;
  const farRate = spotRate === undefined ? far.rate : spot + far.forwardPoints;
  return {
    spotRate: spot,
    near: { ...newNear, forwardPoints: points },
    far: changeLeg(trade, far, isEven ? dealtUnits : undefined, farRate, check),
  };
}

/** Amount above 0 and below `maxPercent` of the trade's amount. */
function readAmount(
  trade: VenueTrade,
  dealtAmount: number,
  maxPercent: number,
  check: FieldCheck,
): number {
  const { instrument, dealtCurrency, near } = trade;
  const isBaseDealt = dealtCurrency === instrument.base;
  const decimals = isBaseDealt ? instrument.baseDecimals : instrument.termDecimals;
  const units = check.positive('dealtAmount', dealtAmount, decimals);
  // Multiplies both sides to compare exactly, because the percentage may have decimals.
  const isBelow =
    BigInt(units) * 100_000n < BigInt(near.dealtUnits) * BigInt(Math.round(maxPercent * 1_000));
  const text = `expected less than ${String(maxPercent)} percent of the trade's amount`;
  check.expect(isBelow, 'dealtAmount', text);
  return units;
}

/** A leg with another amount or rate; returns the leg unchanged when both are the same. */
function changeLeg(
  { instrument, dealtCurrency }: VenueTrade,
  leg: TradeLeg,
  dealtUnits: number | undefined,
  rate: number,
  check: FieldCheck,
): TradeLeg {
  if (dealtUnits === undefined && rate === leg.rate) return leg;
  check.expect(rate > 0, 'forwardPoints', 'expected an all-in rate above 0');
  const isBaseDealt = dealtCurrency === instrument.base;
  const units = dealtUnits ?? leg.dealtUnits;
  const amounts = toLegAmounts(instrument, isBaseDealt, units, Math.max(1, rate), check);
  return { ...leg, ...amounts, rate };
}

/** The trade with its new value date, still under its old id. */
export function toRolledTrade(
  { calendars }: Office,
  trade: VenueTrade,
  roll: Roll,
): BackOfficeResult<VenueTrade> {
  const { instrument, near, type, spotRate } = trade;
  if (trade.far !== undefined) return refuse('invalid', 'id: a swap cannot be rolled.');
  const check = new FieldCheck();
  const later = `expected a date later than the trade's ${near.valueDate}`;
  check.expect(roll.valueDate > near.valueDate, 'valueDate', later);
  checkSettlement(instrument, 'valueDate', roll.valueDate, calendars, check);
  const { fixingDate } = roll;
  if (type === 'NDF') {
    check.expect(
      fixingDate !== undefined,
      'fixingDate',
      'rolling an NDF needs its new fixing date',
    );
    const isBefore = fixingDate === undefined || fixingDate <= roll.valueDate;
    check.expect(isBefore, 'fixingDate', `expected no date after ${roll.valueDate}`);
  } else {
    check.expect(fixingDate === undefined, 'fixingDate', 'only an NDF has a fixing date');
  }
  const decimals = instrument.ratePrecision + FINE_DIGITS;
  const forwardPoints = check.exact('forwardPoints', roll.forwardPoints, decimals);
  const rolled = changeLeg(trade, near, undefined, spotRate + forwardPoints, check);
  const refusal = check.findRefusal();
  if (refusal !== undefined) return refusal;
  // Drops the tenors, which belong to the old dates.
  const { side, dealtUnits, baseUnits, termUnits, rate, coverRate } = rolled;
  const leg: TradeLeg = {
    valueDate: roll.valueDate,
    ...(fixingDate === undefined ? {} : { fixingDate }),
    side,
    dealtUnits,
    baseUnits,
    termUnits,
    rate,
    forwardPoints,
    ...(coverRate === undefined ? {} : { coverRate }),
  };
  return {
    ok: true,
    value: {
      ...trade,
      // A spot trade becomes an outright with its new value date.
      type: type === 'Spot' ? 'Outright' : type,
      near: leg,
      ...(roll.note === undefined ? {} : { note: roll.note }),
    },
  };
}
