// Output of commands: results on stdout, progress and notes on stderr; exit codes.
import { escapeLine, escapeText, type Fault, formatFault, type Result } from '../domain/index.js';

/** Exit codes of every command. */
export const EXIT = { done: 0, fault: 1, usage: 2, halted: 3, bug: 70 } as const;

/** Ends a command with a message and an exit code other than 0. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The value of a result; a fault ends the command. */
export function unwrap<T>(result: Result<T>, exitCode: number = EXIT.fault): T {
  if (result.ok) return result.value;
  throw toCommandError(result.fault, exitCode);
}

export function toCommandError(fault: Fault, exitCode: number = EXIT.fault): CommandError {
  return new CommandError(formatFault(fault), exitCode);
}

/** Prints a line of the result. */
export function print(line: string): void {
  process.stdout.write(`${escapeLine(line)}\n`);
}

/** Prints JSON or a table: several lines that Weir has formatted. */
export function printText(text: string): void {
  process.stdout.write(`${escapeText(text)}\n`);
}

/** Prints a note beside the result. */
export function printNote(line: string): void {
  clearProgress();
  process.stderr.write(`${escapeLine(line)}\n`);
}

/** Interval of progress off a terminal, milliseconds; on a terminal a tenth of it. */
const TOLD_EVERY_MS = 5_000;

/** Returns a function that is true when progress is due, first after one interval. */
export function createPace(): () => boolean {
  const every = process.stderr.isTTY ? TOLD_EVERY_MS / 10 : TOLD_EVERY_MS;
  let reportedAt = performance.now();
  return () => {
    const now = performance.now();
    if (now - reportedAt < every) return false;
    reportedAt = now;
    return true;
  };
}

let shownWidth = 0;

/** Overwrites one line on a terminal; elsewhere prints a line. */
export function showProgress(text: string): void {
  const line = escapeLine(text);
  if (!process.stderr.isTTY) {
    process.stderr.write(`${line}\n`);
    return;
  }
  const width = process.stderr.columns;
  const cut = line.length >= width ? `${line.slice(0, width - 2)}…` : line;
  process.stderr.write(`\r${cut.padEnd(shownWidth)}`);
  shownWidth = cut.length;
}

export function clearProgress(): void {
  if (shownWidth === 0) return;
  process.stderr.write(`\r${' '.repeat(shownWidth)}\r`);
  shownWidth = 0;
}
