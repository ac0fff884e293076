// Recorded rates: opened, checked and read as typed columns.
export { createColumns, type RateColumns } from './columns.js';
export { inspectRecording, type RecordingFacts, type SymbolFacts } from './inspect-recording.js';
export { openRecording } from './open-recording.js';
export {
  createRecordingSchema,
  instrumentsSchema,
  sizeSchema,
  toRecordingOptions,
} from './recording-schema.js';
export type { RecordingOptions, Recording, SkippedRow } from './recording.js';
