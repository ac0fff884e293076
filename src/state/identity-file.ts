// File that records which login or account a state directory belongs to.
import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result, COMMON_TAG, TAG_FORM } from '../domain/index.js';
import { type JournalDisk, readWhole, replaceFile } from '../journal/index.js';
import type { StatePorts, StateDirectory } from './state-directory.js';
import {
  describeIdentity,
  describeVenue,
  isSameLogin,
  isSameVenue,
  spellPlace,
  type StateIdentity,
} from './identity.js';
import { readMark } from './journal-mark.js';

export const IDENTITY_FILE = 'identity.json';

const identitySchema = z.strictObject({
  v: z.literal(1),
  environment: z.string(),
  baseUrl: z.string(),
  login: z.string(),
  venue: z.strictObject({ id: z.string(), account: z.string() }).exactOptional(),
  hasBegun: z.boolean().default(false),
  /** Absent: the common tag. */
  tag: z.string().regex(TAG_FORM).default(COMMON_TAG),
});

type Recorded = Pick<StateDirectory, 'identity' | 'hasBegun' | 'tag'>;

/** The recorded facts, or the text alone where it is invalid; no text without a file. */
export function readIdentity(
  disk: Pick<JournalDisk, 'read'>,
  dir: string,
): { readonly text: string | undefined; readonly recorded?: Recorded } {
  const text = readWhole(disk, dir, IDENTITY_FILE);
  const parsed = identitySchema.safeParse(parseJson(text ?? ''));
  if (!parsed.success) return { text };
  const { environment, baseUrl, hasBegun, login, tag, venue } = parsed.data;
  const identity = { environment, baseUrl, login, ...(venue === undefined ? {} : { venue }) };
  return { text, recorded: { identity, hasBegun, tag } };
}

export function writeIdentity(
  disk: JournalDisk,
  dir: string,
  { environment, baseUrl, login, venue }: StateIdentity,
  { hasBegun, tag }: Pick<StateDirectory, 'hasBegun' | 'tag'>,
): void {
  const own = tag === COMMON_TAG ? {} : { tag };
  const facts = { v: 1, environment, baseUrl, login, venue, hasBegun, ...own };
  replaceFile(disk, dir, IDENTITY_FILE, `${JSON.stringify(facts)}\n`);
}

/** Tag of the bot whose directory was lost; undefined where unknown. */
export function findLostTag(disk: Pick<JournalDisk, 'read'>, dir: string): string | undefined {
  const mark = readMark(disk, dir);
  return mark?.tag ?? (mark === undefined || mark.epoch === 0 ? undefined : COMMON_TAG);
}

/** Detects a drawn tag without any journal or mark that proves its use. */
export function findUnprovenTag(
  disk: Pick<JournalDisk, 'read'>,
  dir: string,
  { hasBegun, tag }: Pick<StateDirectory, 'hasBegun' | 'tag'>,
): Pick<StateDirectory, 'mayHaveOtherTag'> {
  const isKnown = hasBegun || tag === COMMON_TAG || findLostTag(disk, dir) !== undefined;
  return isKnown ? {} : { mayHaveOtherTag: true };
}

/**
 * Checks the recorded identity; returns whether a journal was begun, the tag, and how the account
 * was reached before.
 */
export function checkIdentity(
  { disk, drawTag }: Pick<StatePorts, 'disk' | 'drawTag'>,
  { dir, journal }: Pick<StateDirectory, 'dir' | 'journal'>,
  wanted: StateIdentity,
): Result<Omit<StateDirectory, 'dir' | 'journal' | 'control' | 'identity'>> {
  const where = join(dir, IDENTITY_FILE);
  const { recorded, text } = readIdentity(disk, dir);
  if (text === undefined) {
    const isUsed = disk.list(journal).length > 0;
    if (isUsed)
      return fail(
        'state.other',
        'expected the login that this state belongs to, found no such file',
        where,
      );
    const inner = disk.list(dir).find((name) => holdsState(disk, join(dir, name)));
    if (inner !== undefined) {
      const expected = 'expected the state directory of one login';
      return fail('state.other', `${expected}, found one that contains another, ${inner}`, dir);
    }
    const tag = drawTag === undefined ? COMMON_TAG : (findLostTag(disk, dir) ?? drawTag());
    const made = { hasBegun: false, tag };
    writeIdentity(disk, dir, wanted, made);
    return ok({ ...made, ...findUnprovenTag(disk, dir, made) });
  }
  if (recorded === undefined)
    return fail('state.other', 'expected the login that this state belongs to, found none', where);
  const { hasBegun, identity, tag } = recorded;
  const fault = findOther(identity, wanted, where);
  if (fault !== undefined) return fault;
  if (isSameLogin(identity, wanted)) return ok({ hasBegun, tag });
  return ok({ hasBegun, tag, before: `${identity.login} at ${identity.baseUrl}` });
}

const ANOTHER = 'name another directory with --state DIR';

function findOther(
  recorded: StateIdentity,
  wanted: StateIdentity,
  where: string,
): Result<never> | undefined {
  const isStated = recorded.venue !== undefined && wanted.venue !== undefined;
  const keys = isStated
    ? (['environment'] as const)
    : (['environment', 'baseUrl', 'login'] as const);
  for (const key of keys) {
    const spell = key === 'baseUrl' ? spellPlace : String;
    if (spell(recorded[key]) === spell(wanted[key])) continue;
    const found = `found that of ${recorded[key]}`;
    const message = `expected the state of ${key} ${wanted[key]}, ${found}`;
    return fail('state.other', `${message}; ${ANOTHER}`, where);
  }
  const found = recorded.venue === undefined ? undefined : describeVenue(recorded.venue);
  if (wanted.venue === undefined) {
    if (found === undefined) return undefined;
    const message = `expected venue.id and venue.account of this state, ${found}, found none`;
    return fail('state.other', message, where);
  }
  const whose = `the state of ${describeIdentity(wanted)}`;
  if (found === undefined) {
    const hint = 'run `weir state move CONFIG`, with --state DIR if the start has it';
    return fail('state.former', `expected ${whose}, found one without an account: ${hint}`, where);
  }
  if (isSameVenue(recorded, wanted)) return undefined;
  return fail('state.other', `expected ${whose}, found that of ${found}; ${ANOTHER}`, where);
}

function holdsState(disk: JournalDisk, dir: string): boolean {
  const isDirectory = disk.describe(dir)?.kind === 'directory';
  return isDirectory && disk.describe(join(dir, IDENTITY_FILE)) !== undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
