// Extracts tables from sessions and records rates of a venue.
export { type Extracted, extractSession } from './extract-session.js';
export { recordRates, type RecordEnd, type RecordOptions } from './record-rates.js';
