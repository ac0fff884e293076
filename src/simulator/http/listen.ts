// Binds the HTTP server to a loopback address, and closes it.
import type { Server } from 'node:http';
import { isIPv4 } from 'node:net';
import { fail, ok, type Result } from '../../domain/index.js';

/** Time for connections to finish a request before they are cut. */
const CLOSE_MS = 1_000;
const MAX_PORT = 65_535;

export interface Listening {
  readonly url: string;
  readonly port: number;
}

/**
 * Listens on a loopback address only. Fault codes: `simulator.bind` for another address,
 * `simulator.port` for an unavailable port.
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
): Promise<Result<Listening>> {
  const address = host === 'localhost' ? '127.0.0.1' : host;
  if (address !== '::1' && !(isIPv4(address) && address.startsWith('127.'))) {
    return failBind('a loopback address such as 127.0.0.1 (passwords go in the clear)', host);
  }
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) {
    return failPort('a port from 0 to 65535', String(port));
  }
  const failed = await tryListen(server, address, port);
  if (failed === undefined) return ok(toListening(server, address));
  const code = failed.code ?? failed.message;
  if (code === 'EADDRNOTAVAIL') return failBind('an address of this machine', address);
  const found = code === 'EADDRINUSE' ? 'it in use' : code;
  return failPort(`port ${String(port)} of ${address} to be free`, found);
}

function tryListen(
  server: Server,
  address: string,
  port: number,
): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, address, () => {
      server.off('error', resolve);
      resolve(undefined);
    });
  });
}

function toListening(server: Server, address: string): Listening {
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const name = address.includes(':') ? `[${address}]` : address;
  return { url: `http://${name}:${String(port)}`, port };
}

function failBind(expected: string, found: string) {
  return fail('simulator.bind', `simulator: expected ${expected}, found ${found}`);
}

function failPort(expected: string, found: string) {
  return fail('simulator.port', `simulator: expected ${expected}, found ${found}`);
}

/** Resolves when all connections are closed. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      server.closeAllConnections();
    }, CLOSE_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}
