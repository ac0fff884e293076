// Checks a configuration text against a schema and lists all problems, by line.
import { z } from 'zod';

import { explainIssue, formatPath, keepKnownKeys, type Path } from '../validation/index.js';
import { type Fault, ok, type Result } from '../domain/index.js';
import { isBelow, locateKey, locateNearest, parseText } from './document.js';
import { acceptFormerKeys } from './former-keys.js';
import { type ConfigFaults, type Problem, toConfigFaults, toFault } from './problem.js';
import type { SourceText } from './text.js';

// Live bots run without code generation.
z.config({ jitless: true });

/**
 * Parses a YAML or JSON text with a schema. The fault lists every problem with file, line, column.
 * Fault codes: `config.invalid` for several problems; for one `config.syntax`, `config.alias`,
 * `config.duplicate-key`, `config.digits`, `config.unknown-key`, `config.missing-key`,
 * `config.value`, or a code that the schema states in `params.code` of a custom issue.
 */
export function parseConfig<S extends z.ZodType>(
  source: SourceText,
  schema: S,
): Result<z.output<S>, ConfigFaults> {
  const { value, problems, isReadable } = parseText(source);
  if (!isReadable) return { ok: false, fault: toConfigFaults(source.file, problems) };
  return check(source, [], value, schema, problems);
}

/**
 * Checks the part of a parsed text at `path`, such as the params of a strategy, against its schema.
 * Fault codes as `parseConfig`.
 */
export function parsePart<S extends z.ZodType>(
  source: SourceText,
  path: Path,
  value: unknown,
  schema: S,
): Result<z.output<S>, ConfigFaults> {
  return check(source, path, value, schema, []);
}

/**
 * Parses only the top-level keys of a schema, whatever is wrong with others. Fault codes as
 * `parseConfig`.
 */
export function parseKeys<S extends z.ZodObject>(
  source: SourceText,
  schema: S,
): Result<z.output<S>, ConfigFaults> {
  const { value, problems, isReadable } = parseText(source);
  if (!isReadable) return { ok: false, fault: toConfigFaults(source.file, problems) };
  const keys = Object.keys(schema.shape);
  const entries = Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(value));
  const picked = Object.fromEntries(entries.filter(([key]) => keys.includes(key)));
  const known = problems.filter(({ position }) => {
    return position === undefined || isBelow(source, keys, position);
  });
  return check(source, [], picked, schema, known);
}

/** Fault on the value at `path`, with its path before the message and its place in the file. */
export function faultAt(source: SourceText, path: Path, code: string, message: string): Fault {
  const text = path.length === 0 ? message : `${formatPath(path)}: ${message}`;
  return toFault(source.file, { code, message: text, position: locateNearest(source, path) });
}

function check<S extends z.ZodType>(
  source: SourceText,
  at: Path,
  value: unknown,
  schema: S,
  known: readonly Problem[],
): Result<z.output<S>, ConfigFaults> {
  const { renamed, toFormer } = acceptFormerKeys(schema, value, at);
  const result = schema.safeParse(renamed, { error: keepKnownKeys });
  if (result.success && known.length === 0) return ok(result.data);
  const issues = result.success ? [] : result.error.issues;
  const found = issues
    .flatMap((issue) => explainIssue(issue, renamed, at))
    .map(({ code, message, path, isKey }): Problem => {
      const inFile = toFormer(path);
      const key = isKey ? locateKey(source, inFile) : undefined;
      return { code, message, position: key ?? locateNearest(source, inFile) };
    });
  return { ok: false, fault: toConfigFaults(source.file, [...known, ...found]) };
}
