// The instruments of a recording by the bytes of their symbol, created in order of appearance.
import {
  assert,
  createInstrument,
  fail,
  type Instrument,
  type InstrumentTerms,
  isSymbol,
  ok,
  type Result,
  toPair,
  UNLIMITED,
} from '../../domain/index.js';
import { formatCount, toScaled } from '../../domain/numbers/index.js';
import { UNKNOWN_UNITS } from '../columns/columns.js';

/** Displayed size of rates without one, in units of the base; undefined: such rates are a fault. */
export type AbsentSize = number | 'unlimited' | 'unknown' | undefined;

const MAX_SYMBOLS = 4_096;
const SLOTS = 2 * MAX_SYMBOLS;
const COMMA = 44;

/** An instrument, and the size of its rates without one (minor units). */
export interface Listing {
  readonly instrument: Instrument;
  /** Undefined if the configuration states no size. */
  readonly absentUnits: number | undefined;
}

export class SymbolTable {
  readonly instruments: Instrument[] = [];
  readonly listings: Listing[] = [];
  private readonly size: AbsentSize;
  private readonly terms: Readonly<Record<string, InstrumentTerms>>;
  /** Configured symbols by their names in the file. */
  private readonly symbols: Readonly<Record<string, string>>;
  /** True if a session handed in the instruments, so that no other may appear. */
  private closed = false;
  /** Index + 1 by hash of the symbol; open addressing. */
  private readonly slots = new Uint32Array(SLOTS);
  private readonly names: Buffer[] = [];

  constructor(
    size: AbsentSize,
    terms: Readonly<Record<string, InstrumentTerms>>,
    symbols: Readonly<Record<string, string>> = {},
  ) {
    this.size = size;
    this.terms = terms;
    this.symbols = symbols;
  }

  /**
   * Adds the instruments of a session; ids are their indexes. Fault codes `data.size`,
   * `data.too-many-symbols`.
   */
  takeAll(instruments: readonly Instrument[]): Result<null> {
    this.closed = true;
    for (const instrument of instruments) {
      const listing = this.list(instrument);
      if (!listing.ok) return listing;
      this.add(listing.value);
    }
    return ok(null);
  }

  /**
   * The listing of a symbol; a new one is not yet added. Fault codes `data.bad-row`, `data.size`,
   * `data.too-many-symbols`, `instrument.unknown`, `instrument.terms`.
   */
  resolve(spelling: string): Result<Listing> {
    const stated = Object.hasOwn(this.symbols, spelling) ? this.symbols[spelling] : undefined;
    const symbol = stated ?? (isSymbol(spelling) ? spelling : (toPair(spelling) ?? spelling));
    const known = this.listings.find((listing) => listing.instrument.symbol === symbol);
    if (known !== undefined) return ok(known);
    if (!isSymbol(symbol)) {
      const shown = quoteCell(symbol);
      const hint = symbol === '' ? '' : `: name it in recording.symbols ({ ${shown}: ... })`;
      return fail('data.bad-row', `expected a symbol such as EUR/USD, found ${shown}${hint}`);
    }
    if (this.closed) {
      const names = this.instruments.map((instrument) => instrument.symbol).join(', ');
      return fail('data.bad-row', `expected a symbol of the session (${names}), found ${symbol}`);
    }
    const created = createInstrument(this.instruments.length, symbol, this.terms[symbol]);
    return created.ok ? this.list(created.value) : created;
  }

  /** Adds a new listing; ignores a known one. */
  add(listing: Listing): void {
    const { instrument } = listing;
    if (instrument.id < this.instruments.length) return;
    assert(instrument.id === this.instruments.length, 'instrument ids must be dense from 0');
    this.instruments.push(instrument);
    this.listings.push(listing);
    const name = Buffer.from(instrument.symbol, 'latin1');
    this.names.push(name);
    let slot = 0;
    for (const byte of name) slot = (Math.imul(slot, 31) + byte) | 0;
    slot &= SLOTS - 1;
    while (this.slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    this.slots[slot] = instrument.id + 1;
  }

  /** Index of the symbol between `from` and the next comma; -1 if unknown. */
  find(bytes: Uint8Array, from: number): number {
    let slot = 0;
    let to = from;
    for (let byte = bytes[to] ?? 0; byte > COMMA; byte = bytes[++to] ?? 0) {
      slot = (Math.imul(slot, 31) + byte) | 0;
    }
    if (bytes[to] !== COMMA) return -1;
    for (slot &= SLOTS - 1; ; slot = (slot + 1) & (SLOTS - 1)) {
      const index = (this.slots[slot] ?? 0) - 1;
      if (index < 0 || this.isNamed(index, bytes, from, to)) return index;
    }
  }

  private isNamed(index: number, bytes: Uint8Array, from: number, to: number): boolean {
    const name = this.names[index];
    if (name === undefined || to - from !== name.length) return false;
    for (let i = 0; i < name.length; i++) if (bytes[from + i] !== name[i]) return false;
    return true;
  }

  private list(instrument: Instrument): Result<Listing> {
    const { size } = this;
    if (instrument.id >= MAX_SYMBOLS) {
      return fail('data.too-many-symbols', `expected at most ${String(MAX_SYMBOLS)} symbols`);
    }
    if (size === undefined) return ok({ instrument, absentUnits: undefined });
    if (size === 'unlimited') return ok({ instrument, absentUnits: UNLIMITED });
    if (size === 'unknown') return ok({ instrument, absentUnits: UNKNOWN_UNITS });
    const absentUnits = toScaled(size, instrument.baseDecimals);
    if (absentUnits !== undefined && absentUnits > 0) return ok({ instrument, absentUnits });
    const decimals = formatCount(instrument.baseDecimals, 'decimal');
    const key = `instruments: { ${instrument.symbol}: { baseDecimals: 0 } }`;
    const isLong = Number.isInteger(size) && size > 0;
    const hint = isLong ? `, of more than 15 digits with them: does ${key} fit it?` : '';
    return fail(
      'data.size',
      `recording.size: expected unlimited or an amount of ${instrument.base} above 0 ` +
        `with at most ${decimals}, found ${String(size)}${hint}`,
    );
  }
}

/** Quotes a cell for a message: shortened, with unprintable characters escaped. */
export function quoteCell(cell: string, longest = 40): string {
  return JSON.stringify(cell.length > longest ? `${cell.slice(0, longest)}...` : cell);
}
