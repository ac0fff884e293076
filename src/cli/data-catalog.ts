// weir data catalog: the recordings of folders, read and checked, as a table.
import { closeSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import {
  BAD_ROWS_END,
  hashFile,
  openFile,
  readOrigins,
  type RecordingOptions,
  surveyRecording,
  UNFINISHED,
} from '../data/index.js';
import { fail, type Fault, ok, type Result } from '../domain/index.js';
import { type CatalogRow, formatCatalog, formatGrouped, toSurveyFigures } from '../report/index.js';
import type { DataArguments } from './data.js';
import { readTerms } from './data-sources.js';
import { clearProgress, createPace, EXIT, print, showProgress, unwrap } from './output.js';

/** Files that Weir writes beside recordings, and such as are not shown. */
const NOT_LISTED = [BAD_ROWS_END, '.columns', '.part', UNFINISHED];
/** Of a session or recorder; a recording of that name has rates. */
const SUMMARY = 'summary.json';
const MOST_FILES = 10_000;
/** Folders below the one that is named: `weir record` has one a run, and in it one a symbol. */
const MOST_LEVELS = 2;
/** What is wrong with files that could not be read, and may hold rates. */
const NOT_READ = ['data.unreadable', 'data.no-room'];

export async function catalogFolders({ config, files, json }: DataArguments): Promise<number> {
  const terms = unwrap(readTerms(config));
  const options: RecordingOptions = { terms, size: 'unknown', badRows: 'skip' };
  const recordings: CatalogRow[] = [];
  const others: Fault[] = [];
  const found = files.flatMap((folder) => unwrap(listFiles(folder)));
  const isDue = createPace();
  for (const [index, { file, name }] of found.entries()) {
    const count = `${formatGrouped(index + 1)} of ${formatGrouped(found.length)} files`;
    const row = await catalogFile({ file, name }, options, () => {
      if (isDue()) showProgress(`${count}: ${file}`);
    });
    if (basename(file) === SUMMARY && !(row.ok && row.value.rates > 0)) continue;
    if (row.ok) recordings.push(row.value);
    else others.push({ where: file, ...row.fault });
  }
  clearProgress();
  if (json) print(JSON.stringify({ recordings, others }, undefined, 2));
  else process.stdout.write(formatCatalog({ recordings, others }));
  const isRead = recordings.every(({ fault }) => fault === null);
  return isRead && !others.some(({ code }) => NOT_READ.includes(code)) ? EXIT.done : EXIT.fault;
}

interface FoundFile {
  readonly file: string;
  /** Its path in the folder that was named. */
  readonly name: string;
}

/** Files of a folder and those in it by name, and those that links lead to. */
function listFiles(folder: string): Result<readonly FoundFile[]> {
  try {
    const paths = walk(folder, MOST_LEVELS);
    if (paths.length > MOST_FILES) {
      const found = `found ${formatGrouped(paths.length)}`;
      const message = `expected at most ${formatGrouped(MOST_FILES)} files, ${found}`;
      return fail('data.folder', message, folder);
    }
    return ok(paths.map((file) => ({ file, name: relative(folder, file) })));
  } catch (error) {
    return fail('data.folder', `expected a folder with recordings: ${String(error)}`, folder);
  }
}

/** Links to folders are not followed: they may lead back. */
function walk(folder: string, levels: number): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => {
    return !name.startsWith('.') && !NOT_LISTED.some((end) => name.endsWith(end));
  });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return levels > 0 ? walk(path, levels - 1) : [];
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? [] : [path];
  });
}

async function catalogFile(
  { file, name }: FoundFile,
  options: RecordingOptions,
  see: () => void,
): Promise<Result<CatalogRow>> {
  const surveyed = await surveyRecording(file, options, see);
  if (!surveyed.ok) return surveyed;
  const opened = openFile(file);
  if (!opened.ok) return opened;
  const sha256 = hashFile(opened.value);
  closeSync(opened.value);
  const { symbols, ...figures } = toSurveyFigures(surveyed.value);
  return ok({
    ...figures,
    name,
    symbols: symbols.map(({ symbol }) => symbol),
    duplicates: symbols.reduce((sum, one) => sum + one.duplicates, 0),
    sha256,
    sources: await readOrigins(file),
  });
}
