// Checks of limits beyond their schema: ceilings of the code, and for live the limits that must be
// stated or may not be off.
import { isRecord } from '../validation/index.js';
import type { InstrumentClass } from '../domain/index.js';
import { toFileParams, toFilePath, toLimitName } from './limit-names.js';
import { LIMITABLE_CONTROLS } from './limitable-controls.js';
import type { LimitableControl, RequiredLimit } from './rule.js';
import type { Limits } from './limits.js';
import { usdScaleOf } from './usd-scale.js';
import { resolveTurnover } from './rules/exposure/rc29-daily-turnover.js';

/** A fault in a limits file and its path. */
export interface LimitsProblem {
  readonly path: readonly string[];
  readonly message: string;
}

/** Symbols and strategies of a live session. */
export interface LiveFacts {
  readonly symbols: readonly string[];
  readonly strategies: readonly string[];
}

/** Limits above the ceilings of the code, such as one with three zeros too many. */
export function listAboveCeilings({ accountCurrency, rules }: Limits): readonly LimitsProblem[] {
  const perDollar = usdScaleOf(accountCurrency);
  return LIMITABLE_CONTROLS.flatMap(({ id, required = {}, ceilings = {} }) =>
    Object.entries({ ...required, ...ceilings }).flatMap(
      ([name, { ceiling = Infinity, isMoney }]) => {
        const path = [id, ...name.split('.')];
        const value = findValue(rules, path);
        const most = isMoney === true ? ceiling * perDollar : ceiling;
        if (typeof value !== 'number' || value <= most) return [];
        const message = `expected at most ${String(most)}, a fixed ceiling, found ${String(value)}`;
        return [{ path, message }];
      },
    ),
  );
}

/** Maximum cap that an override of the rule may have for instruments of these classes. */
export function findMostCap(
  { ceilings = {}, required = {} }: LimitableControl,
  classes: readonly InstrumentClass[],
  accountCurrency: string,
): number {
  const perDollar = usdScaleOf(accountCurrency);
  return listMeant({ ...required, ...ceilings }, classes).reduce((most, [, figure]) => {
    const { ceiling = Infinity, isMoney } = figure;
    return Math.min(most, isMoney === true ? ceiling * perDollar : ceiling);
  }, Infinity);
}

/**
 * Maximum that the rule allows for instruments of these classes without an override: its least
 * limit in force. 0 when the limits are shares of something else (RC10).
 */
export function findOwnCap(
  { required = {} }: LimitableControl,
  limits: unknown,
  classes: readonly InstrumentClass[],
): number {
  const own = limits as Readonly<Record<string, number>>;
  const figures = listMeant(required, classes).map(([name]) => own[name] ?? Infinity);
  return figures.length === 0 ? 0 : Math.min(...figures);
}

/** Limits of a rule that apply to instruments of these classes. */
function listMeant(
  figures: Readonly<Record<string, RequiredLimit>>,
  classes: readonly InstrumentClass[],
): readonly (readonly [name: string, figure: RequiredLimit])[] {
  // A class without a limit of its own has that of EM.
  const meant = new Set<string>(classes.map((one) => (one in figures ? one : 'EM')));
  if (classes.every((one) => one === 'G10')) meant.delete('EM');
  return Object.entries(figures).filter(([name]) => !isClass(name) || meant.has(name));
}

function isClass(name: string): boolean {
  return name === 'G10' || name === 'EM' || name === 'DA';
}

/** Faults that keep a parsed limits file from being used in live. */
export function listLiveProblems(
  raw: Readonly<Record<string, unknown>>,
  facts: LiveFacts,
): readonly LimitsProblem[] {
  return LIMITABLE_CONTROLS.flatMap((rule): readonly LimitsProblem[] => {
    if (raw[rule.id] === 'off') {
      const message = 'expected limits, which live requires, found `off`';
      return [{ path: [rule.id], message }];
    }
    if (rule.id === 'RC70' && findValue(raw, ['RC70', 'hours']) === 'always') {
      const message = 'expected the market hours, `fx`, in live, found `always`';
      return [{ path: ['RC70', 'hours'], message }];
    }
    const missing = listMissing(rule, raw, facts);
    if (missing.length === 0) return [];
    const named = missing.map((one) => nameFigure(rule.id, one)).join(', ');
    const what = `${rule.summary}: live must state ${named}`;
    return [{ path: [rule.id], message: `${what}, found nothing` }];
  });
}

/** `hard` or `bands of EUR/USD`, as a limits file calls it. */
function nameFigure(id: string, text: string): string {
  const [key = '', ...rest] = text.split(' ');
  const [, ...path] = toFilePath([id, ...key.split('.')]);
  return [path.join('.'), ...rest].join(' ');
}

/** The required limits that a file leaves out, as text to paste into it, with the defaults. */
export function formatMissing(raw: Readonly<Record<string, unknown>>, facts: LiveFacts): string {
  return LIMITABLE_CONTROLS.filter((rule) => listMissing(rule, raw, facts).length > 0)
    .map((rule) => formatRule(rule, raw, facts))
    .join('\n');
}

/** Required parameters of a rule that are missing. */
function listMissing(
  { id, required = {} }: LimitableControl,
  raw: Readonly<Record<string, unknown>>,
  { symbols, strategies }: LiveFacts,
): readonly string[] {
  const { source } = (raw[id] ?? {}) as { readonly source?: unknown };
  return Object.entries(required).flatMap(([name, { unless }]) => {
    if (unless !== undefined && unless === source) return [];
    const value = findValue(raw, [id, ...name.split('.')]);
    const named = name === 'strategies' ? strategies : name === 'bands' ? symbols : undefined;
    if (named === undefined) return value === undefined ? [name] : [];
    const keys = Object.keys(value ?? {});
    return named.filter((one) => !keys.includes(one)).map((one) => `${name} of ${one}`);
  });
}

/** Wide for decades, far too narrow for a wrong rate; the operator states other bands. */
const BANDS: Readonly<Record<string, readonly [number, number]>> = {
  'EUR/USD': [0.7, 1.8],
  'GBP/USD': [0.9, 2.2],
  'AUD/USD': [0.4, 1.2],
  'NZD/USD': [0.35, 1],
  'USD/JPY': [70, 250],
  'USD/CHF': [0.6, 1.6],
  'USD/CAD': [0.9, 1.8],
  'EUR/GBP': [0.6, 1.1],
  'EUR/JPY': [90, 260],
  'EUR/CHF': [0.75, 1.7],
};

/** Text of one rule: stated values stay, missing ones get their defaults. */
function formatRule(
  { id, summary, required = {}, params }: LimitableControl,
  raw: Readonly<Record<string, unknown>>,
  { symbols, strategies }: LiveFacts,
): string {
  const stated = raw[id];
  const own: Readonly<Record<string, unknown>> = isRecord(stated) ? stated : {};
  const standard = params.parse({});
  const resolved = id === 'RC29' ? resolveTurnover(standard, raw['RC05']) : standard;
  const given: Readonly<Record<string, unknown>> = {
    ...(resolved as object),
    ...(id === 'RC01' ? { symbols, strategies: toRecord(strategies, () => symbols) } : {}),
    ...(id === 'RC21' ? { bands: toRecord(symbols, (one) => BANDS[one]) } : {}),
  };
  // unreached: a split text has a first part
  const keys = new Set(Object.keys(required).map((name) => name.split('.')[0] ?? name));
  const named = [...keys, ...Object.keys(own).filter((key) => !keys.has(key))];
  const values = named.map((key) => [key, merge(given[key], own[key])] as const);
  const file = toFileParams(id, Object.fromEntries(values)) as object;
  const rows = Object.entries(file).map(([key, value]) => `  ${key}: ${formatValue(value)}`);
  return [`${toLimitName(id)}: # ${summary}`, ...rows].join('\n');
}

/** Adds the default entries of a map to the stated ones. */
function merge(given: unknown, stated: unknown): unknown {
  return isRecord(given) && isRecord(stated) ? { ...given, ...stated } : (stated ?? given);
}

function toRecord<T>(keys: readonly string[], of: (key: string) => T): Record<string, T> {
  return Object.fromEntries(keys.map((key) => [key, of(key)]));
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.join(', ')}]`;
  if (value === undefined) return '[LOWEST MID, HIGHEST MID]';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${formatValue(item)}`);
  return `{ ${entries.join(', ')} }`;
}

function findValue(tree: unknown, path: readonly string[]): unknown {
  let value = tree;
  for (const key of path) {
    if (!isRecord(value)) return undefined;
    value = value[key];
  }
  return value;
}
