// Problems of a configuration text, and the one fault that lists them all.
import type { Fault } from '../domain/index.js';

/** A place in a text; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A problem of a text; without a position it concerns the whole text. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly position?: Position | undefined;
}

/**
 * One fault for all problems of a text: the problem itself when there is only one, else code
 * `config.invalid` with a line for each.
 */
export interface ConfigFaults extends Fault {
  /** The first 20 problems in the order of the text. */
  readonly faults: readonly Fault[];
}

const MAX_LISTED = 20;

export function toFault(file: string, { code, message, position }: Problem): Fault {
  if (position === undefined) return { code, message, where: file };
  return { code, message, where: `${file}:${String(position.line)}:${String(position.column)}` };
}

/** Fault of at least one problem. */
export function toConfigFaults(file: string, problems: readonly Problem[]): ConfigFaults {
  const kept = dropEchoes(problems);
  const faults = [...kept]
    .sort(byPosition)
    .slice(0, MAX_LISTED)
    .map((problem) => toFault(file, problem));
  const [only] = faults;
  if (only !== undefined && kept.length === 1) return { ...only, faults };
  const count = String(kept.length);
  const lines = faults.map(({ where, message }) => {
    return `\n  ${where ?? file}: ${message.replaceAll('\n', '\n  ')}`;
  });
  const rest = kept.length - faults.length;
  const end = rest === 0 ? 'in all' : `in all, ${String(rest)} not shown`;
  return {
    code: 'config.invalid',
    message: `expected a valid text, found ${count} problems:${lines.join('')}\n${count} ${end}`,
    where: file,
    faults,
  };
}

function byPosition(a: Problem, b: Problem): number {
  const byLine = (a.position?.line ?? 0) - (b.position?.line ?? 0);
  return byLine !== 0 ? byLine : (a.position?.column ?? 0) - (b.position?.column ?? 0);
}

/**
 * Removes duplicates. A number that lost digits is reported only as that, not also as too large.
 */
function dropEchoes(problems: readonly Problem[]): readonly Problem[] {
  const toPlace = ({ position }: Problem) =>
    `${String(position?.line)}:${String(position?.column)}`;
  const lostDigits = new Set(
    problems.filter(({ code }) => code === 'config.digits').map((problem) => toPlace(problem)),
  );
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const place = toPlace(problem);
    if (problem.code !== 'config.digits' && lostDigits.has(place)) return false;
    const text = `${place} ${problem.message}`;
    return !seen.has(text) && seen.add(text);
  });
}
