// NDJSON: one object per line with time, symbol, bid, offer and optional bidSize and offerSize; ask
// and askSize are accepted too. A time is ISO 8601 with a zone, or a count since 1970 whose
// magnitude determines its unit.
import { formatInstant, ok, type Result } from '../../domain/index.js';
import { formatNumber } from '../text/format-number.js';
import { bad, type RawRow } from '../text/rate-row.js';
import { type RowFormat, SIZE_EXPONENTS } from '../text/row-format.js';
import { quoteCell } from '../text/symbol-table.js';
import { createOpenTime, readTime } from '../times/index.js';

const TIME = createOpenTime();

export const ndjson: RowFormat = {
  id: 'ndjson',
  summary: 'one object a line: time, symbol, bid, offer, bidSize, offerSize',
  isOf: ({ first }) => first.startsWith('{'),
  open: (_, { sizeUnit = 1 }) => {
    const exponent = SIZE_EXPONENTS[sizeUnit];
    return ok({
      headLines: 0,
      hasSizes: true,
      formatTime: formatInstant,
      parse: (text) => parse(text, exponent),
    });
  },
};

function parse(text: string, sizeExponent: number): Result<RawRow> {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return bad(`expected a JSON object, found ${quoteCell(text)}`);
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    return bad(`expected a JSON object, found ${quoteCell(text)}`);
  }
  const { time, symbol, bid, ask, offer = ask, ...sizes } = row as Record<string, unknown>;
  const { bidSize, askSize, offerSize = askSize } = sizes;
  const at = readTime(TIME, toTimeText(time, text));
  if (!at.ok) return at;
  if (typeof symbol !== 'string') {
    return bad(`expected symbol as a text, found ${show(symbol)}`);
  }
  return ok({
    at: at.value,
    symbol,
    priceExponent: 0,
    sizeExponent,
    bid: toText(bid),
    offer: toText(offer),
    bidSize: toText(bidSize),
    offerSize: toText(offerSize),
  });
}

function show(value: unknown): string {
  return value === undefined ? 'none' : quoteCell(JSON.stringify(value));
}

/** Original digits of a number in the line that a double cannot represent. */
function toTimeText(time: unknown, line: string): string {
  if (typeof time !== 'number' || Math.abs(time) <= Number.MAX_SAFE_INTEGER) return toText(time);
  const digits = [...line.matchAll(/"time"\s*:\s*(\d+)/g)].map(([, found = '']) => found);
  return digits.find((text) => Number(text) === time) ?? toText(time);
}

/** Text to parse as a number. Other values are returned as JSON, which never parses as one. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return formatNumber(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
