// What a check found: where, and what to do about it.

export interface Finding {
  /** Path from the root with forward slashes, e.g. `src/domain/rate.ts`. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** What was found, then what to do. */
  readonly message: string;
}

/** A file to check: path from the root and its text. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

export function formatFinding({ file, line, message }: Finding): string {
  return `${file}:${String(line)}: ${message}`;
}
