// Texts without secrets: what the venue echoes goes no further.
import { listDecoded } from './decode-text.js';

/** Hex and base64 of a shorter secret would be found anywhere. */
const MIN_CODED = 4;

const MARK = '[secret]';

/**
 * A text in which each secret is `[secret]`, also as JSON, URLs, hex and base64 write it. Of one
 * that holds a secret in other spelling only its length is left.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret !== '');
  const forms = [...new Set(known.flatMap(listForms))];
  const left = forms.reduce((now, form) => now.replaceAll(form, MARK), text);
  const plain = known.flatMap((secret) => [secret, secret.replaceAll(' ', '+')]);
  // The mark may hold a short secret itself.
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

/** In base64 behind so many other bytes: the characters that nothing but the secret decides. */
function toBase64(bytes: Buffer, before: number): readonly string[] {
  const whole = Buffer.concat([Buffer.alloc(before), bytes]);
  const first = Math.ceil((before * 8) / 6);
  const last = Math.floor((whole.length * 8) / 6);
  return [whole.toString('base64'), whole.toString('base64url')].map((text) =>
    text.slice(first, last),
  );
}
