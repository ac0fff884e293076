// Compares a path with a known file by their file status.
import { type Stats, statSync } from 'node:fs';

/** Compares device and inode, because the path may be a link or another name. */
export function isSameFile(path: string, { dev, ino }: Stats): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.dev === dev && found.ino === ino;
}
