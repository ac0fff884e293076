// A journal record and its line of text: the only code that knows the file format.
import { hash } from 'node:crypto';
import { assert, fail, type Instant, ok, type Result } from '../domain/index.js';
import { isSecretKey } from '../validation/index.js';

/** Time of an input on the three clocks. */
export interface Stamp {
  /** Session time, epoch microseconds. */
  readonly session: Instant;
  /** Wall clock, epoch milliseconds; for display, never for decisions. */
  readonly wall: number;
  /** Monotonic microseconds since the host's start. */
  readonly mono: number;
  /** Id of the process. */
  readonly boot: string;
}

export interface JournalRecord {
  /** 1 for the first record of a journal, then consecutive. */
  readonly seq: number;
  /** Hash of the previous record; `FIRST_PREV` for the first. */
  readonly prev: string;
  readonly stamp: Stamp;
  /** Number of the last durable record at the time of this write. */
  readonly synced: number;
  readonly type: string;
  /** Plain JSON: numbers, strings, booleans, null, arrays, objects; key order is kept. */
  readonly data: unknown;
  /** SHA-256, hex, of the record's line up to the comma before `"hash"`. */
  readonly hash: string;
}

/** A record without its hash. */
export type RecordDraft = Omit<JournalRecord, 'hash'>;

/** Previous hash of the first record. */
export const FIRST_PREV = '0'.repeat(64);

/** Longest line written or read; limits the memory of a reader. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

const HASH = /^[0-9a-f]{64}$/;
const TAIL_START = ',"hash":"';
/** Characters after the start of the hash, and after the comma before its key. */
const HASH_END = 64 + '"}'.length;
const TAIL_LENGTH = TAIL_START.length + HASH_END;
const HEAD = new RegExp(
  '^\\{"v":1,"seq":([1-9]\\d{0,15}),"prev":"([0-9a-f]{64})","t_session":(-?\\d{1,16}),' +
    '"t_wall":(-?\\d[^,"]{0,30}),"t_mono":(-?\\d{1,16}),' +
    '"boot":"([\\w-]{1,40})","synced":(\\d{1,16}),"type":"([\\w.-]{1,64})","data":',
);
const BOOT = /^[\w-]{1,40}$/;
const TYPE = /^[\w.-]{1,64}$/;
const SUSPECT = /pass|token|secret|null/i;

/**
 * Encodes a record as a line without line end, with its hash. Pure: equal arguments give equal
 * bytes, which is how a replay regenerates a journal. A value that JSON cannot represent, or a key
 * that names a secret, is a bug.
 */
export function encodeRecord(draft: RecordDraft): { readonly line: string; readonly hash: string } {
  const { seq, prev, stamp, synced, type, data } = draft;
  const json = (JSON.stringify(data) as string | undefined) ?? '';
  const isSound = synced >= 0 && synced < seq && isStamp(stamp) && TYPE.test(type);
  if (!isSound || !Number.isSafeInteger(seq) || json === '') assertSound(draft, json);
  // Hot path: keys are checked one by one only if the text may contain such a key.
  if (SUSPECT.test(json)) assertPlain(data, type);
  const body =
    `{"v":1,"seq":${String(seq)},"prev":"${prev}","t_session":${String(stamp.session)},` +
    `"t_wall":${String(stamp.wall)},"t_mono":${String(stamp.mono)},"boot":"${stamp.boot}",` +
    `"synced":${String(synced)},"type":"${type}","data":${json}`;
  const digest = hash('sha256', body);
  return { line: `${body},"hash":"${digest}"}`, hash: digest };
}

/**
 * Decodes a line (bytes without the line end) and verifies its own hash; the reader checks that it
 * follows the record before. Fault codes `journal.bad-line`, `journal.bad-version`,
 * `journal.bad-hash`.
 */
export function decodeRecord(line: Uint8Array, where: string): Result<JournalRecord> {
  const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString('utf8');
  const head = HEAD.exec(text);
  const hasTail = text.startsWith(TAIL_START, text.length - TAIL_LENGTH) && text.endsWith('"}');
  if (head === null || !hasTail) return failForm(text, head !== null, where);
  const [prefix, seq = '', prev = '', session, wall, mono, boot = '', synced, type = ''] = head;
  const stated = text.slice(-HASH_END, -2);
  const found = hash('sha256', line.subarray(0, line.length - TAIL_LENGTH));
  if (found !== stated) {
    if (!HASH.test(stated)) return failForm(text, true, where);
    const message = `seq ${seq}: expected hash ${stated}, found ${found}: the line was changed`;
    return fail('journal.bad-hash', message, where);
  }
  const stamp = { session: Number(session), wall: Number(wall), mono: Number(mono), boot };
  const data = parseJson(text.slice(prefix.length, -TAIL_LENGTH));
  if (data === undefined || !areTimes(stamp)) {
    return fail('journal.bad-line', `seq ${seq}: expected JSON, found ${quote(text)}`, where);
  }
  const number = Number(seq);
  return ok({ seq: number, prev, stamp, synced: Number(synced), type, data, hash: stated });
}

/** Throws with what is wrong with a draft; messages are built only then. */
function assertSound({ seq, stamp, synced, type }: RecordDraft, json: string): void {
  const isSeq = Number.isSafeInteger(seq) && seq > 0;
  assert(isSeq, `journal: seq must be above 0, found ${String(seq)}`);
  assert(isStamp(stamp), `journal: stamp must be integers, found ${JSON.stringify(stamp)}`);
  assert(synced >= 0 && synced < seq, `journal: synced must be below seq, found ${synced}`);
  assert(TYPE.test(type), `journal: type must be one word, found "${type}"`);
  assert(json !== '', `journal: data of "${type}" is not JSON`);
}

/** Why a line is no record. */
function failForm(text: string, hasHead: boolean, where: string): Result<never> {
  const version = /^\{"v":(\d{1,9}),/.exec(text)?.[1];
  if (version !== undefined && version !== '1') {
    return fail('journal.bad-version', `expected record version 1, found ${version}`, where);
  }
  const missing = hasHead ? 'a closing ,"hash"' : 'a record that starts with {"v":1,"seq":';
  return fail('journal.bad-line', `expected ${missing}, found ${quote(text)}`, where);
}

function isStamp(stamp: Stamp): boolean {
  return areTimes(stamp) && BOOT.test(stamp.boot);
}

function areTimes({ session, wall, mono }: Stamp): boolean {
  return Number.isSafeInteger(session) && Number.isFinite(wall) && Number.isSafeInteger(mono);
}

/** Throws on a key that names a secret and on a number that JSON would turn into null. */
function assertPlain(value: unknown, type: string): void {
  if (typeof value === 'number') {
    assert(Number.isFinite(value), `journal: ${String(value)} in "${type}" is not JSON`);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    assert(!isSecretKey(key), `journal: key "${key}" in "${type}" names a secret`);
    assertPlain(item, type);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}
