// weir journal expired FOLDER: lists journals older than their retention time. Only reads.
import { join, relative } from 'node:path';
import {
  isSegment,
  JOURNAL_START,
  localDisk,
  readJournal,
  toSegmentNumber,
} from '../../journal/index.js';
import { formatTable } from '../markdown-table.js';
import {
  clearProgress,
  CommandError,
  createPace,
  EXIT,
  print,
  printText,
  showProgress,
} from '../output.js';
import { parseNumber } from '../parser/usage.js';

/** Folder levels searched. */
const DEEPEST = 4;
const MOST_YEARS = 100;
const YEAR_MS = 365.2425 * 86_400_000;

interface KeptJournal {
  /** Session folder or state directory. */
  readonly folder: string;
  /** Wall clock at its last record, milliseconds; undefined if no record can be read. */
  readonly lastAt: number | undefined;
}

/** `years` as typed: retention time of journals. */
export function listExpired(folder: string, years: string, json: boolean): void {
  const span = parseNumber(
    '--years',
    years,
    `a number above 0, at most ${String(MOST_YEARS)}`,
    isYears,
  );
  if (!isFolder(folder)) {
    const message = 'expected a folder with journals below it, found none (journal.missing)';
    throw new CommandError(`${folder}: ${message}`, EXIT.fault);
  }
  const before = new Date(Date.now() - span * YEAR_MS);
  const found: KeptJournal[] = [];
  const isDue = createPace();
  for (const one of findJournals(folder, DEEPEST)) {
    found.push({ folder: relative('.', one) || '.', lastAt: readLastTime(join(one, 'journal')) });
    if (isDue()) showProgress(`${String(found.length)} journals`);
  }
  clearProgress();
  const isExpired = ({ lastAt }: KeptJournal) => lastAt !== undefined && lastAt < before.getTime();
  const rows = found.map((one) => ({ ...one, isExpired: isExpired(one) }));
  if (json) {
    const journals = rows.map((one) => ({ ...one, lastAt: toText(one.lastAt) }));
    printText(JSON.stringify({ before: before.toISOString(), journals }, undefined, 2));
    return;
  }
  const cells = rows
    .filter((one) => one.isExpired)
    .map(({ folder: path, lastAt }) => [path, toText(lastAt) ?? '']);
  if (cells.length > 0) printText(formatTable([['Folder', 'Last record'], ...cells]));
  for (const one of rows) {
    if (one.lastAt === undefined) print(`${one.folder}: its end cannot be read: keep it`);
  }
  const kept = rows.length - cells.length;
  const counts = `${String(cells.length)} journals ended before ${before.toISOString()}`;
  print(`${counts}, ${String(kept)} have to be kept; nothing was deleted`);
}

const isFolder = (path: string) => localDisk.describe(path)?.kind === 'directory';

const isYears = (value: number): boolean => value > 0 && value <= MOST_YEARS;

const toText = (wall: number | undefined) =>
  wall === undefined ? undefined : new Date(wall).toISOString();

/** Folders with a journal, including the named one; does not follow links. */
function* findJournals(dir: string, depth: number): Generator<string> {
  const inner = join(dir, 'journal');
  if (isFolder(inner) && localDisk.list(inner).some(isSegment)) yield dir;
  if (depth === 0) return;
  for (const name of [...localDisk.list(dir)].sort()) {
    if (name !== 'journal' && isFolder(join(dir, name)))
      yield* findJournals(join(dir, name), depth - 1);
  }
}

/** Verifies each record of the last segment by its own hash; ignores a torn end. */
function readLastTime(dir: string): number | undefined {
  const last = localDisk.list(dir).filter(isSegment).sort().at(-1) ?? '';
  const from = { ...JOURNAL_START, segment: toSegmentNumber(last) };
  let wall: number | undefined;
  for (const record of readJournal(dir, localDisk, 'records', from)) {
    if (record.ok) ({ wall } = record.value.stamp);
  }
  return wall;
}
