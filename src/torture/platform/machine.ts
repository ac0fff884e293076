// A virtual machine: disk, clocks, lock names and sockets that its processes share.
import type { ClockFaults } from './clock.js';
import { VirtualDisk } from './disk.js';
import { CALM_MEMORY, type HostFaults, VirtualNames } from './host.js';
import { VirtualSockets } from './local.js';

export class VirtualMachine {
  disk = new VirtualDisk();
  readonly clocks: ClockFaults = { wallOffset: 0, drawLateness: () => 0 };
  readonly host: HostFaults = { memoryBytes: CALM_MEMORY, lag: 0 };
  readonly names = new VirtualNames();
  readonly sockets = new VirtualSockets();
}
