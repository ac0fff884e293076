// Merges prepared recordings: one set of instruments, one order of time.
import { ok, type Result } from '../domain/index.js';
import { BLOCK_RATES } from './columns/column-blocks.js';
import { createColumns } from './columns/columns.js';
import { openParts, type PreparedRecording, type SharedRecording } from './prepared-recording.js';
import { FactsScan, type RecordingFacts } from './recording-facts.js';
import type { Recording } from './recording.js';

/** Merges recordings; at equal times rates keep the order of `parts`. The facts cover all rates. */
export function mergeRecordings(parts: readonly PreparedRecording[]): Result<PreparedRecording> {
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return ok(only);
  const merged = openParts(parts.map((part) => part.open()));
  const scan = new FactsScan();
  const columns = createColumns(BLOCK_RATES);
  for (;;) {
    const read = merged.read(columns);
    if (!read.ok) return read;
    if (read.value === 0) break;
    scan.add(columns);
  }
  const found = scan.finish(merged);
  return found.ok ? ok(new PreparedMerge(parts, found.value.facts)) : found;
}

class PreparedMerge implements PreparedRecording {
  readonly facts: RecordingFacts;
  readonly caches: PreparedRecording['caches'];
  private readonly parts: readonly PreparedRecording[];

  constructor(parts: readonly PreparedRecording[], facts: RecordingFacts) {
    this.parts = parts;
    this.facts = facts;
    this.caches = parts.flatMap(({ caches }) => caches);
  }

  open(): Recording {
    return openParts(this.parts.map((part) => part.open()));
  }

  share(): SharedRecording {
    return { facts: this.facts, parts: this.parts.flatMap((part) => part.share().parts) };
  }

  close(): void {
    for (const part of this.parts) part.close();
  }
}
