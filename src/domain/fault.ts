// Expected failures of the outside world as values; bugs throw instead.
import { escapeLine } from './escape-text.js';

/** An expected failure: its code, a message for the operator, and its place. */
export interface Fault {
  /** `area.reason`; declared once, never renamed, explained in docs/errors.md. */
  readonly code: string;
  /** What was expected and what was found, with the unit. */
  readonly message: string;
  /** `file`, `file:line` or `file:line:column`, when there is one. */
  readonly where?: string;
}

export type Result<T, F = Fault> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: F };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail(
  code: string,
  message: string,
  where?: string,
): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: where === undefined ? { code, message } : { code, message, where } };
}

/** Faults that list several problems of the operator's own file, one per line. */
const LISTS = /^(?:config|strategy)\./;

/** One line `where: message (code)`; several lines only for a list of problems. */
export function formatFault({ code, message, where }: Fault): string {
  const place = where === undefined ? '' : `${escapeLine(where)}: `;
  return `${place}${LISTS.test(code) ? message : escapeLine(message)} (${code})`;
}

/** Carries a fault to the command line where a return value cannot. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(formatFault(fault));
    this.fault = fault;
  }
}

/** The value of a result; throws its fault, which the command line prints. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new FaultError(result.fault);
}

/** A broken invariant: a bug in Weir, never an expected failure. */
export class BugError extends Error {
  override readonly name = 'BugError';
}

/** Throws a BugError when an invariant does not hold; always on. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new BugError(message);
}
