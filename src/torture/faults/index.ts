// All faults that a virtual world can inject, in the order of the list of faults.
import { ANSWER_FAULTS } from './answers.js';
import { CALENDAR_FAULTS } from './calendar.js';
import { CANCEL_FAULTS } from './cancels.js';
import { DATA_FAULTS } from './data.js';
import { DISK_FAULTS } from './disks.js';
import { ECHO_FAULTS } from './altered-echoes.js';
import { FAULT_GROUPS, type InjectedFaultKind } from './fault.js';
import { HOST_FAULTS } from './hosts.js';
import { HUMAN_FAULTS } from './operator.js';
import { MACHINE_FAULTS } from './machine.js';
import { NETWORK_FAULTS } from './network.js';
import { PROCESS_FAULTS } from './process.js';
import { VENUE_STATE_FAULTS } from './venue-state.js';
import { VENUE_FAULTS } from './venue.js';

const ALL: readonly InjectedFaultKind[] = [
  ...[...NETWORK_FAULTS, ...VENUE_FAULTS, ...VENUE_STATE_FAULTS, ...PROCESS_FAULTS],
  ...[...ANSWER_FAULTS, ...HOST_FAULTS, ...DISK_FAULTS, ...MACHINE_FAULTS, ...CALENDAR_FAULTS],
  ...[...DATA_FAULTS, ...HUMAN_FAULTS, ...CANCEL_FAULTS, ...ECHO_FAULTS],
];

const groups: readonly string[] = FAULT_GROUPS;
const toKey = ({ id }: InjectedFaultKind) => `${String(groups.indexOf(id.slice(0, 1)))}${id}`;

export const FAULTS: readonly InjectedFaultKind[] = [...ALL].sort((a, b) =>
  toKey(a) < toKey(b) ? -1 : 1,
);

export function groupOf({ id }: InjectedFaultKind): string {
  return id.slice(0, 1);
}
