// Texts without secrets: what the venue echoes goes no further.

/** A text in which each secret is `[secret]`, also as JSON writes it. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .reduce((left, secret) => left.replaceAll(secret, '[secret]'), text);
}
