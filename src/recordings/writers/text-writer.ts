// Writes rates as lines of text: numbers as their shortest exact decimals.
import type { Instrument } from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import { type RateColumns, UNKNOWN_UNITS } from '../columns/columns.js';
import type { RateWriter, WriteSettings } from './rate-writer.js';

/** Texts of a rate; unknown sizes are undefined. */
export interface RateTexts {
  /** Epoch milliseconds, with decimals if needed. */
  readonly time: string;
  readonly symbol: string;
  readonly bid: string;
  readonly offer: string;
  readonly bidSize: string | undefined;
  readonly offerSize: string | undefined;
}

/** Approximate number of characters passed on at a time. */
const PIECE = 1 << 20;
/** Maximum number of cached texts: prices and sizes repeat often. */
const MOST_KEPT = 65_536;

export function createTextWriter(
  { instruments, take }: WriteSettings,
  formatLine: (rate: RateTexts) => string,
): RateWriter {
  const texts = instruments.map(createTexts);
  return {
    add: (columns) => {
      let text = '';
      for (let row = 0; row < columns.count; row++) {
        const toTexts = texts[columns.instrument[row] ?? 0];
        if (toTexts !== undefined) text += `${formatLine(toTexts(columns, row))}\n`;
        if (text.length < PIECE) continue;
        take(Buffer.from(text));
        text = '';
      }
      take(Buffer.from(text));
    },
    finish: () => undefined,
  };
}

function createTexts({ baseDecimals, ratePrecision, symbol }: Instrument) {
  const showPrice = createDecimals(ratePrecision);
  const showUnits = createDecimals(baseDecimals);
  const showSize = (units = 0) => (units === UNKNOWN_UNITS ? undefined : showUnits(units));
  return (columns: RateColumns, row: number): RateTexts => {
    const at = columns.at[row] ?? 0;
    return {
      time: at % 1_000 === 0 ? String(at / 1_000) : formatShortest(at, 3),
      symbol,
      bid: showPrice(columns.bidTicks[row] ?? 0),
      offer: showPrice(columns.offerTicks[row] ?? 0),
      bidSize: showSize(columns.bidUnits[row]),
      offerSize: showSize(columns.offerUnits[row]),
    };
  };
}

/** Formatter of scaled integers as shortest decimals, with a cache. */
function createDecimals(decimals: number): (scaled: number) => string {
  const known = new Map<number, string>();
  return (scaled) => {
    let text = known.get(scaled);
    if (text === undefined) {
      text = formatShortest(scaled, decimals);
      if (known.size === MOST_KEPT) known.clear();
      known.set(scaled, text);
    }
    return text;
  };
}
