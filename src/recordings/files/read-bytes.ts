// Reads a part of a file.
import { readSync } from 'node:fs';

/** Node 20 refuses to read 2 GiB at once. */
const MOST_BYTES = 1 << 30;

/** So many bytes from `from` on; throws where the file has fewer. */
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

/** Fills `bytes` from `from` on, as far as the file goes; returns how many were read. */
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
