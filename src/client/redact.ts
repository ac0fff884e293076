// Removes secrets from texts, so that what the venue echoes goes no further.
import { listDecoded } from './decode-text.js';

/** Shorter secrets are not searched in hex and base64, where they would match by chance. */
const MIN_CODED = 4;

const MARK = '[secret]';

/**
 * Replaces each secret by `[secret]`, also in its JSON, URL, hex and base64 form. A text with a
 * secret in another spelling is replaced by its length.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret !== '');
  const forms = [...new Set(known.flatMap(listForms))];
  const left = forms.reduce((now, form) => now.replaceAll(form, MARK), text);
  const plain = known.flatMap((secret) => [secret, secret.replaceAll(' ', '+')]);
  // The mark itself may contain a short secret.
  const copies = listDecoded(left.replaceAll(MARK, '\0'));
  const isLeft = copies.some((copy) => plain.some((secret) => copy.includes(secret)));
  return isLeft ? `[a text of ${String(text.length)} characters that held a secret]` : left;
}

function listForms(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inUrl = encodeURIComponent(Buffer.from(secret).toString('utf8'));
  const inForm = new URLSearchParams({ secret }).toString().slice('secret='.length);
  const plain = [secret, inJson, inJson.replaceAll('/', String.raw`\/`), inUrl, inForm];
  if (secret.length < MIN_CODED) return plain;
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return [
    ...[...plain, inUrl.toLowerCase(), hex, hex.toUpperCase()],
    ...[0, 1, 2].flatMap((before) => toBase64(bytes, before)),
  ];
}

/**
 * Base64 of a secret after `before` other bytes: only the characters that the secret alone
 * determines.
 */
function toBase64(bytes: Buffer, before: number): readonly string[] {
  const whole = Buffer.concat([Buffer.alloc(before), bytes]);
  const first = Math.ceil((before * 8) / 6);
  const last = Math.floor((whole.length * 8) / 6);
  return [whole.toString('base64'), whole.toString('base64url')].map((text) =>
    text.slice(first, last),
  );
}
