// What is wrong with a value that a schema did not take, in sentences and not in zod's words.
import type { z } from 'zod';
import type { Path } from './describe-found.js';
import { explainIssue, keepKnownKeys } from './issues.js';

/**
 * Every problem of a value that the schema does not take, each as `place: expected ..., found ...`;
 * `at` is where the value stands. Empty for a value that fits.
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

/** The first problem of a value that the schema does not take. */
export function describeIssues(schema: z.ZodType, value: unknown, at: Path = []): string {
  return listIssueTexts(schema, value, at)[0] ?? 'expected another value';
}
