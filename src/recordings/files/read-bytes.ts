// Reads bytes of a file at an offset.
import { readSync } from 'node:fs';

/** Node 20 refuses reads of 2 GiB or more. */
const MOST_BYTES = 1 << 30;

/** Reads `length` bytes at `from`; throws if the file has fewer. */
export function readBytes(descriptor: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  const read = readInto(descriptor, from, bytes);
  if (read < length) {
    throw new RangeError(
      `expected ${String(length)} bytes at ${String(from)}, found ${String(read)}`,
    );
  }
  return bytes;
}

/** Fills `bytes` from `from` on, up to the end of the file; returns the number of bytes read. */
export function readInto(descriptor: number, from: number, bytes: Uint8Array): number {
  let read = 0;
  while (read < bytes.length) {
    const length = Math.min(bytes.length - read, MOST_BYTES);
    const more = readSync(descriptor, bytes, read, length, from + read);
    if (more === 0) break;
    read += more;
  }
  return read;
}
