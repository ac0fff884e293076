// A finished part as Parquet: written beside it under another name, then in its place.
import { rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type TableColumn, TableFile } from '../tables/table-file.js';
import { type PartRow, readPart } from './rate-file.js';

const MICROS = 1_000;

/** Times of the venue and of the receipt are in UTC. */
export const RATE_COLUMNS: readonly TableColumn<PartRow>[] = [
  { name: 'time', type: 'instant', cell: ({ time }) => time * MICROS },
  {
    name: 'receivedAt',
    type: 'instant',
    cell: ({ receivedAt }) => Math.round(receivedAt * MICROS),
  },
  { name: 'symbol', type: 'text', cell: ({ symbol }) => symbol },
  { name: 'bid', type: 'number', cell: ({ bid }) => bid },
  { name: 'offer', type: 'number', cell: ({ offer }) => offer },
  { name: 'bidSize', type: 'number', isOptional: true, cell: ({ bidSize }) => bidSize },
  { name: 'offerSize', type: 'number', isOptional: true, cell: ({ offerSize }) => offerSize },
];

/** Throws the error of the disk; the part is then still there, or the Parquet file whole. */
export async function compactPart(file: string, target: string): Promise<void> {
  const rows = readPart(file);
  if (rows.length > 0) {
    const table = await TableFile.create(target, RATE_COLUMNS);
    try {
      for (const row of rows) {
        // polls that are due go first
        if (table.add(row)) await setImmediate();
      }
    } catch (error) {
      table.discard();
      throw error;
    }
    table.finish();
  }
  rmSync(file);
}
