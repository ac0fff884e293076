// Extracts tables from sessions and records rates of a venue.
export { type Extracted, extractSession } from './extract-session.js';
export { recordRates } from './record-rates.js';
