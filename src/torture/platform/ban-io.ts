// The platform's own disk, sockets and processes: functions that nothing within a world may call.
import childProcess from 'node:child_process';
import dns from 'node:dns';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';

/** A function of the platform, where it hangs, and whose use of it counts. */
export interface Place {
  readonly on: object;
  readonly key: string;
  readonly name: string;
  /**
   * `stack`: whatever code of Weir is behind the call. `caller`: only who calls it itself, for the
   * platform uses files to load modules and to print. `anyone`: nobody has a reason.
   */
  readonly by: 'stack' | 'caller' | 'anyone';
}

/** What hangs on a module and is no class. */
function listFunctions(on: object, prefix: string): readonly Place[] {
  return Object.entries(on)
    .filter(([key, value]) => typeof value === 'function' && /^[a-z]/.test(key))
    .map(([key]) => ({ on, key, name: prefix + key, by: 'caller' }));
}

function listNamed(on: object, prefix: string, keys: readonly string[]): readonly Place[] {
  return keys.map((key) => ({ on, key, name: prefix + key, by: 'anyone' }));
}

const SPAWN = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'];

export const IO_PLACES: readonly Place[] = [
  ...listFunctions(fs, 'fs.'),
  ...listFunctions(fs.promises, 'fs.promises.'),
  ...listNamed(net, 'net.', ['connect', 'createConnection', 'createServer']),
  ...listNamed(tls, 'tls.', ['connect', 'createServer']),
  ...listNamed(http, 'http.', ['get', 'request', 'createServer']),
  ...listNamed(https, 'https.', ['get', 'request', 'createServer']),
  ...listNamed(dns, 'dns.', ['lookup', 'resolve']),
  ...listNamed(childProcess, 'child_process.', SPAWN),
];
