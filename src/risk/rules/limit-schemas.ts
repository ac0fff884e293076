// Limits by liquidity class, and their texts.
import { z } from 'zod';
import { formatShortest, type Instrument, type InstrumentClass } from '../../domain/index.js';
import { roundUp } from '../ledger/exposure.js';
import type { Breach, Candidate, RequiredLimit } from '../rule.js';

/** One figure per liquidity class; a class left out has the default. */
export function perClass(standard: Readonly<Record<InstrumentClass, number>>, unit: string) {
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
export const STATED: RequiredLimit = {};

/** Live has to state it, and nothing may be above the ceiling. */
export function ceiling(ceiling: number): RequiredLimit {
  return { ceiling };
}

/** The same for an amount, whose ceiling is in dollars. */
export function mostMoney(ceiling: number): RequiredLimit {
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

/** What is too much of a sum in the account currency; NaN is one that lacks a rate. */
export function findExcess(
  found: number,
  limit: number,
  account: string,
  /** What the sum is, and what it takes rates for. */
  [sum, parts]: readonly [sum: string, parts: string],
  /** Path of the parameter. */
  path = 'hard',
): Breach | undefined {
  if (found <= limit) return undefined;
  if (Number.isNaN(found)) {
    const message = `no rate to convert ${parts} into ${account}`;
    return { limit, value: 'no conversion rate', message };
  }
  const value = roundUp(found);
  if (value <= limit) return undefined;
  const message = `expected at most ${String(limit)} ${account} ${sum}, found ${String(value)}`;
  return { limit, value, message, needs: { [path]: value } };
}
