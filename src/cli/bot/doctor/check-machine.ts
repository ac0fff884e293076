// Doctor checks of this machine: version of Node, settings of the shell, disk.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type JournalDisk, isSystemError } from '../../../journal/index.js';
import { checkStart } from '../../../session/index.js';
import { findLack } from '../../../state/index.js';
import type { Plan } from '../../../plan/index.js';
import { bad, type Finding, good, toBad } from './finding.js';

/** As `engines` of package.json. */
export const LEAST_NODE = [20, 19] as const;
/** Longest acceptable sync: every order waits for the sync of its record. */
const MOST_SYNC_MS = 50;
const SYNCS = 5;
/** Bytes per measured sync, like a burst of records. */
const SYNC_BYTES = 4_096;

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = LEAST_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) {
    return good(`Node ${version}`);
  }
  const least = LEAST_NODE.join('.');
  return bad(`expected Node ${least} or newer, found ${version}: install another`);
}

/** Settings of this shell that a start refuses; a start checks its own Node options itself. */
export function checkShell({ config }: Plan): Finding | undefined {
  const environment = config.venue?.environment ?? 'paper';
  const execArgv = ['--disallow-code-generation-from-strings', '--no-addons'];
  const start = checkStart(environment, { execArgv, environment: process.env, isInspected: false });
  return start.ok ? undefined : toBad(start.fault);
}

/** Free space, and the time of a sync in the journal's folder. */
export function checkDisk(disk: JournalDisk, state: string, isLive: boolean): Finding {
  const dir = findExisting(state);
  try {
    const millis = measureSync(disk, dir);
    const { freeBytes } = disk.freeSpace(dir);
    const space = `${(freeBytes / 2 ** 30).toFixed(1)} GiB free in ${dir}`;
    const facts = `${space}, a sync takes ${millis.toFixed(1)} ms (median of ${String(SYNCS)})`;
    const lack = findLack(disk, dir, isLive);
    if (lack !== '')
      return bad(`${facts}: ${lack}; make room, or name another disk by --state DIR`);
    if (millis <= MOST_SYNC_MS) return good(facts);
    const hint = 'every order waits for a sync: name a faster disk by --state DIR';
    return bad(`${facts}, expected at most ${String(MOST_SYNC_MS)} ms: ${hint}`);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return bad(`cannot write in ${dir} (${error.code ?? ''}): look at its owner, mode and disk`);
  }
}

/** Nearest existing folder: the first start creates missing ones. */
function findExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path));
}

/** Median, milliseconds. */
function measureSync(disk: JournalDisk, dir: string): number {
  const name = `doctor-${String(process.pid)}`;
  const file = disk.create(dir, name);
  try {
    const times = Array.from({ length: SYNCS }, () => {
      file.write(new Uint8Array(SYNC_BYTES));
      const startedAt = performance.now();
      file.sync();
      return performance.now() - startedAt;
    });
    return times.toSorted((a, b) => a - b)[SYNCS >> 1] ?? 0;
  } finally {
    file.close();
    disk.remove(dir, name);
  }
}
