// Pins of strategies: which text of a strategy a configuration means (RC61).
import { faultAt, type LoadedText } from '../config/index.js';
import type { Fault } from '../domain/index.js';
import { hashText } from './header.js';

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
    const found = hashText(text);
    if (sha256 === undefined || sha256 === found) continue;
    const path = ['strategies', index, 'sha256'];
    const message = `strategy ${name}: expected a file with this hash, found one with ${found}`;
    return faultAt(source, path, 'session.integrity', message);
  }
  if (!isLive) return undefined;
  const bare = strategies.filter(({ sha256 }) => sha256 === undefined);
  if (bare.length === 0) return undefined;
  const lines = bare.map(({ name, text }) => `${name}: sha256: ${hashText(text)}`);
  const message = `expected the hash of every strategy of a live session: ${lines.join('; ')}`;
  return faultAt(source, ['strategies'], 'session.integrity', message);
}
