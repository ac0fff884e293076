// Reads the last row of a finished part.
import { closeSync, openSync } from 'node:fs';
import { fail, ok, type Result } from '../../domain/index.js';
import { openParquet } from '../tables/parquet.js';
import type { Cell, Table, TableBatch } from '../tables/table.js';
import type { PartRow } from './rate-file.js';

const COLUMNS = ['time', 'receivedAt', 'symbol', 'bid', 'offer', 'bidSize', 'offerSize'];
const MICROS = 1_000;

/** Undefined if the part has no row. Fault code `data.unreadable`. */
export async function readLastRow(file: string): Promise<Result<PartRow | undefined>> {
  const descriptor = openSync(file, 'r');
  try {
    const table = await openParquet(file, descriptor);
    return table.ok ? readLast(table.value, file) : table;
  } finally {
    closeSync(descriptor);
  }
}

function readLast(table: Table, file: string): Result<PartRow | undefined> {
  const wanted = COLUMNS.map((name) => table.columns.findIndex((one) => one.name === name));
  const missing = COLUMNS[wanted.indexOf(-1)];
  if (missing !== undefined) {
    return fail('data.unreadable', `expected a column ${missing}, found none`, file);
  }
  let last: TableBatch | undefined;
  for (;;) {
    const batch = table.next(wanted);
    if (!batch.ok) return batch;
    if (batch.value === undefined) return ok(last === undefined ? undefined : toLastRow(last));
    if (batch.value.rows > 0) last = batch.value;
  }
}

function toLastRow({ columns, rows }: TableBatch): PartRow {
  const cells = columns.map((column) => column[rows - 1]);
  const [time, receivedAt, symbol, bid, offer, bidSize, offerSize] = cells;
  return {
    time: Number(time) / MICROS,
    receivedAt: Number(receivedAt) / MICROS,
    symbol: String(symbol),
    bid: Number(bid),
    offer: Number(offer),
    ...toSize('bidSize', bidSize),
    ...toSize('offerSize', offerSize),
  };
}

function toSize<Name extends string>(name: Name, cell: Cell): Partial<Record<Name, number>> {
  return cell === undefined ? {} : ({ [name]: Number(cell) } as Record<Name, number>);
}
