// What a file of the virtual disk holds, and what a crash leaves of it.

/** What of the writes that no sync covers is there after a crash. */
export type Survivors =
  | { readonly kind: 'synced' }
  | { readonly kind: 'all' }
  /** Any of them, each by a draw. */
  | { readonly kind: 'some'; readonly draw: () => boolean }
  /** All of them, the last cut short: that share of it is there. */
  | { readonly kind: 'torn'; readonly share: number };

/** A file, whatever its names. */
export interface Content {
  /** Tells it from others that were ever made. */
  readonly id: number;
  writes: Buffer[];
  /** So many of them survive any crash. */
  synced: number;
  /** Bytes of the file with the zeros that were reserved, as it is and as any crash leaves it. */
  reserved: number;
  durable: number;
  /** Writes whose sync failed: no later one makes them durable, though who reads them sees them. */
  readonly dropped: Set<Buffer>;
  isUnreadable: boolean;
}

/** All that a file holds: what was written, and the zeros behind it. */
export function* listBytes({ writes, reserved }: Content): Iterable<Buffer> {
  yield* writes;
  const zeros = reserved - countBytes(writes);
  if (zeros > 0) yield Buffer.alloc(zeros);
}

export function countBytes(writes: readonly Buffer[]): number {
  return writes.reduce((sum, { length }) => sum + length, 0);
}

/** What a crash leaves of a file: zeros where nothing was written before its end. */
export function survive(content: Content, survivors: Survivors): Buffer[] {
  const { reserved, durable } = content;
  const kept = surviveWrites(content, survivors);
  const size = survivors.kind === 'synced' ? durable : reserved;
  return [...listBytes({ ...content, writes: kept, reserved: size })];
}

/** Places that were never written to, between others that were, read as zeros. */
function surviveWrites({ writes, synced, dropped }: Content, survivors: Survivors): Buffer[] {
  // Always a copy: the dead process may still write to what it had open.
  if (survivors.kind === 'all') return [...writes];
  if (survivors.kind === 'torn') {
    const last = writes.at(-1);
    if (last === undefined || synced === writes.length) return [...writes];
    return [...writes.slice(0, -1), last.subarray(0, Math.floor(last.length * survivors.share))];
  }
  const isKept = (at: number) => at < synced || (survivors.kind === 'some' && survivors.draw());
  const kept = writes.map((bytes, at) => (isKept(at) && !dropped.has(bytes) ? bytes : undefined));
  const size = kept.findLastIndex((bytes) => bytes !== undefined) + 1;
  return writes
    .slice(0, size)
    .map((bytes, at) => (kept[at] === undefined ? Buffer.alloc(bytes.length) : bytes));
}
