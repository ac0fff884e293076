// Writes Parquet: a UTC timestamp in microseconds, the symbol, prices and sizes as doubles.
import { createParquetWriter, type ParquetColumn } from '../tables/index.js';
import { toCells, toPrices, toSizes } from './cells.js';
import type { WriteFormat } from './rate-writer.js';

const COLUMNS: readonly ParquetColumn[] = [
  { name: 'time', type: 'instant' },
  { name: 'symbol', type: 'text' },
  { name: 'bid', type: 'number' },
  { name: 'offer', type: 'number' },
  { name: 'bidSize', type: 'number', isOptional: true },
  { name: 'offerSize', type: 'number', isOptional: true },
];

export const parquetWriter: WriteFormat = {
  id: 'parquet',
  extensions: ['.parquet'],
  open: async ({ instruments, metadata, take }) => {
    const writer = await createParquetWriter(COLUMNS, metadata, take);
    return {
      add: (columns) => {
        writer.add([
          columns.at.subarray(0, columns.count),
          toCells(columns, instruments, (_, { symbol }) => symbol),
          toPrices(columns, 'bid', instruments),
          toPrices(columns, 'offer', instruments),
          toSizes(columns, 'bid', instruments),
          toSizes(columns, 'offer', instruments),
        ]);
      },
      finish: () => {
        writer.finish();
      },
    };
  },
};
