// Pins of strategies: checks that the file has the hash (RC61) and the folder that the
// configuration states.
import { sha256Hex } from '../journal/index.js';
import { isAbsolute, relative, sep } from 'node:path';
import { faultAt, findRealPath, type LoadedText, resolveBeside } from '../config/index.js';
import type { Fault } from '../domain/index.js';

export interface PinnedStrategy {
  readonly name: string;
  /** Text to be run. */
  readonly text: string;
  /** SHA-256 in the configuration, hex. */
  readonly sha256: string | undefined;
}

/** Why a strategy must not run; with `isLive` every strategy needs a hash. */
export function findPinFault(
  source: LoadedText,
  strategies: readonly PinnedStrategy[],
  isLive: boolean,
): Fault | undefined {
  for (const [index, { name, sha256, text }] of strategies.entries()) {
    const found = sha256Hex(text);
    if (sha256 === undefined || sha256 === found) continue;
    const path = ['strategies', index, 'sha256'];
    const message = `strategy ${name}: expected a file with this hash, found one with ${found}`;
    return faultAt(source, path, 'session.integrity', message);
  }
  if (!isLive) return undefined;
  const bare = strategies.filter(({ sha256 }) => sha256 === undefined);
  if (bare.length === 0) return undefined;
  const lines = bare.map(({ name, text }) => `${name}: sha256: ${sha256Hex(text)}`);
  const message = `expected the hash of every strategy of a live session: ${lines.join('; ')}`;
  return faultAt(source, ['strategies'], 'session.integrity', message);
}

/**
 * Why own strategy files must not be loaded: the real path of one is outside the allowed folder, by
 * default that of the configuration.
 */
export function findFolderFault(
  source: LoadedText,
  folder: string | undefined,
  files: readonly { readonly index: number; readonly file: string }[],
): Fault | undefined {
  const wanted = resolveBeside(source.file, folder ?? '.');
  const root = findRealPath(wanted);
  if (root === undefined) {
    const message = `expected a folder, found none at ${wanted}`;
    return faultAt(source, ['strategyFolder'], 'session.integrity', message);
  }
  for (const { index, file } of files) {
    const real = findRealPath(file) ?? file;
    const inside = relative(root, real);
    if (!isAbsolute(inside) && inside !== '..' && !inside.startsWith(`..${sep}`)) continue;
    const path = ['strategies', index, 'strategy'];
    const message = `expected a file inside ${wanted} (strategyFolder), found ${real}`;
    return faultAt(source, path, 'session.integrity', message);
  }
  return undefined;
}
