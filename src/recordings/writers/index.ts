// Formats in which recordings are written.
import { arrowWriter } from './arrow.js';
import { ndjsonWriter } from './ndjson.js';
import { parquetWriter } from './parquet.js';
import type { WriteFormat } from './rate-writer.js';
import { weirCsvWriter } from './weir-csv.js';

export type { WriteFormat } from './rate-writer.js';

export const WRITE_FORMATS: readonly WriteFormat[] = [
  weirCsvWriter,
  ndjsonWriter,
  parquetWriter,
  arrowWriter,
];
