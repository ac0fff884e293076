// Converts a comparison to the data of its reports, with the models as a YAML block.
import type { Fill } from '../../src/domain/events/index.js';
import {
  formatDuration,
  formatInstant,
  type Instant,
  MILLISECOND,
} from '../../src/domain/index.js';
import { formatScaled, formatShortest } from '../../src/domain/numbers/index.js';
import { toSign } from '../../src/domain/orders/index.js';
import {
  formatGrouped,
  type ParityHalt,
  type ParityRow,
  type ParityView,
  type ParityWay,
} from '../../src/report/index.js';
import { VERSION } from '../../src/host/index.js';
import { describeLatency, type LatencyTable, type LatencyTerm } from '../../src/venue/index.js';
import type { Comparison, LoneHalt } from './compare.js';
import type { Measured } from './measure.js';
import { CAUSES, type ParityLine } from './parity-line.js';
import type { ParityOutcome } from './run-parity.js';

export function toParityView(folder: string, outcome: ParityOutcome): ParityView {
  const { calibrated, comparison, endAt, header, rates, startAt, tolerance } = outcome;
  const { agrees, causes, fills, halts, orders } = comparison;
  const differing = comparison.lines.filter(({ differences }) => differences.length > 0);
  const both = (one: { readonly session: number; readonly backtest: number }): string =>
    `${formatGrouped(one.session)} in the session, ${formatGrouped(one.backtest)} in the backtest`;
  return {
    folder,
    name: header.name,
    mode: header.mode,
    version: VERSION,
    startAt: formatInstant(startAt),
    endAt: formatInstant(endAt),
    agrees,
    tolerance: `${String(tolerance.pips)} pips and ${formatDuration(tolerance.time)}`,
    totals: [
      ['Rates', formatGrouped(rates)],
      ['Orders', both(orders)],
      ['Fills', both(fills)],
      ['Fills that agree', formatGrouped(fills.agree)],
      ['Mean price', describePrice(comparison)],
      ['Lines that differ', formatGrouped(differing.length)],
      ['Halts', both(halts)],
    ],
    causes: CAUSES.flatMap((cause) => {
      const count = causes[cause] ?? 0;
      return count === 0 ? [] : [{ cause, count }];
    }),
    rows: comparison.lines.map(toRow),
    halts: halts.alone.map(toHalt),
    ways: listWays(outcome),
    clock: describeClock(outcome),
    calibrated: {
      yaml: toYaml(folder, outcome),
      result: describeResult(comparison, calibrated.comparison),
      timing: `${calibrated.models.fillTiming}, ${calibrated.timingNote}`,
    },
  };
}

function toHalt({ halt, side }: LoneHalt): ParityHalt {
  const { at, reason, rule, scope, strategy, symbol = '' } = halt;
  const of =
    scope === 'all' ? 'everything' : `${scope} ${scope === 'strategy' ? strategy : symbol}`;
  return { at: formatInstant(at), side, rule, of, reason };
}

/** Mean price difference: how much better the session's prices are than the backtest's. */
function describePrice({ lines }: Comparison): string {
  const pips = lines.flatMap((line) => toRow(line).betterPips ?? []);
  if (pips.length === 0) return '–';
  const mean = pips.reduce((sum, one) => sum + one, 0) / pips.length;
  if (toTenths(mean) === 0) return 'the same';
  const side = mean < 0 ? 'worse' : 'better';
  return `${String(toTenths(Math.abs(mean)))} pips ${side} in the session`;
}

function describeResult(before: Comparison, after: Comparison): string {
  const [was, is] = [before, after].map(({ fills }) => formatGrouped(fills.agree));
  const all = formatGrouped(after.fills.session);
  const below = `${is ?? ''} of ${all} fills agree with the models below`;
  const sentence = `${below}, ${was ?? ''} with those stated`;
  return isWorse(before, after) ? `${sentence}: those stated agree better` : sentence;
}

function isWorse(before: Comparison, after: Comparison): boolean {
  return after.fills.agree < before.fills.agree;
}

function toRow(line: ParityLine): ParityRow {
  const { backtest, order, session } = line;
  const { coId, instrument, side, strategy, type } = order;
  const decidedAt = line.sessionDecidedAt ?? line.backtestDecidedAt ?? 0;
  const ticks = session && backtest && (backtest.priceTicks - session.priceTicks) * toSign(side);
  const { pipFactor, ticksPerUnit } = instrument;
  return {
    decidedAt: formatInstant(decidedAt),
    strategy,
    coId,
    symbol: instrument.symbol,
    side,
    type,
    difference: line.differences.join(', '),
    cause: line.cause,
    detail: line.detail,
    sessionPrice: toPrice(session),
    backtestPrice: toPrice(backtest),
    betterPips: ticks === undefined ? null : toTenths((ticks / ticksPerUnit) * pipFactor),
    sessionQuantity: toQuantity(session),
    backtestQuantity: toQuantity(backtest),
    sessionAt: toText(session?.executedAt),
    backtestAt: toText(backtest?.executedAt),
    laterMs: session && backtest ? toMillis(backtest.executedAt - session.executedAt) : null,
    sessionEnd: line.sessionEnd,
    backtestEnd: line.backtestEnd,
  };
}

const toTenths = (value: number): number => Math.round(value * 1_000) / 1_000;
const toMillis = (span: number): number => Math.round(span / MILLISECOND);
const toText = (at: Instant | undefined): string => (at === undefined ? '' : formatInstant(at));

function toPrice(fill: Fill | undefined): string {
  return fill === undefined ? '' : formatScaled(fill.priceTicks, fill.instrument.ratePrecision);
}

function toQuantity(fill: Fill | undefined): string {
  return fill === undefined ? '' : formatShortest(fill.units, fill.instrument.baseDecimals);
}

function listWays({ measurement, models: { latency } }: ParityOutcome): readonly ParityWay[] {
  const { rates, orders, replies, roundTrip } = measurement;
  return [
    toWay('rates', latency.rates, rates),
    toWay('orders', latency.orders, orders),
    toWay('replies', latency.replies, replies),
    toWay('there and back', undefined, roundTrip),
  ];
}

function toWay(way: string, term: LatencyTerm | undefined, measured: Measured): ParityWay {
  const { count, how, table } = measured;
  const stated = term === undefined ? 'not a model' : `stated ${describeLatency(term)}`;
  return {
    way,
    stated,
    count,
    how,
    ...(table === undefined ? {} : { measured: toFigures(table) }),
  };
}

/** Milliseconds. */
function toFigures({ min, p50, p90, p99, max }: LatencyTable): Readonly<Record<string, number>> {
  const toFigure = (span: number): number => span / MILLISECOND;
  return {
    min: toFigure(min),
    p50: toFigure(p50),
    p90: toFigure(p90),
    p99: toFigure(p99),
    max: toFigure(max),
  };
}

function describeClock({ measurement: { clock } }: ParityOutcome): string {
  const { high, low, taken } = clock;
  const range =
    Number.isFinite(low) && Number.isFinite(high)
      ? `between ${toSigned(low)} and ${toSigned(high)}`
      : 'unknown';
  const sentence = `the venue's clock is behind session time by ${range}`;
  const as =
    taken === 0
      ? 'taken as equal'
      : `taken as ${toSigned(taken)}, which divides the unknown part equally between both ways`;
  return clock.isWide ? `${sentence}: ${as}; that is ${WIDE_CLOCK}` : `${sentence}: ${as}`;
}

const WIDE_CLOCK =
  'large beside the measured latencies: how orders and replies share a round trip is a guess';

function toSigned(span: number): string {
  return `${String(Math.round(span / MILLISECOND))} ms`;
}

/** YAML to paste into a session's configuration. */
function toYaml(folder: string, { calibrated, comparison, measurement }: ParityOutcome): string {
  const { models, timingNote } = calibrated;
  const { fillTiming, latency } = models;
  const line = (name: 'rates' | 'orders' | 'replies'): string => {
    const { count, how } = measurement[name];
    const note = count === 0 ? 'as stated: nothing to measure' : `${String(count)}, ${how}`;
    return `    ${name}: ${toTermText(latency[name])} # ${note}`;
  };
  const worse = isWorse(comparison, calibrated.comparison);
  return [
    `models: # as measured in ${folder}`,
    ...(worse ? [`  # ${describeResult(comparison, calibrated.comparison)}`] : []),
    ...(measurement.clock.isWide
      ? [`  # the unknown part of the clock difference is ${WIDE_CLOCK}`]
      : []),
    '  latency:',
    ...(['rates', 'orders', 'replies'] as const).map(line),
    `  fillTiming: ${fillTiming} # ${timingNote}`,
    '',
  ].join('\n');
}

function toTermText(term: LatencyTerm): string {
  if (typeof term === 'number') return formatDuration(term);
  const { min, p50, p90, p99, max } = term;
  const parts = Object.entries({ min, p50, p90, p99, max });
  return `{ ${parts.map(([name, span]) => `${name}: ${formatDuration(span)}`).join(', ')} }`;
}
