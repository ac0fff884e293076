// Signs requests by hand, after the venue's description and with nothing of ours.
import { createHash, createHmac } from 'node:crypto';

export const HMAC = { id: 'algo1-hmac', secret: 'hmac-canary-5120' } as const;

export interface SignedParts {
  readonly method: string;
  readonly target: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly body?: string;
  readonly id?: string;
  readonly secret?: string;
  readonly idKey?: string;
  readonly algorithm?: string;
  /** Names signed, in order. */
  readonly names?: readonly string[];
  /** Replaces, adds or, with undefined, leaves out what is sent and signed. */
  readonly sent?: Readonly<Record<string, string | undefined>>;
}

/** The headers of a signed request, all of them right unless changed. */
export function signByHand(parts: SignedParts): Record<string, string> {
  const { method, target, at, body = '', id = HMAC.id, secret = HMAC.secret } = parts;
  const { idKey = 'username', algorithm = 'hmac-sha256', sent = {} } = parts;
  const { names = ['request-line', 'date', 'digest'] } = parts;
  const all: Record<string, string | undefined> = {
    date: new Date(at).toUTCString(),
    digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}`,
    type: 'hmac',
    ...sent,
  };
  const headers = Object.entries(all).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const values = new Map(headers);
  const text = names
    .map((name) =>
      name === 'request-line'
        ? `${method} ${target} HTTP/1.1`
        : `${name}: ${values.get(name) ?? ''}`,
    )
    .join('\n');
  const signature = createHmac(algorithm.slice(5), secret).update(text).digest('base64');
  return {
    authorization:
      `hmac ${idKey}="${id}", algorithm="${algorithm}", ` +
      `headers="${names.join(' ')}", signature="${signature}"`,
    ...Object.fromEntries(headers),
  };
}
