// Encodes the simulator's error bodies and finds the reason code in the venue's (wire facts 11.2).
import { isRecord } from '../validation/index.js';
import { isReasonCode, REASON_CODES, REASON_PREFIX } from '../domain/venue/index.js';
import { DEFAULT_PROFILE, type VenueProfile } from './profile/profile.js';
import { cleanText, parseJson } from './wire-text.js';

/** Body of an error; a validation code gets its prefix, other codes are sent unchanged. */
export function encodeError(
  code: string | undefined,
  message: string,
  profile: VenueProfile = DEFAULT_PROFILE,
): string {
  const full = code !== undefined && isReasonCode(code) ? `${REASON_PREFIX}${code}` : code;
  const fields = full === undefined ? [] : profile.codeFieldsSent.map((field) => [field, full]);
  return JSON.stringify({ ...(Object.fromEntries(fields) as object), message });
}

/**
 * Kind of the reason in a body: `none`: no code; `known`: one of the 20 validation codes;
 * `unlisted`: another `RequestValidationError`; `other`: another code or text; `conflict`: two
 * different codes.
 */
export type ReasonKind = 'none' | 'known' | 'unlisted' | 'other' | 'conflict';

export interface ReasonReading {
  readonly kind: ReasonKind;
  /** The code without its prefix; empty for `none` and `conflict`. */
  readonly code: string;
  /** The venue's message, cleaned and shortened. */
  readonly message: string;
  /** True if the code came in another letter case. */
  readonly isInexact?: true;
}

/** Limits of the search in a body. */
const MAX_DEPTH = 6;
const MAX_BODY = 64 * 1024;
/** Detects an HTML page, and strips its scripts, styles and tags. */
const MARKUP = /^\s*</;
const TAGS = /<(script|style)\b[^]*?<\/\1>|<[^>]*>/gi;
/** Characters of a page that are read. */
const MAX_PAGE = 4_096;
/** Maximum length of a code; the rest is cut. */
const MAX_CODE = 60;

const BY_LOWER_CASE: ReadonlyMap<string, string> = new Map(
  REASON_CODES.map((code) => [code.toLowerCase(), code]),
);

/**
 * Finds the reason code of an error body. Searches every text for validation codes in any letter
 * case; without one the first code field present counts.
 */
export function readReasonCode(
  bodyText: string,
  profile: VenueProfile = DEFAULT_PROFILE,
): ReasonReading {
  const text = bodyText.slice(0, MAX_BODY);
  if (text.trim() === '') return { kind: 'none', code: '', message: '' };
  const body = bodyText.length > MAX_BODY ? undefined : parseJson(text);
  const codes = new Set<string>();
  collectCodes(body ?? text, 0, codes);
  const message = readMessage(body, text);
  if (codes.size > 1) return { kind: 'conflict', code: '', message };
  const [code] = codes;
  if (code !== undefined) {
    const kind = isReasonCode(code) ? 'known' : 'unlisted';
    const isExact = text.includes(`${REASON_PREFIX}${code}`);
    if (isExact) return { kind, code, message };
    return { kind, code, message: `${message} (code in another letter case)`, isInexact: true };
  }
  if (!isRecord(body)) return { kind: 'other', code: findPlainCode(text), message };
  const other = readCodeField(body, profile);
  return other === ''
    ? { kind: 'none', code: '', message }
    : { kind: 'other', code: cleanText(other, MAX_CODE), message };
}

function collectCodes(value: unknown, depth: number, into: Set<string>): void {
  if (typeof value === 'string') {
    for (const [, letters = ''] of value.matchAll(/RequestValidationError\.([A-Za-z]\w*)/gi)) {
      into.add(BY_LOWER_CASE.get(letters.toLowerCase()) ?? letters.slice(0, MAX_CODE));
    }
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const member of Object.values(value)) collectCodes(member, depth + 1, into);
  }
}

function readCodeField(body: Readonly<Record<string, unknown>>, profile: VenueProfile): string {
  for (const field of profile.codeFields) {
    const value = body[field];
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** A single word may be a code; a page or sentence, perhaps of a proxy, is not. */
function findPlainCode(text: string): string {
  const [, word = ''] = /^\s*"?([A-Za-z][\w.-]*)"?\s*$/.exec(text) ?? [];
  return word.slice(0, MAX_CODE);
}

function readMessage(body: unknown, text: string): string {
  const message = isRecord(body) ? body['message'] : undefined;
  if (typeof message === 'string') return cleanText(message);
  if (!MARKUP.test(text)) return cleanText(text);
  return cleanText(text.slice(0, MAX_PAGE).replace(TAGS, ' ').replace(/\s+/g, ' '));
}
