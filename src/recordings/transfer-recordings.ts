// Reads and checks recordings of any format, puts them together, and writes one in a format.
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
  /** At one instant rates come in the order of these, then of the rows. */
  readonly sources: readonly RecordingSource[];
  readonly file: string;
  readonly format: WriteFormat;
  /** Whether a file that is there is replaced. */
  readonly force: boolean;
  /** What a bad row does: a fault, or a row of the file of bad rows. */
  readonly badRows: 'stop' | 'aside';
  readonly symbols?: readonly string[] | undefined;
  /** Sees how many rates were read of a file, and how many were written. */
  readonly see: (done: 'read' | 'written', rates: number, file: string) => void;
}

export interface Transferred extends WrittenRecording {
  readonly origins: readonly Provenance[];
  /** Prices and sizes that no such symbol has, in words. */
  readonly doubts: readonly string[];
  readonly badRows: {
    readonly total: number;
    readonly byFlaw: Readonly<Record<RowError, number>>;
    /** Where they were set aside. */
    readonly file: string | undefined;
  };
}

/** What names end with that files of bad rows have. */
export const BAD_ROWS_END = '.bad.ndjson';

/**
 * Writes one recording of one or several. Sizes that are unknown stay so, whatever the options say.
 * Fault codes of `findPlace`, `prepareRecording` and `writeRecording`; then nothing was written or
 * removed. Only where the file of bad rows, which is named last, is the one that could not get its
 * name does the recording lie there already.
 */
export async function transferRecordings(rules: TransferRules): Promise<Result<Transferred>> {
  const { badRows, force, sources } = rules;
  const inputs = sources.map(({ file }) => file);
  const place = findPlace(rules.file, { force, inputs });
  if (!place.ok) return place;
  const bad = new BadRowsFile(`${place.value}${BAD_ROWS_END}`, inputs);
  // one of before goes with the recording that it was of
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
    ...{ file, format, inputs, origins, symbols },
    see: (rates) => {
      see('written', rates, file);
    },
  });
  if (!written.ok) return written;
  // killed before this, the recording is there, and the next run is told so
  const finished = bad.finish(force);
  if (!finished.ok) return finished;
  const { skippedByFlaw, skippedCount } = merged.value.facts;
  const aside = skippedCount > 0 ? bad.file : undefined;
  const badRows = { total: skippedCount, byFlaw: skippedByFlaw, file: aside };
  const doubts = [...new Set(parts.flatMap(({ facts }) => facts.doubts))];
  return ok({ ...written.value, origins, doubts, badRows });
}
