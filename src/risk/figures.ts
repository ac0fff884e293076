// Limits by liquidity class, and their texts.
import { z } from 'zod';
import { formatShortest, type Instrument, type InstrumentClass } from '../domain/index.js';
import type { Candidate, MustFigure } from './rule.js';

/** One figure per liquidity class; a class left out has the default. */
export function byClass(standard: Readonly<Record<InstrumentClass, number>>, unit: string) {
  return z.strictObject(listFigures(standard, unit)).prefault({});
}

/** The same with other keys besides, which have defaults too. */
export function byClassAnd<Extra extends z.ZodRawShape>(
  standard: Readonly<Record<InstrumentClass, number>>,
  unit: string,
  extra: Extra,
) {
  return z.strictObject({ ...listFigures(standard, unit), ...extra });
}

function listFigures(standard: Readonly<Record<InstrumentClass, number>>, unit: string) {
  const figure = (value: number) => z.number().positive().default(value).describe(unit);
  return { G10: figure(standard.G10), EM: figure(standard.EM), DA: figure(standard.DA) };
}

/** Live has to state it; it has no ceiling of its own. */
export const STATED: MustFigure = {};

/** Live has to state it, and nothing may be above the ceiling. */
export function most(ceiling: number): MustFigure {
  return { ceiling };
}

/** The same for an amount, whose ceiling is in dollars. */
export function mostMoney(ceiling: number): MustFigure {
  return { ceiling, isMoney: true };
}

export function formatUnits(units: number, instrument: Instrument): string {
  return `${formatShortest(units, instrument.baseDecimals)} ${instrument.base}`;
}

export function formatPrice(ticks: number, instrument: Instrument): string {
  return formatShortest(ticks, instrument.ratePrecision);
}

/** Reference mid times two, in ticks: exact. */
export function findMid2(candidate: Candidate): number {
  return candidate.symbol.bidTicks + candidate.symbol.offerTicks;
}
