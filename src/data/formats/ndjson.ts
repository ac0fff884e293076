// NDJSON: one object a line with time, symbol, bid, offer and, where they are known, bidSize and
// offerSize. A time is epoch milliseconds as a number, of which three decimals count, or ISO 8601
// with a zone as a text.
import { formatInstant, type Instant, ok, parseInstant, type Result } from '../../domain/index.js';
import { formatNumber } from '../format-number.js';
import { bad, LATEST_MS, type RawRow } from '../rate-row.js';
import type { RowFormat } from '../row-format.js';
import { quoteCell } from '../symbol-table.js';

export const ndjson: RowFormat = {
  id: 'ndjson',
  summary: 'one object a line: time, symbol, bid, offer, bidSize, offerSize',
  isOf: ({ first }) => first.startsWith('{'),
  open: () => ok({ headLines: 0, hasSizes: true, parse, formatTime: formatInstant }),
};

function parse(text: string): Result<RawRow> {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return bad(`expected a JSON object, found ${quoteCell(text)}`);
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    return bad(`expected a JSON object, found ${quoteCell(text)}`);
  }
  const { time, symbol, bid, offer, bidSize, offerSize } = row as Record<string, unknown>;
  const at = toInstant(time);
  if (at === undefined) {
    const expected = 'epoch milliseconds or a text such as 2026-07-13T12:00:00.093Z';
    return bad(`expected time in ${expected}, found ${show(time)}`);
  }
  if (typeof symbol !== 'string') {
    return bad(`expected symbol as a text, found ${show(symbol)}`);
  }
  return ok({
    ...{ at, symbol, sizeExponent: 0 },
    ...{ bid: toText(bid), offer: toText(offer) },
    ...{ bidSize: toText(bidSize), offerSize: toText(offerSize) },
  });
}

function show(value: unknown): string {
  return value === undefined ? 'none' : quoteCell(JSON.stringify(value));
}

function toInstant(time: unknown): Instant | undefined {
  if (typeof time === 'string') {
    const parsed = parseInstant(time);
    return parsed.ok ? parsed.value : undefined;
  }
  if (typeof time !== 'number' || !(time >= 0 && time <= LATEST_MS)) return undefined;
  const at = Math.round(time * 1_000);
  return at / 1_000 === time ? at : undefined;
}

/** What is judged as a number: of a value that is none its JSON, which no number looks like. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return formatNumber(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
