// Checks amounts and prices in a strategy's parameters against their instrument.
import { faultAt, type LoadedText } from '../config/index.js';
import type { Fault, Instrument } from '../domain/index.js';
import { formatShortest, toScaled } from '../domain/numbers/index.js';
import { isSecretKey } from '../validation/index.js';
import type { SessionConfig } from './config-schema.js';
import { listParamKinds, type StrategyDefinition } from '../strategy/index.js';

/**
 * Finds the first parameter, at any depth, with the name of a secret, or undefined: the journal
 * keeps the parameters and must have no secret. Fault code `config.value`.
 */
export function findSecretParam(
  source: LoadedText,
  index: number,
  params: readonly unknown[],
): Fault | undefined {
  for (const one of params) {
    const path = findSecretPath(one);
    if (path === undefined) continue;
    const name = path.at(-1) ?? '';
    const message = `the journal keeps parameters: rename ${name}, or keep the secret out of them`;
    return faultAt(source, ['strategies', index, 'params', ...path], 'config.value', message);
  }
  return undefined;
}

function findSecretPath(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    if (isSecretKey(key)) return [key];
    const rest = findSecretPath(item);
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}

/**
 * Finds the first amount or price that does not fit the instrument, or undefined. Fault code
 * `config.value`.
 */
export function findInvalidParam(
  source: LoadedText,
  index: number,
  definition: StrategyDefinition,
  params: unknown,
  instruments: readonly Instrument[],
): Fault | undefined {
  const values = params as Readonly<Record<string, unknown>>;
  const kinds = [...listParamKinds(definition.params)];
  const symbols = kinds.filter(([, kind]) => kind === 'symbol').map(([name]) => values[name]);
  const instrument = instruments.find(({ symbol }) => symbol === symbols[0]);
  // With several symbols nothing tells which one an amount is for: the gate checks each order.
  if (instrument === undefined || symbols.length !== 1) return undefined;
  for (const [name, kind] of kinds) {
    const value = values[name];
    if (typeof value !== 'number') continue;
    const message =
      kind === 'amount' ? checkAmount(value, instrument) : checkPrice(value, instrument);
    if (message === undefined) continue;
    return faultAt(source, ['strategies', index, 'params', name], 'config.value', message);
  }
  return undefined;
}

function checkAmount(amount: number, instrument: Instrument): string | undefined {
  const { baseDecimals, base, minSize, sizeIncrement } = instrument;
  const units = toScaled(amount, baseDecimals);
  if (units === undefined || units % sizeIncrement !== 0) {
    const step = formatShortest(sizeIncrement, baseDecimals);
    return `expected a multiple of ${step} ${base}, found ${String(amount)}`;
  }
  if (units >= minSize) return undefined;
  return `expected at least ${formatShortest(minSize, baseDecimals)} ${base}, found ${amount}`;
}

function checkPrice(price: number, { symbol, ratePrecision }: Instrument): string | undefined {
  if (toScaled(price, ratePrecision) !== undefined) return undefined;
  return `expected at most ${String(ratePrecision)} decimals (${symbol}), found ${String(price)}`;
}

/**
 * Checks the fees: each symbol needs fees in its term currency, since a missing entry would trade
 * without cost, and tiers have to begin at amounts of that currency. Fault codes
 * `config.missing-key` and `config.value`.
 */
export function findUnpriced(
  source: LoadedText,
  { models: { fees } }: SessionConfig,
  instruments: readonly Instrument[],
): Fault | undefined {
  if (fees === undefined) return undefined;
  for (const { symbol, term, termDecimals } of instruments) {
    const schedule = fees[term];
    if (schedule === undefined) {
      const found = Object.keys(fees).join(', ') || 'none';
      const message = `expected the fees of ${term} (the term of ${symbol}), found ${found}`;
      return faultAt(source, ['models', 'fees'], 'config.missing-key', message);
    }
    const odd = schedule.tiers.findIndex(({ from }) => toScaled(from, termDecimals) === undefined);
    if (odd < 0) continue;
    const found = String(schedule.tiers[odd]?.from);
    const decimals = `at most ${String(termDecimals)} decimals and 15 digits`;
    const message = `expected an amount of ${term}, of ${decimals}, found ${found}`;
    return faultAt(source, ['models', 'fees', term, 'tiers', odd, 'from'], 'config.value', message);
  }
  return undefined;
}
