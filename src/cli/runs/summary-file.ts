// Reads a session's summary.json, to compare it with the journal.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, EXIT } from '../output.js';

export interface SummaryFile {
  readonly file: string;
  /** Undefined without the file. */
  readonly stated: Partial<Record<string, unknown>> | undefined;
}

/** Throws with this fault code if the file has other content. */
export function readSummary(session: string, code: string): SummaryFile {
  const file = join(session, 'summary.json');
  if (!existsSync(file)) return { file, stated: undefined };
  try {
    const summary = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    if (typeof summary === 'object' && summary !== null) return { file, stated: summary };
  } catch {
    // reported below
  }
  const message = `${file}: expected the summary of a session, found other text (${code})`;
  throw new CommandError(message, EXIT.fault);
}
