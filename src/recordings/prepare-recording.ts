// Makes a recording of any format ready to be played: read and checked once, kept as columns.
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

/** Where columns are kept for the next time: beside the recording unless a folder is named. */
export type CacheSettings = 'off' | { readonly folder?: string | undefined };

/**
 * Reads a recording to its end, unless its column cache has it already, and gives all that is known
 * of it and its rates. A recording of one block stays in memory. Where no cache can be kept the
 * columns lie in a file for a while. Fault codes of `openRecording` and `Recording.read`; that no
 * rate lies between `startAt` and `endAt` is `data.no-rates`. `see` is told now and then how many
 * rates were read.
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

/** Reads a recording into its target and closes it; where that fails nothing is left. */
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
