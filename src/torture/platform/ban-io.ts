// Lists the platform's functions for disk, sockets and processes that no code in a world may call.
import childProcess from 'node:child_process';
import dns from 'node:dns';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';

/** A function of the platform, the object that has it, and which callers are banned. */
export interface Place {
  readonly on: object;
  readonly key: string;
  readonly name: string;
  /**
   * `stack`: banned if any code of Weir is on the call stack. `caller`: banned only if code of Weir
   * is the direct caller, because the platform uses files to load modules and to print. `anyone`:
   * always banned.
   */
  readonly by: 'stack' | 'caller' | 'anyone';
}

/** Functions of a module, without classes. */
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
