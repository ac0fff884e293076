// Schemas and texts for limits, also by instrument class.
import { z } from 'zod';
import type { Instrument, InstrumentClass } from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import { roundUp } from '../ledger/exposure.js';
import type { Breach, Candidate, RequiredLimit } from '../rule.js';

/** Schema with one limit per instrument class; a missing class has the default. */
export function perClass(standard: Readonly<Record<InstrumentClass, number>>, unit: string) {
  return z.strictObject(listFigures(standard, unit)).prefault({});
}

/** Schema with one limit per instrument class and other keys, which must have defaults too. */
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

/** `keys` of a rule whose limits per class stand below one key in limits files. */
export function perClassBelow(key: string): Readonly<Record<string, string>> {
  return { [`${key}.G10`]: 'G10', [`${key}.EM`]: 'EM', [`${key}.DA`]: 'DA' };
}

/** Live must state the parameter; it has no ceiling. */
export const STATED: RequiredLimit = {};

/** Live must state the parameter, at most the ceiling. */
export function ceiling(ceiling: number): RequiredLimit {
  return { ceiling };
}

/** Live must state the amount, at most the ceiling, which is in US dollars. */
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

/** Breach for a sum in the account currency above its limit. NaN means that a rate is missing. */
export function findExcess(
  found: number,
  limit: number,
  account: string,
  /** Name of the sum, and what it needs rates for. */
  [sum, parts]: readonly [sum: string, parts: string],
  /** Path of the limit in the parameters. */
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
