// Reads the limits file of a session and checks it against the requirements of a live environment.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  faultAt,
  type LoadedText,
  parseConfig,
  parsePart,
  readText,
  resolveBeside,
  withPlace,
} from '../config/index.js';
import { type Fault, type Instrument, ok, type Result } from '../domain/index.js';
import type { Path } from '../validation/index.js';
import {
  defaultLimits,
  formatMissing,
  type Limits,
  type LimitsProblem,
  type limitsSchema,
  limitsFileSchema,
  toFilePath,
  toLimitName,
  fromFileForm,
  listAboveCeilings,
  listLiveProblems,
  type LiveFacts,
  toLimits,
} from '../risk/index.js';
import type { SessionConfig } from './config-schema.js';

export interface LoadedLimits {
  readonly limits: Limits;
  /** Hash that identifies them. */
  readonly limitsVersion: string;
  /** The file's text; undefined without a file. */
  readonly limitsSource: LoadedText | undefined;
}

/** Limits of a session; the defaults without a file. Fault codes of `parseLimits`. */
export function loadLimits(
  source: LoadedText,
  { limits: file }: SessionConfig,
): Result<LoadedLimits> {
  if (file === undefined) return ok({ ...name(defaultLimits()), limitsSource: undefined });
  if (typeof file !== 'string') {
    const limits = checkLimits(
      source,
      ['limits'],
      parsePart(source, ['limits'], file, limitsFileSchema),
    );
    return limits.ok ? ok({ ...name(limits.value), limitsSource: source }) : limits;
  }
  const text = readText(resolveBeside(source.file, file));
  if (!text.ok) return withPlace(source, ['limits'], text.fault);
  const limits = parseLimits(text.value);
  return limits.ok ? ok({ ...name(limits.value), limitsSource: text.value }) : limits;
}

/** Fault codes of `parseConfig`, and `config.ceiling`. */
export function parseLimits(source: LoadedText): Result<Limits> {
  return checkLimits(source, [], parseConfig(source, limitsFileSchema));
}

/** `at`: path of the limits in the text. */
function checkLimits(
  source: LoadedText,
  at: Path,
  checked: Result<z.output<typeof limitsSchema>>,
): Result<Limits> {
  const numbers = findNumbers(source, at);
  if (numbers !== undefined) return { ok: false, fault: numbers };
  if (!checked.ok) return checked;
  const limits = toLimits(checked.value);
  const above = listAboveCeilings(limits);
  return above.length === 0
    ? ok(limits)
    : { ok: false, fault: place(source, at, CEILING, above.map(inFile)) };
}

/** Controls that are stated by their RC number: a limits file has their names. */
function findNumbers(source: LoadedText, at: Path): Fault | undefined {
  const numbers = Object.keys(readRaw(source, at)).filter((key) => toLimitName(key) !== key);
  const problems = numbers.map((id) => {
    const message = `expected the name of the control, ${toLimitName(id)}, found its number`;
    return { path: [id], message };
  });
  return problems.length === 0 ? undefined : place(source, at, 'config.unknown-key', problems);
}

const CEILING = 'config.ceiling';
const LIVE = 'config.live-limits';

/**
 * Reports why limits are not allowed in live, and what to write instead; `at`: their path in the
 * text.
 */
export function findLiveFault(
  source: LoadedText | undefined,
  session: LoadedText,
  facts: LiveFacts,
  at: Path = [],
): Fault | undefined {
  const raw = source === undefined ? {} : fromFileForm(readRaw(source, at));
  const problems = listLiveProblems(raw, facts);
  if (problems.length === 0) return undefined;
  const missing = formatMissing(raw, facts);
  const where = source?.file ?? session.file;
  const intro = source === undefined ? 'name a file with these in `limits`' : `write into ${where}`;
  const block = missing === '' ? '' : `\n${intro}:\n\n${missing}\n`;
  const fault =
    source === undefined
      ? faultAt(session, ['limits'], LIVE, listText(problems))
      : place(source, at, LIVE, problems.map(inFile));
  return { ...fault, message: `${fault.message}${block}` };
}

function listText(problems: readonly LimitsProblem[]): string {
  const lines = problems.map(({ path, message }) => {
    return `\n  ${toFilePath(path).join('.')}: ${message}`;
  });
  return `expected a file of limits for a live session, found none${lines.join('')}`;
}

/** What a live session trades: all symbols, and strategies by name. */
export function toLiveFacts(
  instruments: readonly Instrument[],
  strategies: readonly { readonly name: string }[],
): LiveFacts {
  return {
    symbols: instruments.map(({ symbol }) => symbol),
    strategies: strategies.map((one) => one.name),
  };
}

const TREE = z.record(z.string(), z.unknown());

function readRaw(source: LoadedText, [key]: Path): Readonly<Record<string, unknown>> {
  const raw = parseConfig(source, TREE);
  if (!raw.ok) return {};
  return key === undefined ? raw.value : TREE.catch({}).parse(raw.value[key]);
}

/** A problem at its path in the file. */
function inFile({ path, message }: LimitsProblem): LimitsProblem {
  return { path: toFilePath(path), message };
}

/** One fault for all problems, with the line of each; their paths are those of the file. */
function place(
  source: LoadedText,
  at: Path,
  code: string,
  problems: readonly LimitsProblem[],
): Fault {
  const schema = z.unknown().superRefine((_, context) => {
    for (const { path, message } of problems) {
      context.addIssue({ code: 'custom', path: [...at, ...path], message, params: { code } });
    }
  });
  const held = parseConfig(source, schema);
  return held.ok ? faultAt(source, [], code, 'expected limits') : { ...held.fault, code };
}

function name(limits: Limits): Omit<LoadedLimits, 'limitsSource'> {
  const hash = createHash('sha256').update(JSON.stringify(limits)).digest('hex');
  return { limits, limitsVersion: hash.slice(0, 12) };
}

/** What the gateway has to poll for the rules in force. */
export function toWatch({ limits }: LoadedLimits): {
  readonly benchmarks: boolean;
  readonly balanceOf?: string;
} {
  const { accountCurrency, rules } = limits;
  const credit = rules['RC30'] as { readonly source?: string } | 'off';
  const isRead = credit !== 'off' && credit.source === 'balances';
  return {
    benchmarks: rules['RC21'] !== 'off',
    ...(isRead ? { balanceOf: accountCurrency } : {}),
  };
}
