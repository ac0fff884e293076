// Schema of recordings and instrument terms in configurations.
import { z } from 'zod';
import { durationText, instantText } from '../validation/index.js';
import { explainSymbol, findTermsFlaw, type InstrumentTerms, isSymbol } from '../domain/index.js';
import { formatNumber } from './text/format-number.js';
import type { RecordingOptions } from './recording.js';

/** Displayed size if none is stated: units of the base, or unlimited. */
export const sizeSchema = z.union([z.literal('unlimited'), z.number().positive()]);

const symbolText = z
  .string()
  .refine(isSymbol, { error: ({ input }) => explainSymbol(String(input)) });
const column = z.union([z.string().min(1), z.int().min(1)]);

const sizeUnit = z.union([
  z.literal(1),
  z.literal(1_000),
  z.literal(100_000),
  z.literal(1_000_000),
]);

function isScale(value: number): boolean {
  return /^10{0,12}$/.test(String(value));
}

/** Columns of a delimited text, by header name or by number from 1. */
const layoutSchema = z.strictObject({
  delimiter: z.string().length(1).default(',').describe('character between two columns'),
  header: z.boolean().default(true).describe('whether the first line names the columns'),
  time: z
    .union([column, z.array(column).min(1).max(2)])
    .describe('column of the time, or of the date and of the time of day'),
  timeFormat: z
    .string()
    .exactOptional()
    .describe('iso, epoch-s, -ms, -us, -ns, or yyyy-MM-dd HH:mm:ss.SSS; absent: by its size'),
  utcOffset: z.string().exactOptional().describe('offset of times without a zone, such as -05:00'),
  timeZone: z.string().exactOptional().describe('time zone of such times, such as Europe/Athens'),
  symbol: column.exactOptional().describe('column of the symbol; absent: recording.symbol'),
  bid: column.describe('column of the bid, or of the only price'),
  offer: column.exactOptional().describe('column of the offer; absent: recording.spread'),
  bidSize: column.exactOptional().describe('column of the size at the bid'),
  offerSize: column.exactOptional().describe('column of the size at the offer'),
  sizeUnit: sizeUnit.default(1).describe('base units per unit of size in the file'),
  scale: z
    .number()
    .refine(isScale, 'expected a power of ten from 1 to 1000000000000')
    .exactOptional()
    .describe('factor by which prices in the file are multiplied; they are divided by it'),
  decimal: z.enum(['.', ',']).exactOptional().describe('decimal separator of numbers'),
});

/** Schema of a recording; `speed` is the schema of its speed, as only simulators may stop time. */
export function createRecordingSchema<S extends z.ZodType<number>>(speed: S) {
  return z.strictObject({
    file: z.string().min(1).describe('recorded rates, relative to this file'),
    origin: z
      .enum(['recording', 'now'])
      .default('recording')
      .describe('where session time starts: at the first rate, or now with all rates shifted'),
    speed,
    loop: z.boolean().default(false).describe('repeat the recording at its end, with later times'),
    size: sizeSchema
      .exactOptional()
      .describe('displayed size of rates that state none: units of the base, or unlimited'),
    sizeUnit: sizeUnit
      .exactOptional()
      .describe('base units per unit of size in the file, if they differ from its format'),
    symbol: symbolText.exactOptional().describe('symbol of all rates, for a file that names none'),
    symbols: z
      .record(z.string().min(1), symbolText)
      .exactOptional()
      .describe('symbols by their names in the file, such as GOLD: XAU/USD'),
    spread: z
      .number()
      .min(0)
      .exactOptional()
      .describe('offer minus bid, for a file with one price only'),
    side: z
      .enum(['bid', 'offer'])
      .exactOptional()
      .describe(
        'side of the only price of a file; absent: offer if the file name has ASK, else bid',
      ),
    bar: durationText
      .exactOptional()
      .describe(
        'length of bars, for a file that does not state it; a bar is its close, at its end',
      ),
    layout: layoutSchema
      .exactOptional()
      .describe('meaning of the columns, for a file in a format that Weir does not know'),
    badRows: z.enum(['stop', 'skip']).default('stop').describe('stop at a bad row, or skip it'),
    oneSided: z
      .enum(['bad', 'keep last'])
      .exactOptional()
      .describe('a row with one side only is bad, or keeps the last price of the other side'),
    startAt: instantText.exactOptional().describe('first instant that is read'),
    endAt: instantText.exactOptional().describe('reading stops before this instant'),
  });
}

const decimals = z.int().min(0).max(12).exactOptional();
const positive = z.number().positive().exactOptional();

const termsSchema = z.strictObject({
  class: z.enum(['G10', 'EM', 'DA']).exactOptional().describe('liquidity class of the limits'),
  ratePrecision: decimals.describe('decimals of a price'),
  pipFactor: positive.describe('one pip is 1 / pipFactor'),
  baseDecimals: decimals.describe('decimals of an amount of the base'),
  termDecimals: decimals.describe('decimals of an amount of the term currency'),
  minSize: positive.describe('smallest order, units of the base'),
  sizeIncrement: positive.describe('step of order sizes, units of the base'),
  spotLagDays: z
    .int()
    .min(0)
    .max(5)
    .exactOptional()
    .describe('business days from trade date to spot value date'),
});

/** Terms by symbol, which take precedence over the built-in table. */
export const instrumentsSchema = z
  .record(symbolText, termsSchema)
  .check(({ issues, value }) => {
    for (const [symbol, terms] of Object.entries(value)) {
      const flaw = findTermsFlaw(symbol, terms);
      if (flaw === undefined) continue;
      const { key, message } = flaw;
      const params = { code: 'instrument.terms' };
      issues.push({ code: 'custom', path: [symbol, key], message, input: value, params });
    }
  })
  .default({})
  .describe('terms of symbols that the built-in table lacks, or where they differ from it');

type RecordingConfig = z.output<ReturnType<typeof createRecordingSchema>>;

/** Reading options of a configured recording. */
export function toRecordingOptions(
  config: Omit<RecordingConfig, 'file' | 'loop' | 'origin' | 'speed'>,
  terms: Readonly<Record<string, InstrumentTerms>>,
): RecordingOptions {
  const { badRows, bar, endAt, layout, oneSided, side, size, sizeUnit, spread } = config;
  const { startAt, symbol, symbols } = config;
  return {
    badRows,
    endAt,
    layout,
    oneSided,
    side,
    size,
    sizeUnit,
    startAt,
    symbol,
    symbols,
    terms,
    spread: spread === undefined ? undefined : formatNumber(spread),
    bar,
  };
}
