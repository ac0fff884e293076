// Appends the rows of a recording to columns, and handles bad or unordered rows.
import { fail, type Fault, type Instant, ok, type Result } from '../../domain/index.js';
import { formatCount } from '../../domain/numbers/index.js';
import type { RateColumns } from '../columns/columns.js';
import { toNumberCell } from './number-text.js';
import {
  findPriceFlaw,
  learnSides,
  type RowError,
  FLAWS,
  type KeptSides,
  type RateRow,
  type RawRow,
  readRow,
  type RowRules,
} from './rate-row.js';
import type { SeeBad, SkippedRow } from '../recording.js';
import type { SymbolTable } from './symbol-table.js';

/** Maximum number of bad rows stored with their reason; all are counted. */
const MOST_SKIPPED = 100;
/** Time before any row. */
const NO_TIME: Instant = -1_000;

/** What to do with bad, one-sided or unordered rows. */
export interface RowSinkOptions extends RowRules {
  readonly badRows: 'stop' | 'skip';
  readonly oneSided: 'bad' | 'keep last';
  readonly seeBad?: SeeBad | undefined;
}

/** Formats rows and times of a file for messages. */
export interface RowWords {
  /** Position of a row: `file:line`, or file and row number. */
  where(line: number): string;
  /** Formats a time as the file does. */
  formatTime(at: Instant): string;
  /** Text of the current row. */
  show(line: number): string;
}

export class RowSink {
  readonly skipped: SkippedRow[] = [];
  skippedCount = 0;
  readonly skippedByFlaw: Record<RowError, number> = { shape: 0, order: 0, zero: 0, crossed: 0 };
  lastAt = NO_TIME;
  /** True once a row at or after `endAt` was read. */
  ended = false;
  readonly rules: RowSinkOptions;
  /** Last sides by symbol; undefined if one-sided rows are bad. */
  private readonly lastSides: Map<string, KeptSides> | undefined;
  private readonly words: RowWords;
  private readonly table: SymbolTable;

  constructor(words: RowWords, table: SymbolTable, rules: RowSinkOptions) {
    this.words = words;
    this.table = table;
    this.rules = rules;
    this.lastSides = rules.oneSided === 'bad' ? undefined : new Map();
  }

  rewind(): void {
    this.skipped.length = 0;
    this.skippedCount = 0;
    for (const flaw of FLAWS) this.skippedByFlaw[flaw] = 0;
    this.lastAt = NO_TIME;
    this.ended = false;
    this.lastSides?.clear();
  }

  /** Validates a row and appends it to the columns if it is good. */
  take(line: number, told: RawRow, into: RateColumns): Result<null> {
    if (told.at < this.lastAt) return this.evaluate(line, 'order', this.sayOrder(told.at));
    const raw = this.lastSides === undefined ? told : emptyMissing(told);
    const learnt = this.learn(raw);
    // Until the other side is known, a one-sided row is neither a rate nor a bad row.
    if (learnt?.isRead === true && lacksSide(raw, learnt.kept)) return ok(null);
    const row = readRow(raw, this.table, learnt?.kept);
    if (!row.ok) return this.checkFault(line, row.fault);
    const found = findPriceFlaw(raw, row.value);
    if (found !== undefined) return this.evaluate(line, found.flaw, found.reason);
    this.add(row.value, into);
    return ok(null);
  }

  /** Last sides including this row's; undefined if every row must have all prices. */
  private learn(raw: RawRow): { readonly kept: KeptSides; readonly isRead: boolean } | undefined {
    const { lastSides } = this;
    if (lastSides === undefined || raw.spread !== undefined) return undefined;
    const listing = this.table.resolve(raw.symbol);
    if (!listing.ok) return undefined;
    const { symbol } = listing.value.instrument;
    const kept = lastSides.get(symbol) ?? {};
    lastSides.set(symbol, kept);
    return { kept, isRead: learnSides(raw, listing.value, kept) };
  }

  /** Appends a good row unless it is outside the time range. */
  add(row: RateRow, into: RateColumns): void {
    if (row.at >= this.rules.endAt) {
      this.ended = true;
      return;
    }
    this.table.add(row.listing);
    this.lastAt = row.at;
    this.lastSides?.set(row.listing.instrument.symbol, { ...row });
    if (row.at < this.rules.startAt) return;
    const { count } = into;
    into.at[count] = row.at;
    into.instrument[count] = row.listing.instrument.id;
    into.bidTicks[count] = row.bidTicks;
    into.offerTicks[count] = row.offerTicks;
    into.bidUnits[count] = row.bidUnits;
    into.offerUnits[count] = row.offerUnits;
    into.count++;
  }

  /** Counts a `data.bad-row` fault as a bad row; any other fault ends the reading. */
  checkFault(line: number, { code, message }: Fault): Result<null> {
    if (code === 'data.bad-row') return this.evaluate(line, 'shape', message);
    return fail(code, message, this.words.where(line));
  }

  /** Handles a bad row: returns a fault, or skips and counts the row. */
  evaluate(line: number, flaw: RowError, reason: string): Result<null> {
    if (this.rules.badRows === 'stop') {
      // Without a good row so far, all other rows may be bad too.
      const advice = '; set recording.badRows: skip to leave such rows out';
      const message = this.lastAt === NO_TIME ? reason : `${reason}${advice}`;
      return fail('data.bad-row', message, this.words.where(line));
    }
    this.skippedCount++;
    this.skippedByFlaw[flaw]++;
    if (this.skipped.length < MOST_SKIPPED) this.skipped.push({ line, reason });
    this.rules.seeBad?.({ line, flaw, reason, text: this.words.show(line) });
    return ok(null);
  }

  /** End of the file; a fault if all rows were bad. */
  end(): Result<null> {
    const [first] = this.skipped;
    if (this.lastAt !== NO_TIME || first === undefined) {
      this.ended = true;
      return ok(null);
    }
    const found = formatCount(this.skippedCount, 'bad row');
    return fail(
      'data.no-rates',
      `expected rates, found ${found} only; the first: ${first.reason}`,
      this.words.where(first.line),
    );
  }

  private sayOrder(at: Instant): string {
    const [last, found] = [this.lastAt, at].map((one) => this.words.formatTime(one));
    return `expected a time not before the last row's ${last ?? ''}, found ${found ?? ''}`;
  }
}

/** Treats the spelling of a missing number as an empty cell. */
function emptyMissing(row: RawRow): RawRow {
  return { ...row, bid: toNumberCell(row.bid), offer: toNumberCell(row.offer) };
}

/** Whether one side is stated and the other is still unknown. */
function lacksSide({ bid, offer }: RawRow, { bidTicks, offerTicks }: KeptSides): boolean {
  if (bid === '' && offer === '') return false;
  return (bid === '' && bidTicks === undefined) || (offer === '' && offerTicks === undefined);
}
