// Texts without secrets: what the venue echoes goes no further.

/** A shorter secret is looked for as it is only: its other forms would be found anywhere. */
const MIN_CODED = 8;

/** A text in which each secret is `[secret]`, also as JSON, URLs, hex and base64 write it. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .flatMap(listForms)
    .reduce((left, form) => left.replaceAll(form, '[secret]'), text);
}

function listForms(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const plain = [secret, inJson, inJson.replaceAll('/', String.raw`\/`)];
  if (secret.length < MIN_CODED) return plain;
  const bytes = Buffer.from(secret);
  const inUrl = encodeURIComponent(secret);
  const inForm = new URLSearchParams({ secret }).toString().slice('secret='.length);
  const hex = bytes.toString('hex');
  return [
    ...plain,
    ...[inUrl, inUrl.toLowerCase(), inForm, hex, hex.toUpperCase()],
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
