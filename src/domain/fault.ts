// Expected failures of the outside world as values; bugs throw instead.
import { escapeLine } from './escape-text.js';

/** An expected failure: what, in words for a person, and where it was found. */
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

/** Problems of a file of the person's own, which are listed below one another. */
const LISTS = /^(?:config|strategy)\./;

/** One line for a person: `where: message (code)`; several only of a list of problems. */
export function formatFault({ code, message, where }: Fault): string {
  const place = where === undefined ? '' : `${escapeLine(where)}: `;
  return `${place}${LISTS.test(code) ? message : escapeLine(message)} (${code})`;
}

/** A fault on its way up to the command line, where a value cannot travel. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(formatFault(fault));
    this.fault = fault;
  }
}

/** The value of a result, or its fault thrown for the command line to print. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new FaultError(result.fault);
}

/** Broken invariant: a bug in Weir, never an expected failure. */
export class BugError extends Error {
  override readonly name = 'BugError';
}

/** Stops with a BugError when an invariant does not hold; always on. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new BugError(message);
}
