// Reads recordings of any format, merges them and writes one recording.
import { ok, type Result } from '../domain/index.js';
import { BadRowsFile } from './text/bad-rows-file.js';
import { mergeRecordings } from './merge-recordings.js';
import { findOrigin, type Provenance } from './provenance.js';
import { prepareRecording } from './prepare-recording.js';
import type { PreparedRecording } from './prepared-recording.js';
import type { RowError } from './text/rate-row.js';
import type { RecordingOptions } from './recording.js';
import { findPlace } from './files/output-path.js';
import { writeRecording, type WrittenRecording } from './write-recording.js';
import type { WriteFormat } from './writers/index.js';

export interface RecordingSource {
  readonly file: string;
  readonly options: RecordingOptions;
}

export interface TransferRules {
  /** Sources in the order of their rates at equal times. */
  readonly sources: readonly RecordingSource[];
  readonly file: string;
  readonly format: WriteFormat;
  /** Whether an existing file may be replaced. */
  readonly force: boolean;
  /** Effect of a bad row: a fault, or a row in the file of bad rows. */
  readonly badRows: 'stop' | 'aside';
  readonly symbols?: readonly string[] | undefined;
  /** Called with the number of rates read of a file, or written. */
  readonly see: (done: 'read' | 'written', rates: number, file: string) => void;
}

export interface Transferred extends WrittenRecording {
  readonly origins: readonly Provenance[];
  /** Messages on implausible prices and sizes. */
  readonly doubts: readonly string[];
  readonly badRows: {
    readonly total: number;
    readonly byFlaw: Readonly<Record<RowError, number>>;
    /** File of the bad rows; undefined without any. */
    readonly file: string | undefined;
  };
}

/** Suffix of files of bad rows. */
export const BAD_ROWS_END = '.bad.ndjson';

/**
 * Merges and writes recordings; unknown sizes stay unknown, regardless of the options. Fault codes
 * of `findPlace`, `prepareRecording` and `writeRecording`; after a fault nothing was written or
 * removed. Exception: if only the file of bad rows, which is renamed last, failed, the recording
 * exists.
 */
export async function transferRecordings(rules: TransferRules): Promise<Result<Transferred>> {
  const { badRows, force, sources } = rules;
  const inputs = sources.map(({ file }) => file);
  const place = findPlace(rules.file, { force, inputs });
  if (!place.ok) return place;
  const bad = new BadRowsFile(`${place.value}${BAD_ROWS_END}`, inputs);
  // A previous file of bad rows is replaced together with its recording.
  if (badRows === 'aside' || force) {
    const badPlace = findPlace(bad.file, { force, inputs });
    if (!badPlace.ok) return badPlace;
  }
  const parts: PreparedRecording[] = [];
  try {
    const origins: Provenance[] = [];
    for (const source of sources) {
      const origin = findOrigin(source.file);
      if (!origin.ok) return origin;
      origins.push(origin.value);
      const prepared = await prepare(source, rules, bad);
      if (!prepared.ok) return prepared;
      parts.push(prepared.value);
    }
    return await write(rules, { file: place.value, inputs, parts, origins, bad });
  } finally {
    bad.discard();
    for (const part of parts) part.close();
  }
}

function prepare(
  { file, options }: RecordingSource,
  { badRows, see }: TransferRules,
  bad: BadRowsFile,
): Promise<Result<PreparedRecording>> {
  const reading: RecordingOptions = {
    ...options,
    size: 'unknown',
    badRows: badRows === 'stop' ? 'stop' : 'skip',
    seeBad: (row) => {
      bad.add(file, row);
    },
  };
  return prepareRecording(file, reading, 'off', (rates) => {
    see('read', rates, file);
  });
}

interface Material {
  readonly file: string;
  readonly inputs: readonly string[];
  readonly parts: readonly PreparedRecording[];
  readonly origins: readonly Provenance[];
  readonly bad: BadRowsFile;
}

async function write(
  { force, format, see, symbols }: TransferRules,
  { bad, file, inputs, origins, parts }: Material,
): Promise<Result<Transferred>> {
  const merged = mergeRecordings(parts);
  if (!merged.ok) return merged;
  const synced = bad.sync();
  if (!synced.ok) return synced;
  const written = await writeRecording(merged.value, {
    file,
    format,
    inputs,
    origins,
    symbols,
    see: (rates) => {
      see('written', rates, file);
    },
  });
  if (!written.ok) return written;
  // If the process is killed before this line, the recording exists and the next run reports it.
  const finished = bad.finish(force);
  if (!finished.ok) return finished;
  const { skippedByFlaw, skippedCount } = merged.value.facts;
  const aside = skippedCount > 0 ? bad.file : undefined;
  const badRows = { total: skippedCount, byFlaw: skippedByFlaw, file: aside };
  const doubts = [...new Set(parts.flatMap(({ facts }) => facts.doubts))];
  return ok({ ...written.value, origins, doubts, badRows });
}
