// Messages for errors of the YAML parser, with the line and a caret at the place.
import type { YAMLError } from 'yaml';

import { namesSecret } from '../validation/index.js';
import type { Position, Problem } from './problem.js';
import { MAX_DEPTH } from './yaml-checks.js';

const MAX_EXCERPT = 80;

const MESSAGES: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'expected spaces as indentation, found a tab',
  MULTIPLE_DOCS: 'expected one document, found a second one',
  NON_STRING_KEY: 'expected plain text as a key, found a list or a map',
  RESOURCE_EXHAUSTION: `expected at most ${String(MAX_DEPTH)} levels, found more`,
};

/** One problem per line of the text: later ones on a line mostly follow from the first. */
export function describeSyntax(
  errors: readonly YAMLError[],
  text: string,
  toPosition: (offset: number) => Position,
): readonly Problem[] {
  // Every level on the way up reports the stack overflow again.
  const exhausted = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const problems = new Map<number, Problem>();
  const textLines = text.split(/\r?\n/);
  for (const error of exhausted === undefined ? errors : [exhausted]) {
    const position = toPosition(error.pos[0]);
    if (problems.has(position.line)) continue;
    const line = textLines[position.line - 1] ?? '';
    problems.set(position.line, {
      code: 'config.syntax',
      message: describeError(error, line, position.column),
      position,
    });
  }
  return [...problems.values()];
}

function describeError(error: YAMLError, line: string, column: number): string {
  const message = MESSAGES[error.code];
  if (namesSecret(line)) {
    return message ?? 'expected valid YAML, found a fault in a line that names a secret';
  }
  return `${message ?? `expected valid YAML: ${error.message}`}\n${excerpt(line, column)}`;
}

/** Part of the line around the column, with a caret below it. */
function excerpt(line: string, column: number): string {
  const start = Math.max(0, column - MAX_EXCERPT / 2);
  const shown = line.slice(start, start + MAX_EXCERPT).replace(/[^\P{Cc}\t]/gu, '?');
  const before = shown.slice(0, column - 1 - start).replace(/[^\t]/g, ' ');
  return `    ${shown}\n    ${before}^`;
}
