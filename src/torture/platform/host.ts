// Virtual host around a bot: lock names, random bytes, samples of memory and event loop.
import { createRandom } from '../../determinism/index.js';
import type { HostPort } from '../../host/index.js';
import { VIRTUAL_USER } from './disk.js';
import type { Life } from './process-life.js';

/** Lock names, each bound by at most one life of a host. */
export class VirtualNames {
  readonly #holders = new Map<string, Life>();

  /** Binds the name; false while another life has it. */
  bind(name: string, life: Life): boolean {
    const key = toKey(name, life);
    const holder = this.#holders.get(key);
    if (holder !== undefined && !holder.isOver) return false;
    this.#holders.set(key, life);
    return true;
  }

  isHeld(name: string, life: Life): boolean {
    return !life.isOver && this.#holders.get(toKey(name, life)) === life;
  }

  release(name: string, life: Life): void {
    const key = toKey(name, life);
    if (this.#holders.get(key) === life) this.#holders.delete(key);
  }
}

function toKey(name: string, { host }: Life): string {
  return `${String(host)}/${name}`;
}

/** Faults of the samples of a host. */
export interface HostFaults {
  memoryBytes: number;
  /** Longest delay of the event loop since the last sample, µs. */
  lag: number;
}

export const CALM_MEMORY = 100_000_000;

export function createVirtualHost(
  seed: number,
  life: Life,
  names: VirtualNames,
  faults: HostFaults,
): HostPort {
  const random = createRandom(seed, `host/${String(life.number)}`);
  return {
    nodeVersion: 'virtual',
    boot: `life-${String(life.number)}`,
    processId: 1_000 + life.number,
    userId: VIRTUAL_USER,
    stateHome: '/state',
    measureLag: () => ({
      take: () => {
        const { lag } = faults;
        faults.lag = 0;
        return lag;
      },
      stop: () => undefined,
    }),
    memoryBytes: () => faults.memoryBytes,
    randomBytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256)),
    bindName: (name) => {
      if (!names.bind(name, life)) return Promise.resolve(undefined);
      return Promise.resolve({
        isHeld: () => names.isHeld(name, life),
        release: () => {
          names.release(name, life);
        },
      });
    },
  };
}
