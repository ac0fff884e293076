// Finds the recordings of a weir data command: given files, or those of a configuration.
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { parseConfig, readText } from '../../config/index.js';
import {
  createRecordingSchema,
  instrumentsSchema,
  type RecordingSource,
  toRecordingOptions,
} from '../../recordings/index.js';
import { type InstrumentTerms, ok, type Result } from '../../domain/index.js';
import type { DataArguments } from './data-options.js';
import { usageError } from '../parser/usage.js';

type Terms = Readonly<Record<string, InstrumentTerms>>;

/** Names of configuration files. */
const CONFIG = /\.ya?ml$/;

const recordingSchema = createRecordingSchema(z.number().default(1));

/** Keys that describe the format of a file. */
const LOOKS = [
  'layout',
  'symbol',
  'symbols',
  'spread',
  'side',
  'bar',
  'sizeUnit',
  'oneSided',
] as const;

/** In order; command line options override those of a configuration. */
export function findSources(given: DataArguments): Result<readonly RecordingSource[]> {
  const { config: named, files } = given;
  const configs = files.filter((file) => CONFIG.test(file));
  const all = named === undefined ? configs : [...configs, named];
  if (all.length > 1) {
    const why = 'whose instruments are those of all files';
    throw usageError(`expected one configuration at most, ${why}; found ${all.join(', ')}`);
  }
  const [file] = all;
  const flags = readFlags(given);
  const read = file === undefined ? ok(NO_CONFIG) : readConfig(file, configs.length > 0);
  if (!read.ok) return read;
  const { recordings, terms } = read.value;
  const [only, ...more] = recordings;
  const looks = only === undefined || more.length > 0 ? {} : pickLooks(only);
  const options = toRecordingOptions({ ...looks, ...flags }, terms);
  const listed = recordings.map((one) => ({
    file: resolve(dirname(file ?? ''), one.file),
    options: toRecordingOptions({ ...one, ...flags }, terms),
  }));
  return ok(files.flatMap((one) => (CONFIG.test(one) ? listed : [{ file: one, options }])));
}

/** Instruments of a configuration, which needs no recording. */
export function readTerms(file: string | undefined): Result<Terms> {
  const read = file === undefined ? ok(NO_CONFIG) : readConfig(file, false);
  return read.ok ? ok(read.value.terms) : read;
}

type RecordingConfig = z.output<typeof recordingSchema>;
type Flags = Omit<RecordingConfig, 'file' | 'loop' | 'origin' | 'speed'>;

interface Config {
  readonly recordings: readonly RecordingConfig[];
  readonly terms: Terms;
}

const NO_CONFIG: Config = { recordings: [], terms: {} };

/** Reads only the recordings and instruments of a session or simulator file. */
function readConfig(file: string, needsRecording: boolean): Result<Config> {
  const source = readText(file);
  if (!source.ok) return source;
  // parses a list or a single recording separately: a union would give unclear faults
  const shape = parseConfig(source.value, z.looseObject({ recording: z.array(z.unknown()) }));
  const one = recordingSchema.transform((only) => [only]);
  const recording = shape.ok ? z.array(recordingSchema).min(1) : one;
  const schema = z.looseObject({
    recording: needsRecording ? recording : recording.optional(),
    instruments: instrumentsSchema,
  });
  const config = parseConfig(source.value, schema);
  if (!config.ok) return config;
  const { instruments, recording: recordings = [] } = config.value;
  return ok({ recordings, terms: instruments });
}

/** The stated format of a recording, for other files with the same format. */
function pickLooks(config: RecordingConfig): Partial<Flags> {
  const stated = LOOKS.filter((key) => config[key] !== undefined);
  return Object.fromEntries(stated.map((key) => [key, config[key]]));
}

/** Configuration keys whose command line option has another name. */
const FLAG_NAMES: Readonly<Record<string, string>> = { startAt: 'from', endAt: 'to' };

/** Options as configuration keys, checked by the same schema; missing options are absent. */
function readFlags(given: DataArguments): Flags {
  const { bad = given.action === 'inspect' ? 'aside' : 'stop', bar, from, size } = given;
  const { files, side, spread, symbol, to } = given;
  const number = (value: string) => (Number.isNaN(Number(value)) ? value : Number(value));
  const text = JSON.stringify({
    file: files[0],
    badRows: bad === 'stop' ? 'stop' : 'skip',
    bar,
    endAt: to,
    startAt: from,
    symbol,
    side,
    size: size === undefined ? undefined : number(size),
    spread: spread === undefined ? undefined : number(spread),
  });
  const source = { file: 'command line', text };
  const parsed = parseConfig(source, recordingSchema);
  if (!parsed.ok) {
    const says = parsed.fault.faults.map(({ message }) => {
      return message.replace(/^\w+(?=: )/, (key) => `--${FLAG_NAMES[key] ?? key}`);
    });
    throw usageError(says.join('\n'));
  }
  const { endAt, startAt } = parsed.value;
  if (startAt !== undefined && endAt !== undefined && startAt >= endAt) {
    throw usageError(`expected --from before --to, found ${from ?? ''} and ${to ?? ''}`);
  }
  return parsed.value;
}
