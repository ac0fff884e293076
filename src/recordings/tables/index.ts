// Table formats with typed columns, decoded by libraries.
export { openArrow } from './arrow.js';
export { openParquet } from './parquet.js';
export {
  createParquetWriter,
  encodeParquet,
  type ParquetCells,
  type ParquetColumn,
  type ParquetType,
  type ParquetWriter,
  type TakeBytes,
} from './parquet-writer.js';
export { TableRecording } from './table-recording.js';
export { type TableColumn, TableFile, UNFINISHED } from './table-file.js';
export { openTableRows } from './table-rows.js';
