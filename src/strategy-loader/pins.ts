// Pins of strategies: which text of a strategy a configuration means (RC61), and where it is from.
import { sha256Hex } from '../journal/index.js';
import { isAbsolute, relative, sep } from 'node:path';
import { faultAt, findRealPath, type LoadedText } from '../config/index.js';
import type { Fault } from '../domain/index.js';
import { resolveBeside } from '../config/index.js';

export interface PinnedStrategy {
  readonly name: string;
  /** The text that would run. */
  readonly text: string;
  /** Its SHA-256 by the configuration, hex. */
  readonly sha256: string | undefined;
}

/** Why one of them must not run; every one has to be pinned where `isLive`. */
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
 * Why own files of strategies, by their real paths, must not be loaded: one is outside the folder
 * that they may come from, which is that of the configuration where no other is named.
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
