// Recording a venue.
export { recordRates, type RecordEnd, type RecordOptions } from './record-rates.js';
