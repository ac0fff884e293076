// Converts a finished part to Parquet, written under another name and then renamed.
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

/**
 * Throws errors of the file system; then either the part still exists or the Parquet file is
 * complete.
 */
export async function compactPart(file: string, target: string): Promise<void> {
  const rows = readPart(file);
  if (rows.length > 0) {
    const table = await TableFile.create(target, RATE_COLUMNS);
    try {
      for (const row of rows) {
        // Yields, so that due polls run first.
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
