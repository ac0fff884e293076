// Weir's own version, from its package file.
import { readFileSync } from 'node:fs';

/** From src/session in the sources and from dist/src/session once built. */
function readVersion(): string {
  for (const path of ['../../package.json', '../../../package.json']) {
    try {
      const text = readFileSync(new URL(path, import.meta.url), 'utf8');
      const { name, version } = JSON.parse(text) as { name?: string; version?: string };
      if (name === 'weir' && version !== undefined) return version;
    } catch {
      // not there: the other layout
    }
  }
  return 'unknown';
}

export const VERSION = readVersion();
