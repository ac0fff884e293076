// All kinds of faults that a virtual world can show, in the order of the list of faults.
import type { FaultKind } from './fault.js';
import { MACHINE_FAULTS } from './machine.js';
import { PROCESS_FAULTS } from './process.js';
import { NETWORK_FAULTS } from './network.js';
import { VENUE_FAULTS } from './venue.js';

export const FAULTS: readonly FaultKind[] = [
  ...[...NETWORK_FAULTS, ...VENUE_FAULTS],
  ...[...PROCESS_FAULTS, ...MACHINE_FAULTS],
];

export function groupOf({ id }: FaultKind): string {
  return id.slice(0, 1);
}
