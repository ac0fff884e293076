// The legs of a booking: dates of dates or tenors, exact rates and amounts.
import {
  type Calendars,
  FINE_DIGITS,
  FINE_TICKS,
  findValueDates,
  type Instant,
  type Instrument,
  parseInstant,
  parseTenor,
  resolveFixingTenor,
  type Result,
  type Tenor,
  type TradeLeg,
  unwrap,
  type VenueTrade,
} from '../../domain/index.js';
import type { TradeBooking } from './booking-request.js';
import type { FieldCheck } from './desk-refusal.js';
import { toLegAmounts } from './trade-legs.js';

/** Calendars, and whether a date wins over a tenor when both are given. */
export interface DateRules {
  readonly calendars: Calendars;
  readonly rules: { readonly dateWins: boolean };
}

/** A leg's fields in a booking, under their names there. */
interface LegFields {
  readonly prefix: '' | 'far';
  readonly side: TradeBooking['side'];
  readonly dealtAmount: number;
  readonly rate: number;
  readonly points: number;
  readonly coverRate: number | undefined;
  readonly valueDate: string | undefined;
  readonly tenor: string | undefined;
  readonly fixingDate: string | undefined;
  readonly fixingTenor: string | undefined;
}

type LegDates = Pick<TradeLeg, 'valueDate' | 'tenor' | 'fixingDate' | 'fixingTenor'>;

/** Spot rate and legs; whatever is wrong is in `check`. */
export function readLegs(
  instrument: Instrument,
  request: TradeBooking,
  dates: DateRules,
  check: FieldCheck,
): Pick<VenueTrade, 'spotRate' | 'near' | 'far'> {
  const near = readGivenAmounts(
    instrument,
    request,
    readLeg(instrument, request, toNearFields(request), dates, check),
    check,
  );
  const spotRate =
    request.spotRate === undefined
      ? near.rate
      : check.positive('spotRate', request.spotRate, instrument.ratePrecision) * FINE_TICKS;
  const words = `expected none before the trade date ${request.tradeDate}`;
  check.expect(near.valueDate >= request.tradeDate, 'valueDate', words);
  if (request.type !== 'Swap') return { spotRate, near };
  const far = readLeg(instrument, request, toFarFields(request), dates, check);
  const field = request.farValueDate === undefined ? 'farTenor' : 'farValueDate';
  const later = `expected a date later than the near leg's ${near.valueDate}`;
  check.expect(far.valueDate > near.valueDate, field, `${later}, found ${far.valueDate}`);
  return { spotRate, near, far };
}

function toNearFields(request: TradeBooking): LegFields {
  const { side, dealtAmount, rate, coverRate, valueDate, tenor, fixingDate, fixingTenor } = request;
  const dates = { valueDate, tenor, fixingDate, fixingTenor };
  const points = request.forwardPoints ?? 0;
  return { prefix: '', side, dealtAmount, rate, points, coverRate, ...dates };
}

/** Without a side the far leg goes the other way. */
function toFarFields(request: TradeBooking): LegFields {
  return {
    prefix: 'far',
    side: request.farSide ?? (request.side === 'BUY' ? 'SELL' : 'BUY'),
    dealtAmount: request.farDealtAmount ?? 0,
    rate: request.farRate ?? 0,
    points: request.farForwardPoints ?? 0,
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
  const points = check.exact(name('forwardPoints'), fields.points, ratePrecision + FINE_DIGITS);
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

/** Amounts that the booking states itself: the dealt one is the same, the other one counts. */
function readGivenAmounts(
  { base, baseDecimals, termDecimals }: Instrument,
  { dealtIns, baseAmount, termAmount }: TradeBooking,
  leg: TradeLeg,
  check: FieldCheck,
): TradeLeg {
  const isBaseDealt = dealtIns === base;
  const same = 'expected the dealt amount';
  let { baseUnits, termUnits } = leg;
  if (baseAmount !== undefined) {
    baseUnits = check.positive('baseAmount', baseAmount, baseDecimals);
    if (isBaseDealt) check.expect(baseUnits === leg.dealtUnits, 'baseAmount', same);
  }
  if (termAmount !== undefined) {
    termUnits = BigInt(check.positive('termAmount', termAmount, termDecimals));
    if (!isBaseDealt) check.expect(termUnits === BigInt(leg.dealtUnits), 'termAmount', same);
  }
  return { ...leg, baseUnits, termUnits };
}

/** Tenors count from the trade date. */
function readDates(
  instrument: Instrument,
  { tradeDate }: TradeBooking,
  fields: LegFields,
  { calendars, rules }: DateRules,
  check: FieldCheck,
): LegDates {
  const at = unwrap(parseInstant(`${tradeDate}T12:00:00Z`));
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
  const dates = { valueDate, ...(value.tenor === undefined ? {} : { tenor: value.tenor }) };
  if (fixing.date === undefined && fixing.tenor === undefined) return dates;
  const fixingDate = fixing.date ?? resolve('fixingTenor', fixing.tenor ?? '', findFixing);
  const field = nameOf(fields, fixing.tenor === undefined ? 'fixingDate' : 'fixingTenor');
  check.expect(fixingDate <= valueDate, field, `expected none after the value date ${valueDate}`);
  const fixingTenor = fixing.tenor === undefined ? {} : { fixingTenor: fixing.tenor };
  return { ...dates, fixingDate, ...fixingTenor };
}

/** Date or tenor, whichever counts; the other one is ignored. */
function choose(
  date: string | undefined,
  tenor: string | undefined,
  dateWins: boolean,
): { readonly date?: string; readonly tenor?: string } {
  if (date !== undefined && (dateWins || tenor === undefined)) return { date };
  return tenor === undefined ? {} : { tenor };
}

/** Of a swap tenor, such as S1IMM, the near leg has the near date and the far leg the far one. */
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
