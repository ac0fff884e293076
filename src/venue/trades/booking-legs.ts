// Converts the legs of a booking: value dates from dates or tenors, exact rates and amounts.
import {
  type Calendars,
  findSpotDate,
  findValueDates,
  isSettlementDate,
  parseTenor,
  resolveFixingTenor,
  type Tenor,
} from '../../domain/dates/index.js';
import {
  type Instant,
  type Instrument,
  parseInstant,
  type Result,
  unwrap,
} from '../../domain/index.js';
import { magnitude } from '../../domain/numbers/index.js';
import {
  FINE_DIGITS,
  FINE_TICKS,
  type TradeLeg,
  type VenueTrade,
} from '../../domain/venue/index.js';
import type { TradeBooking } from './booking-request.js';
import type { FieldCheck } from './back-office-refusal.js';
import { toLegAmounts } from './trade-legs.js';

/** Calendars, and whether a date takes precedence over a tenor. */
export interface DateRules {
  readonly calendars: Calendars;
  readonly rules: { readonly dateWins: boolean };
}

/** Fields of one leg; `prefix` is part of their names in the booking. */
interface LegFields {
  readonly prefix: '' | 'far';
  readonly side: TradeBooking['side'];
  readonly dealtAmount: number;
  readonly rate: number;
  readonly spotRate: number;
  /** Undefined: computed as rate minus spot rate. */
  readonly points: number | undefined;
  readonly coverRate: number | undefined;
  readonly valueDate: string | undefined;
  readonly tenor: string | undefined;
  readonly fixingDate: string | undefined;
  readonly fixingTenor: string | undefined;
}

type LegDates = Pick<TradeLeg, 'valueDate' | 'tenor' | 'fixingDate' | 'fixingTenor'>;

/** Spot rate and legs; problems are added to `check`. */
export function readLegs(
  instrument: Instrument,
  request: TradeBooking,
  dates: DateRules,
  check: FieldCheck,
): Pick<VenueTrade, 'spotRate' | 'near' | 'far'> {
  const said = request.spotRate ?? request.rate;
  const source = request.spotRate === undefined ? 'rate' : 'spotRate';
  const spotRate = check.positive(source, said, instrument.ratePrecision) * FINE_TICKS;
  const near = readGivenAmounts(
    instrument,
    request,
    readLeg(instrument, request, { ...toNearFields(request), spotRate }, dates, check),
    check,
  );
  const message = `expected no date before the trade date ${request.tradeDate}`;
  check.expect(near.valueDate >= request.tradeDate, 'valueDate', message);
  if (request.type === 'Spot') checkSpot(instrument, request, spotRate, near, dates, check);
  if (request.type !== 'Swap') return { spotRate, near };
  const far = readLeg(instrument, request, { ...toFarFields(request), spotRate }, dates, check);
  check.expect(far.side !== near.side, 'farSide', 'expected the opposite of side');
  const field = request.farValueDate === undefined ? 'farTenor' : 'farValueDate';
  const later = `expected a date later than the near leg's ${near.valueDate}`;
  check.expect(far.valueDate > near.valueDate, field, `${later}, found ${far.valueDate}`);
  return { spotRate, near, far };
}

/** A spot trade must have the spot rate and the spot date of its trade date. */
function checkSpot(
  instrument: Instrument,
  { tradeDate }: TradeBooking,
  spotRate: number,
  { rate, valueDate, tenor }: TradeLeg,
  { calendars }: DateRules,
  check: FieldCheck,
): void {
  check.expect(rate === spotRate, 'spotRate', 'expected the same as rate, with type Spot');
  const spotDate = findSpotDate(noonOf(tradeDate), instrument, calendars);
  const field = tenor === undefined ? 'valueDate' : 'tenor';
  const message = `expected the spot date ${spotDate} with type Spot, found ${valueDate}`;
  check.expect(valueDate === spotDate, field, message);
}

function toNearFields(request: TradeBooking): Omit<LegFields, 'spotRate'> {
  const { side, dealtAmount, rate, coverRate, valueDate, tenor, fixingDate, fixingTenor } = request;
  const dates = { valueDate, tenor, fixingDate, fixingTenor };
  const points = request.forwardPoints;
  return { prefix: '', side, dealtAmount, rate, points, coverRate, ...dates };
}

/** The default side of the far leg is opposite to the near leg's. */
function toFarFields(request: TradeBooking): Omit<LegFields, 'spotRate'> {
  return {
    prefix: 'far',
    side: request.farSide ?? (request.side === 'BUY' ? 'SELL' : 'BUY'),
    dealtAmount: request.farDealtAmount ?? 0,
    rate: request.farRate ?? 0,
    points: request.farForwardPoints,
    coverRate: request.farCoverRate,
    valueDate: request.farValueDate,
    tenor: request.farTenor,
    fixingDate: request.farFixingDate,
    fixingTenor: request.farFixingTenor,
  };
}

function readLeg(
  instrument: Instrument,
  request: TradeBooking,
  fields: LegFields,
  dates: DateRules,
  check: FieldCheck,
): TradeLeg {
  const { ratePrecision, base, baseDecimals, termDecimals } = instrument;
  const name = (field: string) => nameOf(fields, field);
  const isBaseDealt = request.dealtIns === base;
  const decimals = isBaseDealt ? baseDecimals : termDecimals;
  const dealtUnits = check.positive(name('dealtAmount'), fields.dealtAmount, decimals);
  const rate = check.positive(name('rate'), fields.rate, ratePrecision) * FINE_TICKS;
  const points = readPoints(instrument, fields, rate, check);
  const cover = fields.coverRate;
  return {
    ...readDates(instrument, request, fields, dates, check),
    side: fields.side === 'BUY' ? 'Buy' : 'Sell',
    ...toLegAmounts(instrument, isBaseDealt, dealtUnits, rate, check),
    rate,
    forwardPoints: points,
    ...(cover === undefined
      ? {}
      : { coverRate: check.positive(name('coverRate'), cover, ratePrecision) * FINE_TICKS }),
  };
}

/** Checks that the rate is spot plus points, rounded to a tick in either direction. */
function readPoints(
  { ratePrecision }: Instrument,
  fields: LegFields,
  rate: number,
  check: FieldCheck,
): number {
  const { points: said, spotRate } = fields;
  if (said === undefined) return rate - spotRate;
  const points = check.exact(nameOf(fields, 'forwardPoints'), said, ratePrecision + FINE_DIGITS);
  const isSum = Math.abs(rate - spotRate - points) < FINE_TICKS;
  check.expect(isSum, nameOf(fields, 'rate'), 'expected the sum of spotRate and forward points');
  return points;
}

/**
 * Amounts stated in the booking: the dealt one must be equal; the other one replaces the computed
 * amount and may differ from it by one minor unit.
 */
function readGivenAmounts(
  { base, baseDecimals, termDecimals }: Instrument,
  { dealtIns, baseAmount, termAmount }: TradeBooking,
  leg: TradeLeg,
  check: FieldCheck,
): TradeLeg {
  const isBaseDealt = dealtIns === base;
  const same = 'expected the dealt amount';
  const byRate = 'expected the dealt amount converted at the rate';
  let { baseUnits, termUnits } = leg;
  if (baseAmount !== undefined) {
    baseUnits = check.positive('baseAmount', baseAmount, baseDecimals);
    if (isBaseDealt) check.expect(baseUnits === leg.dealtUnits, 'baseAmount', same);
    else check.expect(Math.abs(baseUnits - leg.baseUnits) <= 1, 'baseAmount', byRate);
  }
  if (termAmount !== undefined) {
    termUnits = BigInt(check.positive('termAmount', termAmount, termDecimals));
    if (!isBaseDealt) check.expect(termUnits === BigInt(leg.dealtUnits), 'termAmount', same);
    else check.expect(magnitude(termUnits - leg.termUnits) <= 1n, 'termAmount', byRate);
  }
  return { ...leg, baseUnits, termUnits };
}

/** Dates of a leg; tenors count from the trade date. */
function readDates(
  instrument: Instrument,
  { tradeDate }: TradeBooking,
  fields: LegFields,
  { calendars, rules }: DateRules,
  check: FieldCheck,
): LegDates {
  const at = noonOf(tradeDate);
  const value = choose(fields.valueDate, fields.tenor, rules.dateWins);
  const fixing = choose(fields.fixingDate, fields.fixingTenor, rules.dateWins);
  const resolve = (field: string, tenor: string, find: (tenor: Tenor) => Result<string>) => {
    const parsed = parseTenor(tenor);
    const found = parsed.ok ? find(parsed.value) : parsed;
    if (found.ok) return found.value;
    check.add(nameOf(fields, field), found.fault.message);
    return '';
  };
  const findValueDate = (tenor: Tenor) => findLegDate(at, instrument, tenor, calendars, fields);
  const findFixing = (tenor: Tenor) => resolveFixingTenor(at, instrument, tenor, calendars);
  const valueDate = value.date ?? resolve('tenor', value.tenor ?? '', findValueDate);
  if (value.date !== undefined) {
    checkSettlement(instrument, nameOf(fields, 'valueDate'), valueDate, calendars, check);
  }
  const dates = { valueDate, ...(value.tenor === undefined ? {} : { tenor: value.tenor }) };
  if (fixing.date === undefined && fixing.tenor === undefined) return dates;
  const fixingDate = fixing.date ?? resolve('fixingTenor', fixing.tenor ?? '', findFixing);
  const field = nameOf(fields, fixing.tenor === undefined ? 'fixingDate' : 'fixingTenor');
  check.expect(
    fixingDate <= valueDate,
    field,
    `expected no date after the value date ${valueDate}`,
  );
  const fixingTenor = fixing.tenor === undefined ? {} : { fixingTenor: fixing.tenor };
  return { ...dates, fixingDate, ...fixingTenor };
}

/** Checks that a value date is a business day of both currencies. */
export function checkSettlement(
  instrument: Instrument,
  field: string,
  valueDate: string,
  calendars: Calendars,
  check: FieldCheck,
): void {
  const isOpen = isSettlementDate(valueDate, instrument, calendars);
  if (!isOpen.ok) check.add(field, isOpen.fault.message);
  else check.expect(isOpen.value, field, `expected a business day of ${instrument.symbol}`);
}

/** Noon UTC of a trade date. */
function noonOf(tradeDate: string): Instant {
  return unwrap(parseInstant(`${tradeDate}T12:00:00Z`));
}

/** The date or the tenor that applies; the other one is ignored. */
function choose(
  date: string | undefined,
  tenor: string | undefined,
  dateWins: boolean,
): { readonly date?: string; readonly tenor?: string } {
  if (date !== undefined && (dateWins || tenor === undefined)) return { date };
  return tenor === undefined ? {} : { tenor };
}

/** For a swap tenor such as S1IMM the near leg gets the near date and the far leg the far date. */
function findLegDate(
  at: Instant,
  instrument: Instrument,
  tenor: Tenor,
  calendars: Calendars,
  { prefix }: LegFields,
): Result<string> {
  const found = findValueDates(at, instrument, tenor, calendars);
  if (!found.ok) return found;
  const { valueDate, farValueDate = valueDate } = found.value;
  return { ok: true, value: prefix === 'far' ? farValueDate : valueDate };
}

function nameOf({ prefix }: LegFields, field: string): string {
  return prefix === '' ? field : `far${field.slice(0, 1).toUpperCase()}${field.slice(1)}`;
}
