// One journal record and its line of text: the only place that knows the form on disk.
import { hash } from 'node:crypto';
import { assert, fail, type Instant, ok, type Result } from '../domain/index.js';
import { isSecretKey } from '../validation/index.js';

/** When an input was taken in, on the three clocks. */
export interface Stamp {
  /** Session time, epoch microseconds. */
  readonly session: Instant;
  /** Wall clock, epoch milliseconds; for people, never decided by. */
  readonly wall: number;
  /** Machine time, monotonic microseconds from a start of the machine. */
  readonly mono: number;
  /** Names the process. */
  readonly boot: string;
}

export interface JournalRecord {
  /** 1 for the first record of a journal, then one more each. */
  readonly seq: number;
  /** Hash of the record before; `FIRST_PREV` for the first. */
  readonly prev: string;
  readonly stamp: Stamp;
  /** Number of the last record that was durable when this one was written. */
  readonly synced: number;
  readonly type: string;
  /** Plain JSON: numbers, strings, booleans, null, arrays, objects; key order is kept. */
  readonly data: unknown;
  /** SHA-256, hex, of the record's line up to the comma before `"hash"`. */
  readonly hash: string;
}

/** A record before it has a hash. */
export type RecordDraft = Omit<JournalRecord, 'hash'>;

/** What the first record names as the hash before it. */
export const FIRST_PREV = '0'.repeat(64);

/** Longest line that is written or read; bounds the memory of a reader. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

const HASH = /^[0-9a-f]{64}$/;
const TAIL_START = ',"hash":"';
/** Characters from the hash on, and from the comma before its name on. */
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
 * The record's line, without its line end, and its hash. Pure: the same arguments give the same
 * bytes, which is how replay regenerates a journal. A value that JSON cannot hold, or a key that
 * names a secret, is a bug.
 */
export function encodeRecord(draft: RecordDraft): { readonly line: string; readonly hash: string } {
  const { seq, prev, stamp, synced, type, data } = draft;
  const json = (JSON.stringify(data) as string | undefined) ?? '';
  const isSound = synced >= 0 && synced < seq && isStamp(stamp) && TYPE.test(type);
  if (!isSound || !Number.isSafeInteger(seq) || json === '') assertSound(draft, json);
  // Keys are looked at one by one only when the text gives a reason to: this is on the hot path.
  if (SUSPECT.test(json)) assertPlain(data, type);
  const body =
    `{"v":1,"seq":${String(seq)},"prev":"${prev}","t_session":${String(stamp.session)},` +
    `"t_wall":${String(stamp.wall)},"t_mono":${String(stamp.mono)},"boot":"${stamp.boot}",` +
    `"synced":${String(synced)},"type":"${type}","data":${json}`;
  const digest = hash('sha256', body);
  return { line: `${body},"hash":"${digest}"}`, hash: digest };
}

/**
 * The record of a line (bytes without the line end), its own hash verified; whether it follows the
 * record before is the reader's to say. Fault codes `journal.bad-line`, `journal.bad-version`,
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

/** Says what is wrong with a draft: its words are made for a wrong one alone. */
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

/** Stops on a key that names a secret and on a number that JSON would turn into null. */
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
