// Whether a base URL names this machine.

const LOOPBACK = /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/;

/** The URL parser has written every spelling of an IPv4 address as four decimal parts. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

export function isLoopbackUrl(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname);
}
