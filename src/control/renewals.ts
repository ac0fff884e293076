// Counts how often a limit was overridden under the same limits. The count is in a file in the
// control directory, so that a restart does not reset it.
import { z } from 'zod';
import { fail, type Fault } from '../domain/index.js';
import {
  isSystemError,
  type JournalDisk,
  readWhole,
  replaceFile,
  sha256Hex,
} from '../journal/index.js';
import { parseJson } from '../protocol/index.js';
import type { Limits } from '../risk/index.js';

/** Name of the file in the control directory. */
const FILE = 'overrides.json';
/** Most renewals after the first override. */
const MAX_RENEWALS = 3;

const grantsSchema = z.strictObject({
  v: z.literal(1),
  /** Hash of the limits that were overridden. */
  limits: z.string(),
  /** Overrides by control and scope. */
  counts: z.record(z.string(), z.int().min(1)),
});

/**
 * Counts an override of `what` before it is granted. Fault code `control.override`: the renewals
 * under these limits are used up, or the count cannot be read.
 */
export function countOverride(
  disk: JournalDisk,
  control: string,
  limits: Limits,
  what: string,
): { readonly ok: false; readonly fault: Fault } | undefined {
  try {
    return count(disk, control, sha256Hex(JSON.stringify(limits)), what);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return fail('control.override', `cannot keep the count of overrides: ${error.message}`);
  }
}

function count(disk: JournalDisk, control: string, version: string, what: string) {
  const text = readWhole(disk, control, FILE);
  const read = text === undefined ? undefined : grantsSchema.safeParse(parseJson(text));
  if (read?.success === false) {
    const hint = 'find out who changed it, and move it away while the bot is stopped';
    return fail('control.override', `cannot read the count of overrides in ${FILE}: ${hint}`);
  }
  const counts = new Map(read?.data.limits === version ? Object.entries(read.data.counts) : []);
  const made = counts.get(what) ?? 0;
  if (made > MAX_RENEWALS) {
    const found = `at most ${String(MAX_RENEWALS)} renewals are allowed of an override of ${what}`;
    const next = 'change the limits and start again with --accept-limit-increase';
    return fail('control.override', `${found}, all of them are used: ${next}`);
  }
  counts.set(what, made + 1);
  const grants = { v: 1, limits: version, counts: Object.fromEntries(counts) };
  replaceFile(disk, control, FILE, `${JSON.stringify(grants)}\n`);
  return undefined;
}
