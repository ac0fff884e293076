// Resolves the legs of a quote request: value dates and fixing dates from dates and tenors.
import {
  type Calendars,
  findFixingDate,
  findSpotDate,
  findTradeDate,
  findValueDates,
  formatTenor,
  isSettlementDate,
  parseTenor,
} from '../../domain/dates/index.js';
import { fail, type Instant, type Instrument, ok, type Result } from '../../domain/index.js';
import { isNonDeliverable } from '../../domain/quotes/index.js';
import type { RfsLegView } from '../../domain/venue/index.js';
import type { RfsTerms } from './terms.js';

export interface RfsLegs {
  readonly near: RfsLegView;
  readonly far?: RfsLegView;
}

interface Dating {
  readonly at: Instant;
  readonly instrument: Instrument;
  readonly calendars: Calendars;
}

/** Fields of one leg, with their names in the request. */
interface Ask {
  readonly dateField: string;
  readonly date: string;
  readonly fixingField: string;
  readonly fixing: string | undefined;
  readonly units: number;
  readonly isFar: boolean;
}

/**
 * Legs of a request that arrives at `at`. Fault codes `rfs.date` and those of the calendars;
 * messages start with the field.
 */
export function resolveLegs(at: Instant, terms: RfsTerms, calendars: Calendars): Result<RfsLegs> {
  const { request, instrument, nearUnits, farUnits, priceType } = terms;
  const dating: Dating = { at, instrument, calendars };
  const near = resolveLeg(terms, dating, {
    dateField: 'nearValueDate',
    date: request.nearValueDate,
    fixingField: 'fixingDate',
    fixing: request.fixingDate,
    units: nearUnits,
    isFar: false,
  });
  if (!near.ok) return near;
  const { valueDate } = near.value;
  const spotDate = findSpotDate(at, instrument, calendars);
  if (priceType === 'Spot' && valueDate !== spotDate) {
    return failDate('nearValueDate', `the spot date ${spotDate} with Spot`, valueDate);
  }
  if (farUnits === undefined) return ok({ near: near.value });
  const far = resolveLeg(terms, dating, {
    dateField: 'farValueDate',
    date: request.farValueDate ?? '',
    fixingField: 'farFixingDate',
    fixing: request.farFixingDate,
    units: farUnits,
    isFar: true,
  });
  if (!far.ok) return far;
  if (far.value.valueDate <= valueDate) {
    return failDate('farValueDate', `a date after ${valueDate}`, far.value.valueDate);
  }
  return ok({ near: near.value, far: far.value });
}

function resolveLeg({ priceType }: RfsTerms, dating: Dating, ask: Ask): Result<RfsLegView> {
  const dated = resolveDate(dating, ask);
  if (!dated.ok) return dated;
  const leg = { dealtUnits: ask.units, ...dated.value };
  if (!isNonDeliverable(priceType)) return ok(leg);
  const fixingDate = resolveFixing(dating, ask, leg.valueDate);
  return fixingDate.ok ? ok({ ...leg, fixingDate: fixingDate.value }) : fixingDate;
}

/** A tenor with two dates gives the first to the near leg and the second to the far leg. */
function resolveDate(
  { at, instrument, calendars }: Dating,
  { date, dateField, isFar }: Ask,
): Result<{ readonly valueDate: string; readonly tenor?: string }> {
  if (!date.includes('-')) {
    const tenor = parseTenor(date);
    if (!tenor.ok) return fail(tenor.fault.code, `${dateField}: ${tenor.fault.message}`);
    const dates = findValueDates(at, instrument, tenor.value, calendars);
    if (!dates.ok) return fail(dates.fault.code, `${dateField}: ${dates.fault.message}`);
    const { valueDate, farValueDate = valueDate } = dates.value;
    return ok({ valueDate: isFar ? farValueDate : valueDate, tenor: formatTenor(tenor.value) });
  }
  const tradeDate = findTradeDate(at, instrument);
  if (date < tradeDate) return failDate(dateField, `the trade date ${tradeDate} or later`, date);
  const isOpen = isSettlementDate(date, instrument, calendars);
  if (!isOpen.ok) return fail(isOpen.fault.code, `${dateField}: ${isOpen.fault.message}`);
  if (isOpen.value) return ok({ valueDate: date });
  return failDate(dateField, `a business day of ${instrument.symbol}`, date);
}

function resolveFixing(
  { at, instrument, calendars }: Dating,
  { fixing, fixingField }: Ask,
  valueDate: string,
): Result<string> {
  const tradeDate = findTradeDate(at, instrument);
  const found =
    fixing === undefined ? findFixingDate(valueDate, instrument, calendars) : ok(fixing);
  if (!found.ok) return fail(found.fault.code, `${fixingField}: ${found.fault.message}`);
  return found.value >= tradeDate && found.value <= valueDate
    ? found
    : failDate(fixingField, `a date from ${tradeDate} to ${valueDate}`, found.value);
}

function failDate(field: string, expected: string, found: string) {
  return fail('rfs.date', `${field}: expected ${expected}, found ${found}`);
}
