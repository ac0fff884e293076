// Checks that a folder is that of a session with a journal.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, EXIT } from '../output.js';

/** Throws for a folder without a journal. */
export function checkSessionFolder(session: string): void {
  if (existsSync(join(session, 'journal'))) return;
  const expected = `${session}: expected the folder of a paper or live session, with its journal`;
  throw new CommandError(`${expected}, found ${describe(session)} (journal.missing)`, EXIT.fault);
}

function describe(session: string): string {
  if (!existsSync(session)) return 'no such folder';
  if (!statSync(session).isDirectory()) return 'a file';
  const hasReport = existsSync(join(session, 'report.html'));
  return hasReport
    ? 'a report without a journal: a backtest writes none, run it again'
    : 'no journal';
}
