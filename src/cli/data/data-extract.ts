// weir data extract SESSION --out FOLDER: writes rates, quotes and order events of a journal as
// tables.
import { basename, relative } from 'node:path';
import { formatCount, formatGrouped, formatLines } from '../../report/index.js';
import { createFolder, type Extracted, extractSession } from '../../session/index.js';
import type { DataArguments } from './data-options.js';
import {
  clearProgress,
  createPace,
  EXIT,
  printText,
  showProgress,
  printNote,
  unwrap,
} from '../output.js';
import { keepFilesPrivate } from '../private-files.js';
import { usageError } from '../parser/usage.js';

export async function extract({ files, json, out }: DataArguments): Promise<number> {
  const [folder = ''] = files;
  if (files.length !== 1) {
    throw usageError(`weir data extract: expected one session, found ${String(files.length)}`);
  }
  if (out === undefined) throw usageError('weir data extract: expected --out FOLDER, found none');
  keepFilesPrivate();
  const isDue = createPace();
  const see = (records: number): void => {
    if (isDue()) showProgress(`${relative('.', folder)}: ${formatGrouped(records)} records read`);
  };
  const extracted = await extractSession({ folder, out: unwrap(createFolder(out, '')), see });
  clearProgress();
  const figures = unwrap(extracted);
  if (figures.torn !== undefined)
    printNote(`the journal ends in an incomplete record: ${figures.torn}`);
  printText(json ? JSON.stringify(figures, undefined, 2) : formatLines(listLines(figures)));
  return EXIT.done;
}

function listLines({ records, files, outOfOrder, strangeQuotes }: Extracted) {
  const lines: [string, string][] = [['Records', formatGrouped(records)]];
  for (const { file, rows } of files) lines.push([basename(file), `${formatGrouped(rows)} rows`]);
  if (outOfOrder > 0) {
    lines.push(['Left out', `${formatCount(outOfOrder, 'rate')} whose venue time went back`]);
  }
  if (strangeQuotes > 0) {
    const count = formatGrouped(strangeQuotes);
    lines.push(['Left out', `${count} quotes of requests before the journal's first record`]);
  }
  return lines;
}
