// weir data catalog: reads and checks the recordings of folders, and lists them as a table.
import { closeSync, type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import {
  BAD_ROWS_END,
  hashFile,
  openFile,
  readOrigins,
  type RecordingOptions,
  inspectRecording,
  UNFINISHED,
} from '../../recordings/index.js';
import { fail, type Fault, ok, type Result } from '../../domain/index.js';
import {
  type CatalogRow,
  formatCatalog,
  formatGrouped,
  toSurveyFigures,
} from '../../report/index.js';
import type { DataArguments } from './data-options.js';
import { readTerms } from './data-sources.js';
import { clearProgress, createPace, EXIT, printText, showProgress, unwrap } from '../output.js';

/** Endings of files that Weir writes beside recordings, which are not listed. */
const NOT_LISTED = [BAD_ROWS_END, '.columns', '.part', UNFINISHED];
/** Summary of a session or recorder; listed only if it is a recording with rates. */
const SUMMARY = 'summary.json';
const MOST_FILES = 10_000;
/** Folder levels searched: `weir record` makes a folder per run, and in it one per symbol. */
const MOST_LEVELS = 2;
/** Fault codes of files that could not be read and may contain rates. */
const NOT_READ = ['data.folder', 'data.unreadable', 'data.no-room'];

export async function catalogFolders({ config, files, json }: DataArguments): Promise<number> {
  const terms = unwrap(readTerms(config));
  const options: RecordingOptions = { terms, size: 'unknown', badRows: 'skip' };
  const recordings: CatalogRow[] = [];
  const others: Fault[] = [];
  const found = files.flatMap((folder) => unwrap(listFiles(folder, others)));
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
  if (json) printText(JSON.stringify({ recordings, others }, undefined, 2));
  else printText(formatCatalog({ recordings, others }).trimEnd());
  const isRead = recordings.every(({ fault }) => fault === null);
  return isRead && !others.some(({ code }) => NOT_READ.includes(code)) ? EXIT.done : EXIT.fault;
}

interface FoundFile {
  readonly file: string;
  /** Path relative to the listed folder. */
  readonly name: string;
}

/**
 * Files of a folder and its subfolders by name, including linked files. Unreadable subfolders are
 * added to `others`.
 */
function listFiles(folder: string, others: Fault[]): Result<readonly FoundFile[]> {
  const paths = walk(folder, MOST_LEVELS, others);
  if (!paths.ok) return paths;
  if (paths.value.length > MOST_FILES) {
    const found = `found ${formatGrouped(paths.value.length)}`;
    const message = `expected at most ${formatGrouped(MOST_FILES)} files, ${found}`;
    return fail('data.folder', message, folder);
  }
  return ok(paths.value.map((file) => ({ file, name: relative(folder, file) })));
}

/** Does not follow links to folders, which could form a cycle. */
function walk(folder: string, levels: number, others: Fault[]): Result<readonly string[]> {
  const listed = list(folder);
  if (!listed.ok) return listed;
  const entries = listed.value.filter(({ name }) => {
    return !name.startsWith('.') && !NOT_LISTED.some((end) => name.endsWith(end));
  });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const paths = entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return isLinkToFolder(path) ? [] : [path];
    if (levels === 0) return [];
    const inside = walk(path, levels - 1, others);
    if (!inside.ok) others.push(inside.fault);
    return inside.ok ? inside.value : [];
  });
  return ok(paths);
}

function list(folder: string): Result<Dirent[]> {
  try {
    return ok(readdirSync(folder, { withFileTypes: true }));
  } catch (error) {
    return fail('data.folder', `expected a folder with recordings: ${String(error)}`, folder);
  }
}

/** A broken link counts as a file: opening it then reports the cause. */
function isLinkToFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

async function catalogFile(
  { file, name }: FoundFile,
  options: RecordingOptions,
  see: () => void,
): Promise<Result<CatalogRow>> {
  const surveyed = await inspectRecording(file, options, see);
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
    doubts: symbols.flatMap(({ doubts }) => doubts),
    sha256,
    sources: await readOrigins(file),
  });
}
