// The session folder: made fresh, self-describing, with copies of configuration and strategies.
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fail, ok, type Result } from '../domain/index.js';
import type { SessionHeader } from './header.js';
import { CONFIG_COPY, PROFILE_COPY, STRATEGIES_COPY, toCopyName } from './replay-faults.js';

/** Numbers tried for a folder's name. */
const MAX_FOLDERS = 100_000;

/**
 * Makes the folder of a session. A given one must be new or empty; without one, the first free
 * `sessions/NAME-N` is taken. Fault codes `session.out-not-empty`, `session.out`.
 */
export function createFolder(out: string | undefined, name: string): Result<string> {
  try {
    return out === undefined ? createNumbered(name) : createGiven(out);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const hint = 'name another folder with --out DIR';
    return fail('session.out', `expected to make the session folder, found ${message}; ${hint}`);
  }
}

function createGiven(out: string): Result<string> {
  const parent = dirname(resolve(out));
  // Node's recursive mkdir never ends where a file system answers ENOENT below an existing folder.
  if (!existsSync(parent)) mkdirSync(parent, { recursive: true });
  if (!existsSync(out)) mkdirSync(out, { mode: 0o700 });
  if (readdirSync(out).length === 0) return ok(out);
  return fail('session.out-not-empty', 'expected a new or empty folder, found files in it', out);
}

/** mkdir fails when the folder is there, so two terminals never share one. */
function createNumbered(name: string): Result<string> {
  mkdirSync('sessions', { recursive: true });
  for (let number = 1; number <= MAX_FOLDERS; number++) {
    const folder = join('sessions', `${name}-${String(number)}`);
    try {
      mkdirSync(folder, { mode: 0o700 });
      return ok(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return fail('session.out', 'expected a free folder name, found none', join('sessions', name));
}

/** Takes an empty folder away again when a session could not start. */
export function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // not empty: it holds something that a person should see
  }
}

/** Writes the copies that make the folder readable: the configuration and the strategies. */
export function writeCopies(folder: string, header: SessionHeader): Result<void> {
  try {
    writeFileSync(join(folder, CONFIG_COPY), header.config.text, { mode: 0o600 });
    if (header.profile !== undefined) {
      writeFileSync(join(folder, PROFILE_COPY), header.profile.text, { mode: 0o600 });
    }
    mkdirSync(join(folder, STRATEGIES_COPY), { mode: 0o700 });
    for (const { name, file, text } of header.strategies) {
      writeFileSync(join(folder, STRATEGIES_COPY, toCopyName(name, file)), text, { mode: 0o600 });
    }
    return ok(undefined);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return fail('session.out', `expected to write the session folder, found ${message}`, folder);
  }
}
