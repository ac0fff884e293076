// Tables: formats of typed columns, which libraries decode.
export { openArrow } from './arrow.js';
export { openParquet } from './parquet.js';
export type { Table } from './table.js';
export { TableRecording } from './table-recording.js';
export { openTableRows } from './table-rows.js';
