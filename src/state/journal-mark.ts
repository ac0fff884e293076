// Mark of a journal: its last known durable record, in a file beside the state directory. It
// detects a journal that was lost, cut or replaced by an older copy. It also has the bot's tag, so
// that a directory that is created again after a loss still owns its orders.
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isSystemError, type JournalDisk, readWhole, replaceFile } from '../journal/index.js';
import { COMMON_TAG, TAG_FORM } from '../domain/index.js';

/** A record that was durable when the mark was written. */
export interface JournalMark {
  readonly epoch: number;
  readonly seq: number;
  /** Tag of the bot's client order ids; absent: the common tag, or no session has begun. */
  readonly tag?: string;
}

/** No session has begun. */
const NONE: JournalMark = { epoch: 0, seq: 0 };

const markSchema = z.strictObject({
  v: z.literal(1),
  epoch: z.int().min(0),
  seq: z.int().min(0),
  tag: z.string().regex(TAG_FORM).exactOptional(),
});

const toName = (dir: string): string => `${basename(dir)}.mark`;

/** Path of the mark of a state directory. */
export function placeMark(dir: string): string {
  return join(dirname(dir), toName(dir));
}

/** Reads the mark; undefined where the file is unreadable. `dir` is the real path. */
export function readMark(disk: Pick<JournalDisk, 'read'>, dir: string): JournalMark | undefined {
  try {
    const text = readWhole(disk, dirname(dir), toName(dir));
    if (text === undefined) return NONE;
    const { epoch, seq, tag } = markSchema.parse(JSON.parse(text));
    return { epoch, seq, ...(tag === undefined ? {} : { tag }) };
  } catch (error) {
    const isUnreadable = error instanceof SyntaxError || error instanceof z.ZodError;
    if (!isUnreadable && !isSystemError(error)) throw error;
    return undefined;
  }
}

/**
 * Moves the mark forward. A mark that is further on, or unreadable, stays unless an operator has
 * accepted the loss. Keeps its tag unless one is given. Returns the fault as text, or undefined.
 */
export function writeMark(
  disk: JournalDisk,
  dir: string,
  { epoch, seq, tag }: JournalMark,
  isAccepted = false,
): string | undefined {
  const before = readMark(disk, dir);
  const isBehind = before === undefined || before.epoch > epoch;
  const isSame = before?.epoch === epoch && before.seq >= seq;
  if (!isAccepted && (isBehind || isSame)) return undefined;
  try {
    const own = tag ?? before?.tag ?? COMMON_TAG;
    const mark = { v: 1, epoch, seq, ...(own === COMMON_TAG ? {} : { tag: own }) };
    replaceFile(disk, dirname(dir), toName(dir), `${JSON.stringify(mark)}\n`);
    return undefined;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return `${placeMark(dir)}: cannot write it: ${error.message}`;
  }
}
