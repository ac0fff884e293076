// The strategies of a session by name, including absent ones of which orders remain.
import { NEVER } from 'rxjs';
import { z } from 'zod';
import type { StrategyDefinition } from '../../strategy/index.js';
import type { StrategyInstance } from './strategy-instance.js';
import { type HostPorts, StrategyHost } from './strategy-host.js';

export class StrategyRegistry {
  /** Running strategies in the order of the configuration. */
  readonly list: readonly StrategyHost[];
  readonly #byName = new Map<string, StrategyHost>();
  readonly #symbols: number;
  readonly #ports: HostPorts;

  constructor(instances: readonly StrategyInstance[], symbols: number, ports: HostPorts) {
    this.#symbols = symbols;
    this.#ports = ports;
    this.list = instances.map((instance) => new StrategyHost(instance, symbols, ports));
    for (const host of this.list) this.#byName.set(host.name, host);
  }

  /** All strategies, absent ones last. */
  values(): IterableIterator<StrategyHost> {
    return this.#byName.values();
  }

  /** The strategy of this name; creates an inactive one when the configuration does not have it. */
  take(name: string): StrategyHost {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const host = new StrategyHost(toInactiveStrategy(name), this.#symbols, this.#ports);
    host.stop();
    this.#byName.set(name, host);
    return host;
  }
}

/** A strategy that emits nothing: it only owns the orders of an absent strategy. */
export function toInactiveStrategy(name: string): StrategyInstance {
  const definition: StrategyDefinition = {
    id: name,
    summary: 'Owns the orders of a strategy that is no longer configured.',
    params: z.unknown(),
    run: () => NEVER,
  };
  return { name, definition, params: {} };
}
