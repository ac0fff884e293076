// weir data catalog: the recordings of folders, read and checked, as a table.
import { closeSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  BAD_ROWS_END,
  hashFile,
  openFile,
  readOrigins,
  type RecordingOptions,
  surveyRecording,
} from '../data/index.js';
import { fail, type Fault, ok, type Result } from '../domain/index.js';
import { type CatalogRow, formatCatalog, formatGrouped, toSurveyFigures } from '../report/index.js';
import type { DataArguments } from './data.js';
import { readTerms } from './data-sources.js';
import { clearProgress, createPace, EXIT, print, showProgress, unwrap } from './output.js';

/** Files that Weir writes beside recordings, and such as are not shown. */
const NOT_LISTED = [BAD_ROWS_END, '.columns', '.part'];
const MOST_FILES = 10_000;

export async function catalogFolders({ config, files, json }: DataArguments): Promise<number> {
  const terms = unwrap(readTerms(config));
  const options: RecordingOptions = { terms, size: 'unknown', badRows: 'skip' };
  const recordings: CatalogRow[] = [];
  const others: Fault[] = [];
  const found = files.flatMap((folder) => unwrap(listFiles(folder)));
  const isDue = createPace();
  for (const [index, file] of found.entries()) {
    const count = `${formatGrouped(index + 1)} of ${formatGrouped(found.length)} files`;
    const row = await catalogFile(file, options, () => {
      if (isDue()) showProgress(`${count}: ${file}`);
    });
    if (row.ok) recordings.push(row.value);
    else others.push({ where: file, ...row.fault });
  }
  clearProgress();
  if (json) print(JSON.stringify({ recordings, others }, undefined, 2));
  else process.stdout.write(formatCatalog({ recordings, others }));
  return EXIT.done;
}

/** Files of a folder by name, and those that links lead to. */
function listFiles(folder: string): Result<readonly string[]> {
  try {
    const names = readdirSync(folder).filter((name) => {
      return !name.startsWith('.') && !NOT_LISTED.some((end) => name.endsWith(end));
    });
    if (names.length > MOST_FILES) {
      const found = `found ${formatGrouped(names.length)}`;
      return fail('data.folder', `expected at most ${formatGrouped(MOST_FILES)} files, ${found}`);
    }
    const paths = names.sort().map((name) => join(folder, name));
    return ok(
      paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true),
    );
  } catch (error) {
    return fail('data.folder', `expected a folder with recordings: ${String(error)}`, folder);
  }
}

async function catalogFile(
  file: string,
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
    symbols: symbols.map(({ symbol }) => symbol),
    duplicates: symbols.reduce((sum, one) => sum + one.duplicates, 0),
    sha256,
    sources: await readOrigins(file),
  });
}
