// Shows the inspection of a recording as figures, text and histogram bars.
import {
  FLAWS,
  INTERVAL_EDGES,
  type LogHistogram,
  type RecordingInspection,
  type SymbolSurvey,
} from '../../recordings/index.js';
import { formatDuration, formatInstant, type Instant } from '../../domain/index.js';
import { formatScaled, formatShortest } from '../../domain/numbers/index.js';
import type { PictureBar } from '../html/svg/bar-chart.js';
import { formatCount, formatGrouped, formatSpan } from '../figures/texts.js';

/** Number of bars of a spread histogram. */
const SPREAD_BARS = 20;
/** This share of the spreads has bars of its own; wider spreads share the last bar. */
const DRAWN_SHARE = 0.99;
const SHARES = { p5: 0.05, median: 0.5, p95: 0.95, p99: 0.99 } as const;

export interface SymbolFigures {
  readonly symbol: string;
  readonly rates: number;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly duplicates: number;
  readonly unchanged: number;
  readonly locked: number;
  readonly empty: number;
  readonly unknownSizes: number;
  /** The lowest bid and the highest offer. */
  readonly price: Readonly<Record<'min' | 'max', string>>;
  /** Stated sizes in units of the base, the median to two digits; null without sizes. */
  readonly size: Readonly<Record<'min' | 'median' | 'max', string>> | null;
  readonly doubts: readonly string[];
  /** Prices as decimal texts; exact below 128 ticks, else to 1.6 %. */
  readonly spread: Readonly<Record<keyof typeof SHARES | 'min' | 'max', string>>;
  /** Milliseconds between two rates, to 1.6 %. */
  readonly intervalMs: Readonly<Record<keyof typeof SHARES | 'min' | 'max', number>> | null;
  readonly gaps: readonly { readonly from: string; readonly to: string; readonly ms: number }[];
}

export interface SurveyFigures {
  readonly file: string;
  readonly format: string;
  readonly rates: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly symbols: readonly SymbolFigures[];
  readonly badRows: {
    readonly total: number;
    readonly byFlaw: RecordingInspection['skippedByFlaw'];
    /** The first 100. */
    readonly rows: RecordingInspection['skipped'];
    /** What `line` of a bad row counts. */
    readonly rowName: RecordingInspection['rowName'];
  };
  /** Fault that ended the reading; null at the end of the file. */
  readonly fault: {
    readonly code: string;
    readonly where: string;
    readonly message: string;
  } | null;
}

export function toSurveyFigures(survey: RecordingInspection): SurveyFigures {
  const { fault, file, firstAt, format, lastAt, rowName } = survey;
  const { skipped, skippedByFlaw, skippedCount } = survey;
  const instant = (at: Instant | undefined) => (at === undefined ? null : formatInstant(at));
  return {
    file,
    format,
    rates: survey.count,
    firstAt: instant(firstAt),
    lastAt: instant(lastAt),
    symbols: survey.symbols.map(toSymbolFigures),
    badRows: { total: skippedCount, byFlaw: skippedByFlaw, rows: skipped, rowName },
    fault:
      fault === undefined
        ? null
        : { code: fault.code, where: fault.where ?? file, message: fault.message },
  };
}

function toSymbolFigures(one: SymbolSurvey): SymbolFigures {
  const { count, duplicates, empty, firstAt, gaps, instrument, intervals, lastAt } = one;
  const { ratePrecision, symbol } = instrument;
  const { doubts, locked, sizes, unchanged, unknownSizes } = one;
  const showPrice = (ticks: number) => formatScaled(ticks, ratePrecision);
  const showSize = (units: number) => formatShortest(units, instrument.baseDecimals);
  return {
    symbol,
    rates: count,
    firstAt: formatInstant(firstAt),
    lastAt: formatInstant(lastAt),
    duplicates,
    unchanged,
    locked,
    empty,
    unknownSizes,
    price: { min: showPrice(one.minBidTicks), max: showPrice(one.maxOfferTicks) },
    size: sizes.count === 0 ? null : toSizes(sizes, showSize),
    doubts,
    spread: toShares(one.spreads, showPrice),
    intervalMs: intervals.count === 0 ? null : toShares(intervals, toMs),
    gaps: gaps.map(({ fromAt, toAt }) => {
      return { from: formatInstant(fromAt), to: formatInstant(toAt), ms: toMs(toAt - fromAt) };
    }),
  };
}

function toSizes(sizes: LogHistogram, show: (units: number) => string) {
  // the histogram is exact to 1.6 % only
  const median = show(Number(sizes.quantile(SHARES.median).toPrecision(2)));
  return { min: show(sizes.min), median, max: show(sizes.max) };
}

function toMs(micros: number): number {
  return Math.round(micros) / 1_000;
}

function toShares<T>(histogram: LogHistogram, show: (value: number) => T) {
  const at = (share: number) => show(histogram.quantile(share));
  const { p5, median, p95, p99 } = SHARES;
  return {
    min: show(histogram.min),
    p5: at(p5),
    median: at(median),
    p95: at(p95),
    p99: at(p99),
    max: show(histogram.max),
  };
}

/** Name and value of each line for the terminal. */
export function listSurveyLines(figures: SurveyFigures): readonly (readonly [string, string])[] {
  const { badRows, fault, firstAt, format, lastAt, rates, symbols } = figures;
  return [
    ['Format', format],
    ['Rates', formatGrouped(rates)],
    ['From, to', firstAt === null ? '–' : `${firstAt} to ${lastAt ?? ''}`],
    ['Bad rows', formatBadRows(badRows)],
    ...badRows.rows
      .slice(0, 5)
      .map(({ line, reason }) => ['', `${badRows.rowName} ${String(line)}: ${reason}`] as const),
    ...symbols.flatMap(listSymbolLines),
    ...listUnknownSizes(symbols.reduce((sum, one) => sum + one.unknownSizes, 0)),
    ...(fault === null ? [] : [['Ends with', `${fault.where}: ${fault.message}`] as const]),
  ];
}

/** A line with the number of rates of unknown size; none if all sizes are known. */
export function listUnknownSizes(rates: number): readonly (readonly [string, string])[] {
  const states = 'a session states recording.size: N | unlimited';
  return rates === 0 ? [] : [['Sizes', `unknown at ${formatCount(rates, 'rate')}: ${states}`]];
}

/** Number of bad rows, by kind of flaw. */
export function formatBadRows({
  byFlaw,
  total,
}: Pick<SurveyFigures['badRows'], 'byFlaw' | 'total'>): string {
  if (total === 0) return 'none';
  const parts = FLAWS.filter((flaw) => byFlaw[flaw] > 0);
  const counts = parts.map((flaw) => `${FLAW_NAMES[flaw]} ${formatGrouped(byFlaw[flaw])}`);
  return `${formatGrouped(total)}: ${counts.join(', ')}`;
}

const FLAW_NAMES = {
  shape: 'unreadable',
  order: 'out of order',
  zero: 'zero or negative',
  crossed: 'crossed',
} as const;

function listSymbolLines(one: SymbolFigures): readonly (readonly [string, string])[] {
  const { intervalMs, size, spread } = one;
  const odd = [
    ['duplicates', one.duplicates],
    ['unchanged', one.unchanged],
    ['bid = offer', one.locked],
    ['size 0', one.empty],
  ] as const;
  const [gap] = one.gaps;
  return [
    [one.symbol, `${formatCount(one.rates, 'rate')}, ${one.firstAt} to ${one.lastAt}`],
    ['  odd', odd.map(([name, count]) => `${name} ${formatGrouped(count)}`).join(', ')],
    ['  price', `${one.price.min} to ${one.price.max}`],
    ...(size === null
      ? []
      : [['  size', `median ${size.median}, ${size.min} to ${size.max}`] as const]),
    ...one.doubts.map((doubt) => ['  WARNING', doubt] as const),
    [
      '  spread',
      `median ${spread.median}, 5 % to 95 %: ${spread.p5} to ${spread.p95}, most ${spread.max}`,
    ],
    ...(intervalMs === null
      ? []
      : [
          [
            '  interval',
            `median ${showMs(intervalMs.median)}, 95 %: ${showMs(intervalMs.p95)}`,
          ] as const,
        ]),
    ...(gap === undefined
      ? []
      : [['  longest gap', `${showMs(gap.ms)} from ${gap.from}`] as const]),
  ];
}

function showMs(ms: number): string {
  if (ms < 1_000) return `${String(Number(ms.toPrecision(3)))} ms`;
  const seconds = ms / 1_000;
  return formatSpan(Number(seconds.toPrecision(seconds < 60 ? 3 : 15)));
}

/** Spreads in ranges of equal width, in whole ticks. */
export function toSpreadBars({ instrument, spreads }: SymbolSurvey): readonly PictureBar[] {
  const most = Math.max(spreads.quantile(DRAWN_SHARE), spreads.min);
  const width = Math.max(1, Math.ceil((most - spreads.min + 1) / SPREAD_BARS));
  const count = Math.ceil((most - spreads.min + 1) / width);
  const counts = Array.from({ length: count + 1 }, () => 0);
  for (const bar of spreads.bars()) {
    const index = Math.min(count, Math.max(0, Math.floor((bar.low - spreads.min) / width)));
    counts[index] = (counts[index] ?? 0) + bar.count;
  }
  const show = (ticks: number) => formatScaled(ticks, instrument.ratePrecision);
  const bars = counts.map((number, i) => {
    const low = spreads.min + i * width;
    return { label: i < count ? show(low) : `≥ ${show(low)}`, count: number };
  });
  return bars.at(-1)?.count === 0 ? bars.slice(0, -1) : bars;
}

/** Intervals in ranges that become wider with the interval. */
export function toIntervalBars({ intervalCounts }: SymbolSurvey): readonly PictureBar[] {
  const from = intervalCounts.findIndex((count) => count > 0);
  const to = intervalCounts.findLastIndex((count) => count > 0);
  return intervalCounts.slice(from, to + 1).map((count, i) => {
    const edge = INTERVAL_EDGES[from + i] ?? 0;
    return { label: edge === 0 ? '< 1ms' : formatDuration(edge), count };
  });
}
