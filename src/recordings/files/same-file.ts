// Whether a path leads to a file that is known by what its file system says of it.
import { type Stats, statSync } from 'node:fs';

/** By device and inode: the path may be a link, or another name. */
export function isSameFile(path: string, { dev, ino }: Stats): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.dev === dev && found.ino === ino;
}
