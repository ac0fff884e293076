// A Parquet file to which rows are added; it gets its name when complete.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import {
  createParquetWriter,
  type ParquetCells,
  type ParquetColumn,
  type ParquetWriter,
} from './parquet-writer.js';

export type TableColumn<Row> = ParquetColumn & {
  readonly cell: (row: Row) => ParquetCells[number];
};

/** Rows of a row group. */
const GROUP_ROWS = 16_384;
/** Suffix of an incomplete file. */
export const UNFINISHED = '.unfinished';

/** All methods throw errors of the file system; the file then does not exist. */
export class TableFile<Row> {
  readonly file: string;
  rows = 0;
  readonly #columns: readonly TableColumn<Row>[];
  readonly #descriptor: number;
  readonly #writer: ParquetWriter;
  #group: Row[] = [];
  #isOpen = true;

  private constructor(
    file: string,
    columns: readonly TableColumn<Row>[],
    descriptor: number,
    writer: ParquetWriter,
  ) {
    this.file = file;
    this.#columns = columns;
    this.#descriptor = descriptor;
    this.#writer = writer;
  }

  static async create<Row>(
    file: string,
    columns: readonly TableColumn<Row>[],
  ): Promise<TableFile<Row>> {
    const descriptor = openSync(`${file}${UNFINISHED}`, 'w', 0o600);
    const written = columns.map(({ name, type, isOptional = false }) => {
      return { name, type, isOptional };
    });
    const writer = await createParquetWriter(written, {}, (bytes) => {
      for (let from = 0; from < bytes.length;) from += writeSync(descriptor, bytes, from);
    });
    return new TableFile(file, columns, descriptor, writer);
  }

  /** Adds a row; returns true if it completed a row group, which was written. */
  add(row: Row): boolean {
    this.rows++;
    this.#group.push(row);
    if (this.#group.length < GROUP_ROWS) return false;
    this.#writeGroup();
    return true;
  }

  finish(): void {
    if (this.#group.length > 0) this.#writeGroup();
    this.#writer.finish();
    fsyncSync(this.#descriptor);
    this.#close();
    renameSync(`${this.file}${UNFINISHED}`, this.file);
  }

  /** Deletes an unfinished file. */
  discard(): void {
    this.#close();
    rmSync(`${this.file}${UNFINISHED}`, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#descriptor);
    this.#isOpen = false;
  }

  #writeGroup(): void {
    const group = this.#group;
    this.#group = [];
    this.#writer.add(this.#columns.map(({ cell }) => group.map((row) => cell(row))));
  }
}
