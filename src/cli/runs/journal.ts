// weir journal verify|export|expired FOLDER: reads and checks journals, without changing them.
import { existsSync, statSync } from 'node:fs';
import { formatInstant, type Instant, MILLISECOND } from '../../domain/index.js';
import { localDisk, readJournal } from '../../journal/index.js';
import { findJournal, verifyJournal } from '../../recovery/index.js';
import { listExpired } from './journal-expired.js';
import { CommandError, EXIT, print, printText, unwrap } from '../output.js';
import { readSummary } from './summary-file.js';

export interface JournalArguments {
  readonly action: 'verify' | 'export' | 'expired';
  readonly folder: string;
  readonly years: string;
  readonly json: boolean;
}

export function journal({ action, folder, json, years }: JournalArguments): Promise<number> {
  if (action === 'expired') {
    listExpired(folder, years, json);
    return Promise.resolve(EXIT.done);
  }
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new CommandError(
      `${folder}: expected a journal, found a file (journal.missing)`,
      EXIT.fault,
    );
  }
  if (action === 'export') exportRecords(folder);
  else verify(folder, json);
  return Promise.resolve(EXIT.done);
}

function verify(folder: string, json: boolean): void {
  const found = unwrap(findJournal(localDisk, folder));
  const { records, epochs, head, stateHash, memory } = unwrap(verifyJournal(localDisk, found));
  checkEnd(folder, records, head);
  const halts = memory.halts.map(({ id, cause, reason }) => ({ id, cause, reason }));
  const openOrders = memory.kernel?.orders.map(({ coId }) => coId) ?? [];
  if (json) {
    printText(
      JSON.stringify({ records, epochs, head, stateHash, halts, openOrders }, undefined, 2),
    );
    return;
  }
  print(`records ${String(records)}, epochs ${String(epochs)}: the chain is whole`);
  print(`head ${head}`);
  print(`state ${stateHash}, open orders ${String(openOrders.length)}`);
  for (const { id, cause, reason } of halts) print(`halt ${id} (${cause}): ${reason}`);
}

/** Records may be missing at the end although the hash chain is complete. */
function checkEnd(folder: string, records: number, head: string): void {
  if (records === 0) {
    const message = `${folder}: expected records, found an empty journal (journal.missing)`;
    throw new CommandError(message, EXIT.fault);
  }
  const { file, stated } = readSummary(folder, 'journal.end');
  const expected = stated?.['journalHead'];
  if (expected === head || typeof expected !== 'string') return;
  const message = `expected the journal to end with record hash ${expected}, found ${head}`;
  throw new CommandError(`${file}: ${message} (journal.end)`, EXIT.fault);
}

/** Prints one JSON line per record, with a readable time. */
function exportRecords(folder: string): void {
  const { dir, from } = unwrap(findJournal(localDisk, folder));
  for (const next of readJournal(dir, localDisk, 'chain', from)) {
    if (process.stdout.errored !== null) return;
    const { seq, stamp, type, data } = unwrap(next);
    const at = formatInstant(toTime(stamp));
    printText(JSON.stringify({ seq, at, type, data }));
  }
}

/** Session time; wall time for records before there is a session time, such as a start's first. */
function toTime({ session, wall }: { readonly session: Instant; readonly wall: number }): Instant {
  return session === 0 ? wall * MILLISECOND : session;
}
