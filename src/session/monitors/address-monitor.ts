// Reports when the venue's host name resolves to another address; the session continues as long as
// the certificate is valid.

/** Most addresses remembered: a rotating name may have many. */
const MOST = 64;

/**
 * Returns a function that takes the address of each verified connection. It reports a new address
 * once; the first one needs no report.
 */
export function watchAddresses(
  baseUrl: string,
  notify: (message: string) => void,
): (address: string) => void {
  const seen = new Set<string>();
  let last = '';
  return (address) => {
    if (last !== '' && !seen.has(address) && seen.size < MOST) {
      const { hostname } = new URL(baseUrl);
      notify(
        `${hostname} has a new address: ${address}, before ${last}; its certificate is valid, ` +
          'the session continues',
      );
    }
    seen.add(address);
    last = address;
  };
}
