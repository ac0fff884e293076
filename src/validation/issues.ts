// Turns zod's issues into problems in Weir's form: place, expected and found value.
import type { z } from 'zod';

import { findNearestName } from '../domain/index.js';
import { describeExpected, knownWords, listBranches, listWords } from './describe-expected.js';
import {
  cleanMessage,
  cut,
  describeFound,
  formatPath,
  isSecretPath,
  type Path,
  quote,
  valueAt,
} from './describe-found.js';

type Issue = z.core.$ZodIssue;

export interface Explained {
  readonly code: string;
  readonly message: string;
  /** Path in the document. */
  readonly path: Path;
  /** True when the key at the end of the path is wrong, not its value. */
  readonly isKey: boolean;
}

/** Fields of zod's definitions of map and record schemas that concern keys. */
interface KeyedDefinition {
  readonly shape?: object;
  readonly keyType?: z.core.$ZodType;
}

/**
 * Error map for parsing. A schema's own message takes precedence over it, so an empty message marks
 * an issue that Weir words; for unknown keys the message holds the known ones, which zod drops.
 */
export function keepKnownKeys(issue: z.core.$ZodRawIssue): string {
  if (issue.code !== 'unrecognized_keys') return '';
  const definition = (issue.inst?._zod.def ?? {}) as KeyedDefinition;
  const values = definition.keyType?._zod.values ?? [];
  return JSON.stringify([...Object.keys(definition.shape ?? {}), ...[...values].map(String)]);
}

/**
 * The problems behind an issue about `root`, which is at the path `at` of the document. Codes:
 * `config.unknown-key`, `config.missing-key`, `config.value`, or the one that the schema names.
 */
export function explainIssue(issue: Issue, root: unknown, at: Path): readonly Explained[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') return explainUnknownKeys(issue, [...at, ...path]);
  if (issue.code === 'invalid_key') return [explainBadKey(issue, [...at, ...path])];
  if (issue.code === 'invalid_union' && issue.message === '') {
    const inside = chooseBranch(listBranches(issue), valueAt(root, path));
    if (inside !== undefined) {
      return inside.flatMap((inner) => {
        return explainIssue({ ...inner, path: [...issue.path, ...inner.path] }, root, at);
      });
    }
  }
  return [explainValue(issue, valueAt(root, path), [...at, ...path])];
}

function explainValue(issue: Issue, value: unknown, path: Path): Explained {
  const message =
    issue.message === ''
      ? `expected ${describeExpected(issue)}`
      : cleanMessage(issue.message, value, path);
  // The schema's own message about several keys of a map is complete.
  const isWhole = /\bfound\b/.test(message) || (issue.code === 'custom' && isMapOrList(value));
  const found = isWhole ? '' : `, found ${describeFound(value, path)}`;
  const canHint = typeof value === 'string' && !isSecretPath(path);
  const word = canHint ? findNearestName(value, knownWords(issue)) : undefined;
  const near = word === undefined ? '' : ` (did you mean ${quote(word)}?)`;
  const plain = canHint && /\bnumber\b/.test(message) ? hintNumber(value) : '';
  const hint = plain === '' ? near : plain;
  return {
    code: codeOf(issue, value),
    message: `${prefix(path)}${message}${found}${hint}`,
    path,
    isKey: false,
  };
}

/** Hint for a number with separators between its thousands. */
function hintNumber(text: string): string {
  const isGrouped = /^\d{1,3}(?:[,_ '’]\d{3})+(?:\.\d+)?$/.test(text);
  return isGrouped ? ` (write ${text.replaceAll(/[^\d.]/g, '')})` : '';
}

function explainUnknownKeys(
  issue: Issue & { code: 'unrecognized_keys' },
  path: Path,
): readonly Explained[] {
  const known = listKnown(issue);
  return issue.keys.map((key) => {
    const near = findNearestName(key, known);
    const all = known.length === 0 ? '' : ` (known keys: ${listWords(known, ', ')})`;
    const hint = near === undefined ? all : ` (did you mean \`${near}\`?)`;
    return {
      code: 'config.unknown-key',
      message: `${prefix(path)}expected a known key, found \`${cut(key)}\`${hint}`,
      path: [...path, key],
      isKey: true,
    };
  });
}

function explainBadKey(issue: Issue & { code: 'invalid_key' }, path: Path): Explained {
  const [first] = issue.issues;
  const expected = first === undefined ? 'another key' : `${describeExpected(first)} as key`;
  const found = `\`${cut(String(path.at(-1) ?? ''))}\``;
  const message = `${prefix(path.slice(0, -1))}expected ${expected}, found ${found}`;
  return { code: 'config.unknown-key', message, path, isKey: true };
}

function codeOf(issue: Issue, value: unknown): string {
  if (value === undefined && issue.path.length > 0) return 'config.missing-key';
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return typeof code === 'string' ? code : 'config.value';
}

function isMapOrList(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function prefix(path: Path): string {
  return path.length === 0 ? '' : `${formatPath(path)}: `;
}

/**
 * The alternative that was most likely meant: among those whose outer type matches, the one with
 * matching fixed texts, then the one with the fewest problems. Undefined when none matches.
 */
function chooseBranch(
  branches: readonly (readonly Issue[])[],
  value: unknown,
): readonly Issue[] | undefined {
  const fitting = branches.filter((branch) => {
    return branch.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys');
  });
  const cost = (branch: readonly Issue[]) => branch.reduce((sum, issue) => sum + costOf(issue), 0);
  return joinUnknown(fitting, value) ?? fitting.toSorted((a, b) => cost(a) - cost(b))[0];
}

/** When no alternative knows any key of a map: one issue with the keys of all of them. */
function joinUnknown(
  branches: readonly (readonly Issue[])[],
  value: unknown,
): readonly Issue[] | undefined {
  if (!isMapOrList(value) || branches.length < 2) return undefined;
  const unknown = branches.map((branch) => {
    return branch.find((issue) => issue.code === 'unrecognized_keys' && issue.path.length === 0);
  });
  const count = Object.keys(value).length;
  const known = unknown.map((issue) => {
    const isNone = issue?.code === 'unrecognized_keys' && issue.keys.length === count;
    return isNone ? listKnown(issue) : [];
  });
  const [first] = unknown;
  if (first === undefined || known.some((keys) => keys.length === 0)) return undefined;
  return [{ ...first, message: JSON.stringify([...new Set(known.flat())]) }];
}

/** Known keys from an issue of `keepKnownKeys`; empty when the message is a schema's own. */
function listKnown({ message }: Issue): readonly string[] {
  return message.startsWith('[') ? (JSON.parse(message) as readonly string[]) : [];
}

/** More than any number of other problems. */
const WRONG_WORD = 1_000_000;

function costOf(issue: Issue): number {
  if (issue.code === 'unrecognized_keys') return issue.keys.length;
  const isWord = issue.code === 'invalid_value' && issue.values.length === 1;
  const isKind = issue.code === 'invalid_union' && issue.errors.length === 0;
  return isWord || isKind ? WRONG_WORD : 1;
}
