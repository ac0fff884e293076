// Calendars, tenors, FX days and value dates, for other folders.
export {
  CALENDAR_YEARS,
  type Calendar,
  type Calendars,
  createBuiltInCalendars,
} from './calendars.js';
export { type DatedUnits, subtractUnits } from './dated-units.js';
export { type Day, formatDay, isWeekend, parseDay, SUNDAY, toWeekday, yearOf } from './day.js';
export { findFixingDate, resolveFixingTenor } from './fixing.js';
export { findNextClose, findNextRoll, findRollZone, findTradeDate } from './fx-day.js';
export { findFxHours } from './fx-hours.js';
export {
  type Cash,
  type DatedPosition,
  findBaseline,
  Settlement,
  type SettlementSnapshot,
} from './settlement.js';
export { formatTenor, isSwapTenor, parseTenor, type Tenor, TENOR_PATTERN } from './tenor.js';
export { TradeDates } from './trade-dates.js';
export { findSpotDate, findValueDates, isSettlementDate } from './value-dates.js';
