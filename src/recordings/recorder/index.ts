// Rates of a venue, written as they come.
export { RATE_COLUMNS } from './compact-part.js';
export { RateRecorder, type RecordedSymbol, type RecorderOptions } from './rate-recorder.js';
