// Which addresses the venue's name leads to: another one is told, as long as the certificate fits.

/** Most that are remembered: behind a name that rotates there may be many. */
const MOST = 64;

/**
 * To be told the address of each connection that has proven itself. One that no connection before
 * had is a remark, once; where nothing was before it, it is the venue's place and none.
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
        `${hostname} has another address: ${address}, before ${last}; its certificate fits, ` +
          'the session goes on',
      );
    }
    seen.add(address);
    last = address;
  };
}
