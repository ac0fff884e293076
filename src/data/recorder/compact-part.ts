// A finished part as Parquet: written beside it under another name, then in its place.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { createParquetWriter, type ParquetColumn } from '../tables/parquet-writer.js';
import { type PartRow, readPart } from './part.js';

/** Rows that are held as columns at a time. */
const GROUP_ROWS = 16_384;
const MICROS = 1_000;

/** Times of the venue and of the receipt are in UTC. */
const COLUMNS: readonly (ParquetColumn & { readonly cell: (row: PartRow) => unknown })[] = [
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

/** Name of a part that is being compacted. */
export const UNFINISHED = '.unfinished';

/** Throws the error of the disk; the part is then still there, or the Parquet file whole. */
export async function compactPart(file: string, target: string): Promise<void> {
  const rows = readPart(file);
  if (rows.length > 0) {
    const temporary = `${target}${UNFINISHED}`;
    const descriptor = openSync(temporary, 'w', 0o600);
    try {
      const columns = COLUMNS.map(({ name, type, isOptional = false }) => {
        return { name, type, isOptional };
      });
      const writer = await createParquetWriter(columns, {}, (bytes) => {
        let from = 0;
        while (from < bytes.length) from += writeSync(descriptor, bytes, from);
      });
      for (let from = 0; from < rows.length; from += GROUP_ROWS) {
        // polls that are due go first
        await setImmediate();
        const group = rows.slice(from, from + GROUP_ROWS);
        writer.add(COLUMNS.map(({ cell }) => group.map((row) => cell(row) as number)));
      }
      writer.finish();
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
  }
  rmSync(file);
}
