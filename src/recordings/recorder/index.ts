// Records the rates of a venue as they arrive.
export { RATE_COLUMNS } from './compact-part.js';
export { RateRecorder } from './rate-recorder.js';
