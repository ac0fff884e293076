// Values of a range: all of them for a grid, or single ones by random draws.
import { fail, formatDuration, ok, parseDuration, type Result } from '../../src/domain/index.js';
import type { RangeConfig, StepsConfig } from './schema.js';

/** A value as a configuration states it. */
export type Value = string | number | boolean;

export interface Range {
  /** Every value in order; undefined for a range without a step, which is continuous. */
  readonly values: readonly Value[] | undefined;
  /** The value at a share of the range, from 0 to below 1. */
  draw(share: number): Value;
}

const MAX_STEPS = 100_000;
/** Digits of a value drawn from a continuous range. */
const DRAWN_DIGITS = 6;
const MAX_DECIMALS = 12;

/** Fault code `sweep.range`. */
export function toRange(config: RangeConfig): Result<Range> {
  if (!Array.isArray(config)) return toSteps(config);
  const values = config as readonly Value[];
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) return wrong(`expected each value once, found ${String(twice)} twice`);
  const draw = (share: number): Value => values[Math.floor(share * values.length)] ?? '';
  return ok({ values, draw });
}

/** Numeric scale of a range, and how its values are written. */
interface Scale {
  readonly from: number;
  readonly to: number;
  /** 0 for a continuous range. */
  readonly step: number;
  readonly write: (value: number) => Value;
}

function toSteps(config: StepsConfig): Result<Range> {
  const read = toScale(config);
  if (!read.ok) return read;
  const { from, to, step, write } = read.value;
  if (from > to) return wrong(`expected \`from\` at or below \`to\`, found ${inWords(config)}`);
  if (config.step !== undefined && step <= 0) {
    return wrong(`expected a step above 0, found ${String(config.step)}`);
  }
  if (config.distribution === 'log' && from <= 0) {
    return wrong(`expected \`from\` above 0 for distribution: log, found ${String(config.from)}`);
  }
  const count = step === 0 ? undefined : Math.floor((to - from) / step + 1e-9) + 1;
  if (count !== undefined && count > MAX_STEPS) {
    return wrong(`expected at most ${String(MAX_STEPS)} values, found ${inWords(config)}`);
  }
  const at = (index: number): Value => write(from + index * step);
  const spread = config.distribution === 'log' ? drawLog : drawUniform;
  const draw = (share: number): Value => {
    if (count === undefined)
      return write(Number(spread(from, to, share).toPrecision(DRAWN_DIGITS)));
    // Extends the range by half a step at both ends, so that each value has its full share.
    const low = config.distribution === 'log' ? from : from - step / 2;
    const value = spread(low, from + (count - 0.5) * step, share);
    return at(Math.min(count - 1, Math.max(0, Math.round((value - from) / step))));
  };
  const values = count === undefined ? undefined : Array.from({ length: count }, (_, i) => at(i));
  return ok({ values, draw });
}

const drawUniform = (from: number, to: number, share: number): number => from + share * (to - from);
const drawLog = (from: number, to: number, share: number): number =>
  Math.exp(drawUniform(Math.log(from), Math.log(to), share));

function toScale(config: StepsConfig): Result<Scale> {
  const { from, to, step } = config;
  const stated = step === undefined ? [from, to] : [from, to, step];
  if (stated.every((value) => typeof value === 'number')) {
    const [low = 0, high = 0, by = 0] = stated;
    const decimals = Math.max(...stated.map(countDecimals));
    const write = (value: number) =>
      step === undefined ? value : Number(value.toFixed(Math.min(decimals, MAX_DECIMALS)));
    return ok({ from: low, to: high, step: by, write });
  }
  const spans: number[] = [];
  for (const value of stated) {
    const span = parseDuration(String(value));
    if (!span.ok) return wrong(`expected numbers only or durations only, found ${inWords(config)}`);
    spans.push(span.value);
  }
  const [low = 0, high = 0, by = 0] = spans;
  return ok({ from: low, to: high, step: by, write: (span) => formatDuration(Math.round(span)) });
}

function countDecimals(value: number): number {
  const [, fraction = '', exponent = '0'] = /^[^.e]*(?:\.(\d+))?(?:e(.+))?$/.exec(`${value}`) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}

function inWords({ from, to, step }: StepsConfig): string {
  const by = step === undefined ? '' : `, step ${String(step)}`;
  return `from ${String(from)} to ${String(to)}${by}`;
}

function wrong(message: string) {
  return fail('sweep.range', message);
}
