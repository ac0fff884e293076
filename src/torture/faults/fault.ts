// Contract of an injected fault: its id, its group, and how it is added to a world.
import type { Instant, Instrument, Micros } from '../../domain/index.js';
import type { Random } from '../../determinism/index.js';
import type { Plan } from '../../plan/index.js';
import type { ScenarioConfig } from '../../simulator/index.js';
import type { ClockFaults } from '../platform/clock.js';
import type { Survivors, VirtualDisk } from '../platform/disk.js';
import type { HostFaults } from '../platform/host.js';
import type { WirePlan, WireCall } from '../platform/wire-types.js';
import type { World } from '../simulation/world.js';

/** N network, V venue, P process, D disk, C clock, X data, H human. */
export const FAULT_GROUPS = ['N', 'V', 'P', 'D', 'C', 'X', 'H'] as const;
export type FaultGroup = (typeof FAULT_GROUPS)[number];

/** Changes to a world that a fault needs. */
export interface FaultSetting {
  /** Instant at which the world begins. */
  readonly epoch?: Instant;
  /** Extra duration of the fault phase, µs. */
  readonly longer?: Micros;
  /** Time for the bot to become ready again after the faults, if longer than usual. */
  readonly calm?: Micros;
  readonly change?: (plan: Plan) => Plan;
}

/** Actions of a fault on a world; each call counts as one injection unless stated otherwise. */
export interface FaultStage {
  readonly random: Random;
  /** Duration of the fault phase, µs. */
  readonly span: Micros;
  readonly instruments: readonly Instrument[];
  readonly user: string;
  readonly world: World;
  readonly disk: () => VirtualDisk;
  readonly clocks: ClockFaults;
  readonly host: HostFaults;
  /** Runs `action` at a time of the fault phase and counts an injection. */
  at(span: Micros, action: () => void): void;
  /** Changes each matching request with this probability and counts an injection for each. */
  onRequest(probability: number, change: ChangePlan, fits?: (call: WireCall) => boolean): void;
  /** Adds faults of the simulator; their own hit counts are the injections. */
  scenario(faults: readonly SimulatorFault[], random?: Random): void;
  /**
   * The venue ends its oldest order, or the order with `coId`, at `at`; counted if there is one.
   */
  endOrders(at: Micros, status: 'REJECTED' | 'FAILED', reason: string, coId?: string): void;
  /**
   * Kills the process now, as SIGKILL does. The next run starts on the writes that survive, after
   * `tamper` has changed them.
   */
  crash(survivors?: Survivors, tamper?: (disk: VirtualDisk) => void): void;
  /** Kills the process at its n-th effect on the disk from now. */
  crashAtEffect(number: number): void;
  /** Blocks the process for `span`, as a slow disk or a busy machine does. */
  block(span: Micros): void;
  count(): void;
}

export type SimulatorFault = Omit<ScenarioConfig['faults'][number], 'id'>;
export type ChangePlan = (plan: WirePlan, random: Random, call: WireCall) => void;

export interface InjectedFaultKind {
  /** Id in the list of faults, such as `N06`. */
  readonly id: string;
  readonly summary: string;
  /** World settings that the fault needs, if they are not the ordinary ones. */
  readonly setting?: (random: Random) => FaultSetting;
  /** Adds the fault to a world; called once, at the world's start. */
  readonly put: (stage: FaultStage) => void;
}

/**
 * A probability from 0 to `most`, more often small: rare faults leave room for others in a world.
 */
export function drawShare(random: Random, most: number): number {
  return most * random() * random();
}

/** A random part of `span`, between `least` and `most` long: its begin and its end. */
export function drawWindow(
  random: Random,
  span: Micros,
  least: Micros,
  most: Micros,
): readonly [Micros, Micros] {
  const length = least + Math.floor(random() * (most - least));
  const from = Math.floor(random() * Math.max(1, span - length));
  return [from, from + length];
}
