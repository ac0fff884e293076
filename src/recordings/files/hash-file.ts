// Content hash of a file.
import { createHash } from 'node:crypto';
import { readInto } from './read-bytes.js';

const READ_BYTES = 1 << 20;

/** SHA-256 of an open file in hex digits. */
export function hashFile(descriptor: number): string {
  const hash = createHash('sha256');
  const buffer = new Uint8Array(READ_BYTES);
  for (let at = 0; ;) {
    const read = readInto(descriptor, at, buffer);
    if (read === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, read));
    at += read;
  }
}
