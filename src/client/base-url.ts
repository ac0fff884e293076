// Base URL of a venue: checked once, so that no secret can leave for another place.
import { fail, ok, type Result } from '../domain/index.js';

export interface BaseUrl {
  /** Scheme, host and port: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Path before every route, without a trailing slash. */
  readonly path: string;
}

/**
 * Parses the base URL of a venue: http or https on this host (127.0.0.0/8, ::1 or localhost),
 * elsewhere https with a host name. Fault code `client.base-url`.
 */
export function parseBaseUrl(text: string): Result<BaseUrl> {
  const url = toUrl(text);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // The text before an @ may be a password.
    const found = text.includes('@') ? '[hidden]' : JSON.stringify(text.slice(0, 80));
    return fail('client.base-url', `expected an http or https URL as base URL, found ${found}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return fail(
      'client.base-url',
      `expected a base URL of host, port and path only, found more at ${url.origin}`,
    );
  }
  const message = isLoopbackHost(url.hostname) ? undefined : findPlaceFault(url);
  if (message !== undefined) return fail('client.base-url', message);
  return ok({ origin: url.origin, path: url.pathname.replace(/\/+$/, '') });
}

/** As the URL parser writes them: four decimal parts, or brackets. */
const ADDRESS = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;
const HOST_NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/** On another host the venue has to prove its identity, by a certificate of its host name. */
function findPlaceFault({ hostname, origin, protocol }: URL): string | undefined {
  if (ADDRESS.test(hostname)) {
    const why = 'use the name of the host, as a certificate names hosts';
    return `expected no address beyond this machine, found ${hostname}: ${why}`;
  }
  if (!HOST_NAME.test(hostname)) return `expected the name of a host, found ${hostname}`;
  if (protocol === 'https:') return undefined;
  const here = '127.0.0.0/8, ::1 or localhost';
  return `expected https for a venue beyond this machine (${here}), found ${origin}`;
}

/** Normalizes a host name: lower case, other scripts as `xn--`, no trailing dot. */
function toUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}

/** Canonical spelling of a base URL; an invalid one is returned unchanged. */
export function spellBaseUrl(text: string): string {
  const parsed = parseBaseUrl(text);
  return parsed.ok ? `${parsed.value.origin}${parsed.value.path}` : text;
}

const LOOPBACK = /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/;

/**
 * Whether the host of a parsed URL is this host. The parser writes every spelling of an IPv4
 * address as four decimal parts.
 */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

export function isLoopbackUrl(baseUrl: string): boolean {
  return isLoopbackHost(toUrl(baseUrl)?.hostname ?? '');
}
