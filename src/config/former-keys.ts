// Renamed keys of configuration files: the former spelling is still accepted, and a note names it.
//
// A schema names the former spelling of a key at the key: `z.string().meta({ former: 'guard' })`.
import { z } from 'zod';
import { formatPath, type Path, valueAt } from '../validation/index.js';
import { locateKey, parseText } from './document.js';
import type { SourceText } from './text.js';

/** A map in which each former key has its present name. */
export interface AcceptedKeys {
  readonly renamed: unknown;
  /** The path as the file spells it. */
  readonly toFormer: (path: Path) => Path;
}

const UNCHANGED = (path: Path): Path => path;

/**
 * Replaces former keys of `value`, which is at the path `at` of its file. A former key beside its
 * present one stays, so that the schema reports it as unknown.
 */
export function acceptFormerKeys(schema: z.ZodType, value: unknown, at: Path): AcceptedKeys {
  const found = findFormerKeys(schema, value);
  if (found.size === 0) return { renamed: value, toFormer: UNCHANGED };
  const entries = Object.entries(value as object).map(([key, inner]): [string, unknown] => {
    return [found.get(key) ?? key, inner];
  });
  const formers = new Map([...found].map(([former, present]) => [present, former]));
  const toFormer = (path: Path): Path => {
    const part = path[at.length];
    return path.with(at.length, formers.get(String(part)) ?? part ?? '');
  };
  return { renamed: Object.fromEntries(entries), toFormer };
}

/** A note for each former key of the map at `at`, with its line, for whoever wrote the file. */
export function describeFormerKeys(
  source: SourceText,
  at: Path,
  schema: z.ZodType,
): readonly string[] {
  const value = valueAt(parseText(source).value, at);
  return [...findFormerKeys(schema, value)].map(([former, present]) => {
    const line = locateKey(source, [...at, former])?.line ?? 1;
    const key = formatPath([...at, former]);
    return `${source.file}:${String(line)}: ${key} is now called ${present}; both work`;
  });
}

/** Former keys that a map uses, with their present names. */
function findFormerKeys(schema: z.ZodType, value: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return found;
  for (const [present, field] of Object.entries<z.ZodType>(schema.shape)) {
    const former = field.meta()?.['former'];
    if (typeof former !== 'string' || Object.hasOwn(value, present)) continue;
    if (Object.hasOwn(value, former)) found.set(former, present);
  }
  return found;
}
