// Extracts the journal of a session into tables: rates, quotes and order events.
import { join } from 'node:path';
import { RATE_COLUMNS, type TableColumn, TableFile } from '../../recordings/index.js';
import type { RateEvent } from '../../domain/events/index.js';
import {
  fail,
  type Instant,
  type Instrument,
  MILLISECOND,
  ok,
  type Result,
  UNLIMITED,
} from '../../domain/index.js';
import { fromScaled } from '../../domain/numbers/index.js';
import type { QuoteReportEvent } from '../../domain/quotes/index.js';
import { FINE_DIGITS } from '../../domain/venue/index.js';
import { isSystemError, type JournalRecord, localDisk, readJournal } from '../../journal/index.js';
import { parseHeader, HEADER_TYPE } from '../../records/index.js';
import { findJournal } from '../../recovery/index.js';
import { ORDER_COLUMNS, OrderEvents, type OrderRow } from './order-events.js';

export interface ExtractOptions {
  /** Session folder, state directory or journal; read only. */
  readonly folder: string;
  /** An empty folder. */
  readonly out: string;
  /** Called with the number of records read, every 10,000 records. */
  readonly see: (records: number) => void;
}

export interface ExtractedFile {
  readonly file: string;
  readonly rows: number;
}

export interface Extracted {
  readonly records: number;
  readonly files: readonly ExtractedFile[];
  /** Rates whose venue time went back: a recording requires rising times. */
  readonly outOfOrder: number;
  /** Quotes of requests from before the journal's start: their symbol is unknown. */
  readonly strangeQuotes: number;
  /** Incomplete end of the journal, after a crash or in a running session. */
  readonly torn: string | undefined;
}

type RateRow = Parameters<(typeof RATE_COLUMNS)[number]['cell']>[0];

interface QuoteRow {
  readonly receivedAt: Instant;
  readonly clOrderId: string;
  readonly requestId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: string;
  readonly size: number;
  readonly quoteId: string;
  readonly provider: string;
  readonly bid: number | undefined;
  readonly offer: number | undefined;
  readonly activeAt: Instant;
  readonly validUntil: Instant;
}

const QUOTE_COLUMNS: readonly TableColumn<QuoteRow>[] = [
  { name: 'receivedAt', type: 'instant', cell: ({ receivedAt }) => receivedAt },
  { name: 'clOrderId', type: 'text', cell: ({ clOrderId }) => clOrderId },
  { name: 'requestId', type: 'text', cell: ({ requestId }) => requestId },
  { name: 'strategy', type: 'text', cell: ({ strategy }) => strategy },
  { name: 'symbol', type: 'text', cell: ({ symbol }) => symbol },
  { name: 'side', type: 'text', cell: ({ side }) => side },
  { name: 'size', type: 'number', cell: ({ size }) => size },
  { name: 'quoteId', type: 'text', cell: ({ quoteId }) => quoteId },
  { name: 'provider', type: 'text', cell: ({ provider }) => provider },
  { name: 'bid', type: 'number', isOptional: true, cell: ({ bid }) => bid },
  { name: 'offer', type: 'number', isOptional: true, cell: ({ offer }) => offer },
  { name: 'activeAt', type: 'instant', cell: ({ activeAt }) => activeAt },
  { name: 'validUntil', type: 'instant', cell: ({ validUntil }) => validUntil },
];

/** Records between two calls of `see`. */
const SIGHT_EVERY = 10_000;

/**
 * Writes `rates-SYMBOL.parquet`, `quotes.parquet` and `orders.parquet`, where they have rows; each
 * gets its name once it is complete. Memory does not grow with the journal. Fault codes
 * `data.extract`, `replay.header` and those of `findJournal` and `readJournal`.
 */
export async function extractSession(options: ExtractOptions): Promise<Result<Extracted>> {
  const extraction = new Extraction(options);
  try {
    const read = await extraction.run();
    if (!read.ok) extraction.discard();
    return read;
  } catch (error) {
    extraction.discard();
    if (!isSystemError(error)) throw error;
    return fail('data.extract', `cannot write the tables: ${error.message}`, options.out);
  }
}

interface RateTable {
  readonly table: TableFile<RateRow>;
  lastAt: Instant;
}

class Extraction {
  readonly #options: ExtractOptions;
  readonly #instruments = new Map<string, Instrument>();
  readonly #rates = new Map<string, RateTable>();
  readonly #events = new OrderEvents((symbol) => this.#instruments.get(symbol));
  /** Quote ids already written, by open quote request. */
  readonly #seenQuotes = new Map<string, Set<string>>();
  #quotes: TableFile<QuoteRow> | undefined;
  #orders: TableFile<OrderRow> | undefined;
  #records = 0;
  #outOfOrder = 0;
  #strangeQuotes = 0;

  constructor(options: ExtractOptions) {
    this.#options = options;
  }

  async run(): Promise<Result<Extracted>> {
    const { folder, see } = this.#options;
    const found = findJournal(localDisk, folder);
    if (!found.ok) return found;
    const { dir, from } = found.value;
    let torn: string | undefined;
    for (const next of readJournal(dir, localDisk, 'chain', from)) {
      if (!next.ok) {
        if (next.fault.code !== 'journal.torn') return next;
        torn = next.fault.message;
        break;
      }
      if (++this.#records % SIGHT_EVERY === 0) see(this.#records);
      const taken = await this.#take(next.value);
      if (!taken.ok) return taken;
    }
    return ok(this.#finish(torn));
  }

  discard(): void {
    for (const table of this.#listTables()) table.discard();
  }

  async #take(record: JournalRecord): Promise<Result<void>> {
    const { type, data, stamp } = record;
    if (type === HEADER_TYPE) {
      const header = parseHeader(data, this.#options.folder);
      if (!header.ok) return header;
      for (const one of header.value.instruments) this.#instruments.set(one.symbol, one);
    }
    if (type === 'rate') await this.#takeRate(data as RateEvent, stamp.session);
    if (type === 'quotes') await this.#takeQuotes(data as QuoteReportEvent, stamp.session);
    const row = this.#events.toRow(record);
    if (row !== undefined) {
      this.#orders ??= await this.#open('orders.parquet', ORDER_COLUMNS);
      this.#orders.add(row);
    }
    return ok(undefined);
  }

  async #takeRate(rate: RateEvent, receivedAt: Instant): Promise<void> {
    const { symbol, venueAt, bidTicks, bidUnits, offerTicks, offerUnits } = rate;
    const instrument = this.#instruments.get(symbol);
    if (instrument === undefined) return;
    let own = this.#rates.get(symbol);
    if (own === undefined) {
      const name = `rates-${symbol.replaceAll('/', '-')}.parquet`;
      own = { table: await this.#open(name, RATE_COLUMNS), lastAt: 0 };
      this.#rates.set(symbol, own);
    }
    if (venueAt < own.lastAt) {
      this.#outOfOrder++;
      return;
    }
    own.lastAt = venueAt;
    const { baseDecimals, ratePrecision } = instrument;
    own.table.add({
      time: Math.floor(venueAt / MILLISECOND),
      receivedAt: receivedAt / MILLISECOND,
      symbol,
      bid: fromScaled(bidTicks, ratePrecision),
      offer: fromScaled(offerTicks, ratePrecision),
      ...(bidUnits === UNLIMITED ? {} : { bidSize: fromScaled(bidUnits, baseDecimals) }),
      ...(offerUnits === UNLIMITED ? {} : { offerSize: fromScaled(offerUnits, baseDecimals) }),
    });
  }

  /** A poll returns all live quotes; each is written once. */
  async #takeQuotes(event: QuoteReportEvent, receivedAt: Instant): Promise<void> {
    const { clOrderId, requestId, quotes, state } = event;
    const seen = this.#seenQuotes.get(clOrderId) ?? new Set();
    this.#seenQuotes.set(clOrderId, seen);
    const terms = this.#events.termsOf(clOrderId);
    const instrument = this.#instruments.get(terms?.symbol ?? '');
    for (const quote of quotes) {
      if (seen.has(quote.quoteId)) continue;
      seen.add(quote.quoteId);
      if (terms === undefined || instrument === undefined) {
        this.#strangeQuotes++;
        continue;
      }
      const { quoteId, provider, sellRate, buyRate, activeAt, validUntil } = quote;
      const { strategy, side = '', units = 0 } = terms;
      const decimals = instrument.ratePrecision + FINE_DIGITS;
      this.#quotes ??= await this.#open('quotes.parquet', QUOTE_COLUMNS);
      this.#quotes.add({
        receivedAt,
        clOrderId,
        requestId,
        strategy,
        symbol: instrument.symbol,
        side,
        quoteId,
        provider,
        activeAt,
        validUntil,
        size: fromScaled(units, instrument.baseDecimals),
        bid: sellRate === undefined ? undefined : fromScaled(sellRate, decimals),
        offer: buyRate === undefined ? undefined : fromScaled(buyRate, decimals),
      });
    }
    if (state !== 'open' && state !== 'quoted') this.#seenQuotes.delete(clOrderId);
  }

  #open<Row>(name: string, columns: readonly TableColumn<Row>[]): Promise<TableFile<Row>> {
    return TableFile.create(join(this.#options.out, name), columns);
  }

  #listTables(): readonly Pick<TableFile<never>, 'discard' | 'file' | 'finish' | 'rows'>[] {
    const tables = [...this.#rates.values()].map(({ table }) => table);
    return [...tables, this.#quotes, this.#orders].filter((table) => table !== undefined);
  }

  #finish(torn: string | undefined): Extracted {
    const tables = this.#listTables();
    for (const table of tables) table.finish();
    return {
      records: this.#records,
      files: tables.map(({ file, rows }) => ({ file, rows })),
      outOfOrder: this.#outOfOrder,
      strangeQuotes: this.#strangeQuotes,
      torn,
    };
  }
}
