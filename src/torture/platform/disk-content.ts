// Content of a file on the virtual disk, and what a crash leaves of it.

/** Which writes that no sync covers survive a crash. */
export type Survivors =
  | { readonly kind: 'synced' }
  | { readonly kind: 'all' }
  /** Each survives if `draw` says so. */
  | { readonly kind: 'some'; readonly draw: () => boolean }
  /** All survive, but of the last one only this share of its bytes. */
  | { readonly kind: 'torn'; readonly share: number };

/** Content of a file, whatever its names. */
export interface Content {
  /** Unique among all contents of the disk. */
  readonly id: number;
  writes: Buffer[];
  /** Number of writes that survive any crash. */
  synced: number;
  /** File size including reserved zeros: now, and after any crash. */
  reserved: number;
  durable: number;
  /** Writes whose sync failed: no later sync makes them durable, though readers still see them. */
  readonly dropped: Set<Buffer>;
  isUnreadable: boolean;
}

/** All bytes of a file: the writes and the reserved zeros behind them. */
export function* listBytes({ writes, reserved }: Content): Iterable<Buffer> {
  yield* writes;
  const zeros = reserved - countBytes(writes);
  if (zeros > 0) yield Buffer.alloc(zeros);
}

export function countBytes(writes: readonly Buffer[]): number {
  return writes.reduce((sum, { length }) => sum + length, 0);
}

/** Content after a crash: zeros where nothing was written before the end of the file. */
export function survive(content: Content, survivors: Survivors): Buffer[] {
  const { reserved, durable } = content;
  const kept = surviveWrites(content, survivors);
  const size = survivors.kind === 'synced' ? durable : reserved;
  return [...listBytes({ ...content, writes: kept, reserved: size })];
}

/** Lost writes between surviving ones read as zeros. */
function surviveWrites({ writes, synced, dropped }: Content, survivors: Survivors): Buffer[] {
  // Always a copy, since the dead process may still write to its open files.
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
