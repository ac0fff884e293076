// Trading terms as plain data and pure functions.
export { isDeliverable, isFiat, nameCurrency } from './currencies.js';
export { escapeLine, escapeText } from './escape-text.js';
export { assert, fail, type Fault, formatFault, ok, type Result, unwrap } from './fault.js';
export { explainSymbol, toPair } from './symbol-names.js';
export {
  createInstrument,
  findTermsFlaw,
  decimalsOf,
  type Instrument,
  type InstrumentClass,
  type InstrumentTerms,
  isMajor,
  isSymbol,
} from './instrument.js';
export { Rate, UNLIMITED } from './rate.js';
export {
  DAY,
  formatDate,
  formatDuration,
  formatInstant,
  formatVenueTime,
  HOUR,
  type Instant,
  type Micros,
  MILLISECOND,
  MINUTE,
  NEVER,
  parseDuration,
  type Span,
  toSpan,
  parseInstant,
  parseVenueTime,
  SECOND,
} from './time.js';
export { findNearestName } from './nearest-name.js';
export { COMMON_TAG, TAG_FORM, drawTag, isOfWeir, toPrefix } from './bot-tag.js';
