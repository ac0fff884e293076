// Recorded rates: opened, checked and read as typed columns.
export { createColumns, findRow, type RateColumns } from './columns/columns.js';
export { mergeRecordings } from './merge-recordings.js';
export { openRecording } from './open-recording.js';
export { RATE_COLUMNS, RateRecorder } from './recorder/index.js';
export { openFile, openTextRecording } from './text/open-text-recording.js';
export { type CacheSettings, prepareRecording } from './prepare-recording.js';
export {
  type CacheUse,
  openShared,
  prepareShared,
  type PreparedRecording,
  type SharedRecording,
} from './prepared-recording.js';
export type { RecordingFacts, SpanFacts } from './recording-facts.js';
export {
  createRecordingSchema,
  instrumentsSchema,
  sizeSchema,
  toRecordingOptions,
} from './recording-schema.js';
export { hashFile } from './files/hash-file.js';
export { LogHistogram } from './log-histogram.js';
export { type Provenance, readOrigins } from './provenance.js';
export { FLAWS } from './text/rate-row.js';
export { openScratchFile } from './files/temporary-file.js';
export type { RecordingOptions, Recording } from './recording.js';
export { findSpans, limitRecording, type TimeSpan } from './time-range.js';
export {
  BAD_ROWS_END,
  type RecordingSource,
  type Transferred,
  transferRecordings,
} from './transfer-recordings.js';
export { WRITE_FORMATS, type WriteFormat } from './writers/index.js';
export {
  createParquetWriter,
  encodeParquet,
  type ParquetColumn,
  type ParquetType,
  type TableColumn,
  TableFile,
  UNFINISHED,
} from './tables/index.js';
export {
  INTERVAL_EDGES,
  type RecordingInspection,
  type SeeRates,
  inspectRecording,
  type SymbolSurvey,
} from './inspect-recording.js';
