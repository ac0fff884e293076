// Version of Weir, from its package file.
import { readFileSync } from 'node:fs';

/** Tries the paths from the source folder and from the built one. */
function readVersion(): string {
  for (const path of ['../../package.json', '../../../package.json']) {
    try {
      const text = readFileSync(new URL(path, import.meta.url), 'utf8');
      const { name, version } = JSON.parse(text) as { name?: string; version?: string };
      if (name === 'weir' && version !== undefined) return version;
    } catch {
      // not there: the other layout applies
    }
  }
  return 'unknown';
}

export const VERSION = readVersion();
