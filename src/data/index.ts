// Recorded rates: opened, checked and read as typed columns.
export { createColumns, findRow, type RateColumns } from './columns.js';
export { inspectRecording, type RecordingFacts, type SymbolFacts } from './inspect-recording.js';
export { openRecording } from './open-recording.js';
export {
  createRecordingSchema,
  instrumentsSchema,
  sizeSchema,
  toRecordingOptions,
} from './recording-schema.js';
export { type Bar, LogHistogram } from './log-histogram.js';
export { type Flaw, FLAWS } from './rate-row.js';
export type { RecordingOptions, Recording, SkippedRow } from './recording.js';
export {
  type Gap,
  INTERVAL_EDGES,
  type RecordingSurvey,
  type SeeRates,
  surveyRecording,
  type SymbolSurvey,
} from './survey-recording.js';
