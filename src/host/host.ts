// Process and host: samples, random bytes, local names.
import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { HostPort } from './ports.js';
import { bindLocalName } from './bind-name.js';
import { drawTag } from '../domain/index.js';
import { findStateHome } from './state-home.js';

const NANOS_PER_MICRO = 1_000;
const LAG_RESOLUTION_MS = 10;

export const realHost: HostPort = {
  nodeVersion: process.version,
  boot: randomBytes(4).toString('hex'),
  processId: process.pid,
  userId: process.getuid?.(),
  get stateHome() {
    return findStateHome();
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
  drawTag: () => drawTag(randomBytes),
  bindName: bindLocalName,
};
