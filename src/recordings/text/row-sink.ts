// Takes the rows of a recording into columns, and says what becomes of those that are wrong.
import {
  fail,
  type Fault,
  formatCount,
  type Instant,
  ok,
  type Result,
} from '../../domain/index.js';
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

/** Bad rows that are kept with their reason; all are counted. */
const MOST_SKIPPED = 100;
/** Before the first row. */
const NO_TIME: Instant = -1_000;

/** What of a recording's settings its rows are taken by. */
export interface RowSinkOptions extends RowRules {
  readonly badRows: 'stop' | 'skip';
  readonly oneSided: 'bad' | 'keep last';
  readonly seeBad?: SeeBad | undefined;
}

/** How the rows of a file are named and timed in messages. */
export interface RowWords {
  /** Where a row stands: `file:line`, or the file and the number of the row. */
  where(line: number): string;
  /** A time as the file's own rows write it. */
  formatTime(at: Instant): string;
  /** The row in hand as the file has it; `line` is its own. */
  show(line: number): string;
}

export class RowSink {
  readonly skipped: SkippedRow[] = [];
  skippedCount = 0;
  readonly skippedByFlaw: Record<RowError, number> = { shape: 0, order: 0, zero: 0, crossed: 0 };
  /** Time of the last good row. */
  lastAt = NO_TIME;
  /** A row at or after the end of what is read was met. */
  ended = false;
  readonly rules: RowSinkOptions;
  /** Newest sides by symbol, where rows may have one side only. */
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

  /** Judges a row and adds it to the columns where it is good. */
  take(line: number, told: RawRow, into: RateColumns): Result<null> {
    if (told.at < this.lastAt) return this.judge(line, 'order', this.sayOrder(told.at));
    const raw = this.lastSides === undefined ? told : emptyMissing(told);
    const learnt = this.learn(raw);
    // Until the other side is known, a row with one side is neither a rate nor a bad row.
    if (learnt?.isRead === true && lacksSide(raw, learnt.kept)) return ok(null);
    const row = readRow(raw, this.table, learnt?.kept);
    if (!row.ok) return this.judgeFault(line, row.fault);
    const found = findPriceFlaw(raw, row.value);
    if (found !== undefined) return this.judge(line, found.flaw, found.reason);
    this.add(row.value, into);
    return ok(null);
  }

  /** The newest sides with this row's own: undefined where each row has all its prices. */
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

  /** Adds a good row; rows before the first instant that is read are left out. */
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

  /** A row's own fault makes it a bad one; any other ends the reading. */
  judgeFault(line: number, { code, message }: Fault): Result<null> {
    if (code === 'data.bad-row') return this.judge(line, 'shape', message);
    return fail(code, message, this.words.where(line));
  }

  /** What a bad row means: a fault, or one row less. */
  judge(line: number, flaw: RowError, reason: string): Result<null> {
    if (this.rules.badRows === 'stop') {
      // where not one row was good, all others may be bad too
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

  /** The end of the file: a fault when all its rows were bad. */
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

/** A side that is called missing is one that the row does not state. */
function emptyMissing(row: RawRow): RawRow {
  return { ...row, bid: toNumberCell(row.bid), offer: toNumberCell(row.offer) };
}

/** One side is stated, and the other was not so far. */
function lacksSide({ bid, offer }: RawRow, { bidTicks, offerTicks }: KeptSides): boolean {
  if (bid === '' && offer === '') return false;
  return (bid === '' && bidTicks === undefined) || (offer === '' && offerTicks === undefined);
}
