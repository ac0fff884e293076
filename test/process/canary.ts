// Secrets made to be found again: whatever a process test leaves is searched for them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Characters that base64, hex, JSON and URLs write otherwise than plain text. */
export const CANARIES = ['canary/pass+5e1f', 'canary/key+a92c'] as const;

/** A text in which a canary may be found, and where it comes from. */
export interface Output {
  readonly place: string;
  readonly text: string;
}

const FORMS = CANARIES.flatMap(listForms);

/** A secret as it may be written: plain, in JSON, in a URL, in hex, and in base64. */
export function listForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('/', String.raw`\/`),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
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

/** Places in which a secret stands in any form. */
export function findCanaries(outputs: Iterable<Output>): readonly string[] {
  const found: string[] = [];
  for (const { place, text } of outputs) {
    if (FORMS.some((form) => text.includes(form))) found.push(place);
  }
  return found;
}

/** Every file below a folder, its name too, but those that the test itself wrote. */
export function* readFolder(dir: string, ownFiles: ReadonlySet<string>): Iterable<Output> {
  if (!existsSync(dir)) return;
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const place = join(entry.parentPath, entry.name);
    if (ownFiles.has(place)) continue;
    const text = entry.isFile() ? readFileSync(place, 'latin1') : '';
    yield { place, text: `${entry.name}\n${text}` };
  }
}
