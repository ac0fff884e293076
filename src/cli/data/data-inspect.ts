// weir data inspect: shows facts about recordings, and writes pages with charts into a folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RecordingSource, inspectRecording } from '../../recordings/index.js';
import type { Fault } from '../../domain/index.js';
import {
  createSurveyPicture,
  formatLines,
  listSurveyLines,
  type SurveyFigures,
  toSurveyFigures,
} from '../../report/index.js';
import type { DataArguments } from './data-options.js';
import { findSources } from './data-sources.js';
import { CommandError, EXIT, printText, printNote, toCommandError, unwrap } from '../output.js';

export async function inspectRecordings(options: DataArguments): Promise<number> {
  const sources = unwrap(findSources(options));
  const all: SurveyFigures[] = [];
  let fault: Fault | undefined;
  for (const [index, source] of sources.entries()) {
    // a single recording gives a document of its own, and file names without a number
    const name = sources.length === 1 ? 'inspect' : `inspect-${String(index + 1)}`;
    const found = await inspect(source, options, name);
    all.push(found.figures);
    fault ??= found.fault;
  }
  if (options.json) printText(toJson(all.length === 1 ? all[0] : all));
  if (fault !== undefined) throw toCommandError(fault);
  return EXIT.done;
}

async function inspect(
  { file, options: reading }: RecordingSource,
  { json, out }: DataArguments,
  name: string,
): Promise<{ readonly figures: SurveyFigures; readonly fault: Fault | undefined }> {
  const picture = createSurveyPicture();
  // nothing is played, so unstated sizes may stay unknown
  const { size = 'unknown' } = reading;
  const survey = unwrap(await inspectRecording(file, { ...reading, size }, picture.see));
  const figures = toSurveyFigures(survey);
  if (!json) printText(formatLines([['File', file], ...listSurveyLines(figures)]));
  if (out !== undefined) {
    const path = join(out, `${name}.html`);
    write(path, picture.render(survey));
    write(join(out, `${name}.json`), `${toJson(figures)}\n`);
    printNote(`pictures ${path}`);
  }
  return { figures, fault: survey.fault };
}

function toJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new CommandError(`${path}: cannot be written: ${String(error)}`, EXIT.fault);
  }
}
