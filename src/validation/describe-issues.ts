// Describes why a schema rejected a value, in Weir's sentences instead of zod's.
import type { z } from 'zod';
import type { Path } from './describe-found.js';
import { explainIssue, keepKnownKeys } from './issues.js';

/**
 * Every problem of a value, each as `place: expected ..., found ...`; `at` is the path of the
 * value. Empty for a valid value.
 */
export function listIssueTexts(
  schema: z.ZodType,
  value: unknown,
  at: Path = [],
): readonly string[] {
  const { error } = schema.safeParse(value, { error: keepKnownKeys });
  const issues = error?.issues ?? [];
  return issues.flatMap((issue) => explainIssue(issue, value, at)).map(({ message }) => message);
}

/** The first problem of an invalid value. */
export function describeIssues(schema: z.ZodType, value: unknown, at: Path = []): string {
  return listIssueTexts(schema, value, at)[0] ?? 'expected another value';
}
