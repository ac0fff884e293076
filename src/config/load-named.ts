// Files that a configuration names: their paths, and faults with the line that names them.
import { dirname, resolve } from 'node:path';
import { faultAt } from './parse.js';
import type { LoadedText } from './text.js';
import type { Fault, Result } from '../domain/index.js';

/** A path in a configuration is relative to the configuration's folder. */
export function resolveBeside(file: string, path: string): string {
  return resolve(dirname(file), path);
}

/** Loads a file that the configuration names; without a name, `load` returns its default. */
export function loadNamed<T>(
  source: LoadedText,
  key: string,
  file: string | undefined,
  load: (file?: string) => Result<T>,
) {
  const loaded = file === undefined ? load() : load(resolveBeside(source.file, file));
  return loaded.ok ? loaded : withPlace(source, [key], loaded.fault);
}

/** Fault of another file, with the line of the configuration that names it. */
export function withPlace(source: LoadedText, path: readonly (string | number)[], fault: Fault) {
  if (fault.where !== undefined && /:\d+$/.test(fault.where)) return { ok: false as const, fault };
  const place = fault.where === undefined ? '' : `${fault.where}: `;
  return {
    ok: false as const,
    fault: faultAt(source, path, fault.code, `${place}${fault.message}`),
  };
}
