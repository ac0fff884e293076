// Rates of a venue, written as they come.
export { RateRecorder, type RecordedSymbol, type RecorderOptions } from './rate-recorder.js';
