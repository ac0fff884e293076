// weir data inspect FILE: the facts of a recording, with pictures where a folder is given.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { parseConfig, readText } from '../config/index.js';
import {
  createRecordingSchema,
  instrumentsSchema,
  type RecordingOptions,
  surveyRecording,
  toRecordingOptions,
} from '../data/index.js';
import { fail, type InstrumentTerms, ok, type Result } from '../domain/index.js';
import {
  createSurveyPicture,
  formatLines,
  listSurveyLines,
  toSurveyFigures,
} from '../report/index.js';
import { CommandError, EXIT, print, tell, toCommandError, unwrap } from './output.js';

export interface DataArguments {
  readonly action: 'inspect';
  readonly file: string;
  readonly symbol?: string | undefined;
  readonly spread?: string | undefined;
  readonly bar?: string | undefined;
  readonly size?: string | undefined;
  readonly 'bad-rows'?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly out?: string | undefined;
  readonly json: boolean;
}

type Terms = Readonly<Record<string, InstrumentTerms>>;

const recordingSchema = createRecordingSchema(z.number().default(1));
/** A session or simulator file, of which only the recording is looked at. */
const configSchema = z.looseObject({
  recording: recordingSchema,
  instruments: instrumentsSchema,
});

/** What is read, and how. */
interface Source {
  readonly file: string;
  readonly options: RecordingOptions;
}

export async function data(options: DataArguments): Promise<number> {
  const { file, options: reading } = unwrap(findSource(options));
  const picture = createSurveyPicture();
  const survey = unwrap(await surveyRecording(file, reading, picture.see));
  const figures = toSurveyFigures(survey);
  if (options.json) print(JSON.stringify(figures, undefined, 2));
  else print(formatLines([['File', file], ...listSurveyLines(figures)]));
  if (options.out !== undefined) {
    const path = join(options.out, 'inspect.html');
    write(path, picture.render(survey));
    write(join(options.out, 'inspect.json'), `${JSON.stringify(figures, undefined, 2)}\n`);
    tell(`pictures ${path}`);
  }
  if (survey.fault !== undefined) throw toCommandError(survey.fault);
  return EXIT.done;
}

/** Options of the command line win over those of a configuration. */
function findSource(given: DataArguments): Result<Source> {
  const flags = readFlags(given);
  if (!flags.ok) return flags;
  if (!/\.ya?ml$/.test(given.file)) {
    return ok({ file: given.file, options: toRecordingOptions(flags.value, {}) });
  }
  const source = readText(given.file);
  if (!source.ok) return source;
  const config = parseConfig(source.value, configSchema);
  if (!config.ok) return config;
  const { instruments, recording } = config.value;
  const all = { ...recording, ...flags.value };
  return ok({
    file: resolve(dirname(given.file), recording.file),
    options: toRecordingOptions(all, instruments as Terms),
  });
}

type Flags = Omit<z.output<typeof recordingSchema>, 'file' | 'loop' | 'origin' | 'speed'>;

/** Flags as the configuration's keys, checked by the same schema; what is not given is absent. */
function readFlags(given: DataArguments): Result<Flags> {
  const { 'bad-rows': badRows = 'skip', bar, from, size, spread, symbol, to } = given;
  const number = (value: string) => (Number.isNaN(Number(value)) ? value : Number(value));
  const text = JSON.stringify({
    file: given.file,
    ...{ badRows, bar, endAt: to, startAt: from, symbol },
    size: size === undefined ? undefined : number(size),
    spread: spread === undefined ? undefined : number(spread),
  });
  const source = { file: 'command line', text };
  const parsed = parseConfig(source, recordingSchema);
  if (parsed.ok) return ok(parsed.value);
  const { code, message } = parsed.fault;
  return fail(code, message);
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new CommandError(`${path}: cannot be written: ${String(error)}`, EXIT.fault);
  }
}
