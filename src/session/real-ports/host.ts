// The process and its machine: samples, random bytes, local names.
import { randomBytes } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { HostPort } from '../ports.js';
import { bindLocalName } from '../state/index.js';

const NANOS_PER_MICRO = 1_000;
const LAG_RESOLUTION_MS = 10;

/** `$XDG_STATE_HOME/weir`, or `~/.local/state/weir`: a relative one is none, by that standard. */
function findStateHome(given: string | undefined): string {
  if (given !== undefined && isAbsolute(given)) return join(given, 'weir');
  const home = homedir();
  // An empty HOME would be the working directory.
  const known = isAbsolute(home) ? home : userInfo().homedir;
  return join(known, '.local', 'state', 'weir');
}

export const realHost: HostPort = {
  nodeVersion: process.version,
  boot: randomBytes(4).toString('hex'),
  processId: process.pid,
  userId: process.getuid?.(),
  get stateHome() {
    return findStateHome(process.env['XDG_STATE_HOME']);
  },
  measureLag: () => {
    const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
    delay.enable();
    return {
      take: () => {
        const micros = Math.round(delay.max / NANOS_PER_MICRO);
        delay.reset();
        return micros;
      },
      stop: () => {
        delay.disable();
      },
    };
  },
  memoryBytes: () => process.memoryUsage.rss(),
  measureHeap: () => {
    const { used_heap_size: heapBytes, heap_size_limit: heapLimit } = getHeapStatistics();
    return { heapBytes, heapLimit };
  },
  randomBytes: (count) => randomBytes(count),
  bindName: bindLocalName,
};
