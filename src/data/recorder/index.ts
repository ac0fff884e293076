// Rates of a venue, written as they come.
export { UNFINISHED } from './compact-part.js';
export { RateRecorder, type RecordedSymbol, type RecorderOptions } from './rate-recorder.js';
