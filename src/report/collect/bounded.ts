// Collections with a maximum size, so that a long session uses constant memory.

/** Maximum rows of each kind kept for tables; the CSV files of orders and fills have all rows. */
export const MAX_ROWS = 5_000;
/** Maximum number of open orders, and of open parents, that are followed at one time. */
export const MAX_OPEN = 5_000;

/** Rows kept for tables and files, and the number of rows beyond the maximum. */
export interface Rows<T> {
  readonly rows: readonly T[];
  readonly leftOut: number;
}

/** Rows whose surplus goes to a CSV file. */
export interface FiledRows<T> extends Rows<T> {
  /** The lines of all rows after `rows`, in order; each chunk is valid until the next. */
  later(): Iterable<Uint8Array>;
}

/** Keeps the first `maximum` rows and counts the others. */
export class BoundedRows<T> implements Rows<T> {
  readonly rows: T[] = [];
  leftOut = 0;
  private readonly maximum: number;

  constructor(maximum: number) {
    this.maximum = maximum;
  }

  add(row: T): void {
    if (this.rows.length < this.maximum) this.rows.push(row);
    else this.leftOut += 1;
  }
}

/**
 * Finds items by key while they may still change. When `maximum` is reached, finished items are
 * removed, and the older half of the others if that was not enough.
 */
export class Register<T> {
  private readonly items = new Map<string, T>();
  private readonly maximum: number;
  private readonly isDone: (item: T) => boolean;

  constructor(maximum: number, isDone: (item: T) => boolean) {
    this.maximum = maximum;
    this.isDone = isDone;
  }

  get(key: string): T | undefined {
    return this.items.get(key);
  }

  add(key: string, item: T): void {
    if (this.items.size >= this.maximum) this.sweep();
    this.items.set(key, item);
  }

  private sweep(): void {
    for (const [key, item] of this.items) if (this.isDone(item)) this.items.delete(key);
    if (this.items.size <= this.maximum / 2) return;
    let surplus = this.items.size - Math.floor(this.maximum / 2);
    for (const key of this.items.keys()) {
      if (surplus-- <= 0) return;
      this.items.delete(key);
    }
  }
}
