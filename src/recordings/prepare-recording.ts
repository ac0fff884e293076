// Prepares a recording of any format for replay: reads and checks it once, keeps it as columns.
import { closeSync, fstatSync } from 'node:fs';
import { ok, type Result } from '../domain/index.js';
import { BLOCK_RATES, encodeBlock } from './columns/column-blocks.js';
import { findCachePlace, openCache } from './columns/column-cache.js';
import { ColumnTarget } from './columns/column-target.js';
import { createColumns } from './columns/columns.js';
import { openRecording } from './open-recording.js';
import { openFile } from './text/open-text-recording.js';
import { PreparedColumns, type PreparedRecording } from './prepared-recording.js';
import { type FoundFacts, FactsScan } from './recording-facts.js';
import type { Recording, RecordingOptions } from './recording.js';

/** Folder of the column cache: by default that of the recording. */
export type CacheSettings = 'off' | { readonly folder?: string | undefined };

/**
 * Reads a recording to its end, or its column cache, and returns its facts and rates. A recording
 * of one block stays in memory; where no cache can be written, the columns go to a temporary file.
 * Calls `see` from time to time with the number of rates read. Fault codes of `openRecording` and
 * `Recording.read`; `data.no-rates` if there is no rate between `startAt` and `endAt`.
 */
export async function prepareRecording(
  file: string,
  options: RecordingOptions,
  cache: CacheSettings = {},
  see: (rates: number) => void = () => undefined,
): Promise<Result<PreparedRecording>> {
  const source = openFile(file);
  if (!source.ok) return source;
  const descriptor = source.value;
  try {
    const stat = fstatSync(descriptor, { bigint: true });
    const place = cache === 'off' ? undefined : findCachePlace(file, options, cache.folder);
    const cached = place === undefined ? undefined : openCache(place, { descriptor, stat });
    if (place !== undefined && cached !== undefined) {
      const { blocks, descriptor: bytes, facts, ids } = cached;
      const use = { kind: 'used', file: place.file } as const;
      return ok(new PreparedColumns({ blocks, bytes, ids }, { ...facts, file }, use));
    }
    const recording = await openRecording(file, options);
    if (!recording.ok) return recording;
    const target = new ColumnTarget(file, place);
    const found = fill(recording.value, target, see);
    return found.ok ? ok(target.finish(found.value, { descriptor, stat })) : found;
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a recording into the target and closes it; deletes the target's files on failure. */
function fill(
  recording: Recording,
  target: ColumnTarget,
  see: (rates: number) => void,
): Result<FoundFacts> {
  let found: Result<FoundFacts> | undefined;
  try {
    found = readAll(recording, target, see);
    return found;
  } finally {
    recording.close();
    if (found?.ok !== true) target.discard();
  }
}

function readAll(
  recording: Recording,
  target: ColumnTarget,
  see: (rates: number) => void,
): Result<FoundFacts> {
  const columns = createColumns(BLOCK_RATES);
  const scan = new FactsScan();
  let rates = 0;
  for (;;) {
    const read = recording.read(columns);
    if (!read.ok) return read;
    if (read.value === 0) return scan.finish(recording);
    scan.add(columns);
    const added = target.add(encodeBlock(columns, target.length));
    if (!added.ok) return added;
    rates += read.value;
    see(rates);
  }
}
