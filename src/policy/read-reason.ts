// Reads the reason code from the text that comes with an order's status.
import { type ReasonCodeKind, isReasonCode, REASON_CODES } from '../domain/venue/index.js';

const BY_LOWER_CASE: ReadonlyMap<string, string> = new Map(
  REASON_CODES.map((code) => [code.toLowerCase(), code]),
);

/** Reads it like a response body: a validation code in any letter case, else the first word. */
export function readReasonText(text: string): {
  readonly kind: ReasonCodeKind;
  readonly code: string;
} {
  const found = new Set<string>();
  for (const [, letters = ''] of text.matchAll(/RequestValidationError\.([A-Za-z]\w*)/gi)) {
    found.add(BY_LOWER_CASE.get(letters.toLowerCase()) ?? letters);
  }
  const [code] = found;
  if (found.size > 1) return { kind: 'conflict', code: '' };
  if (code !== undefined) return { kind: isReasonCode(code) ? 'known' : 'unlisted', code };
  const [word = ''] = text.trim().split(/[\s:;,]/, 1);
  return word === '' ? { kind: 'none', code: '' } : { kind: 'other', code: word };
}
