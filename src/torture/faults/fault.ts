// A kind of fault: what it is called, which group it is of, and how it is put into a world.
import type { Instant, Instrument, Micros } from '../../domain/index.js';
import type { Random } from '../../determinism/index.js';
import type { Plan } from '../../plan/index.js';
import type { ScenarioConfig } from '../../simulator/index.js';
import type { ClockFaults } from '../platform/clock.js';
import type { Survivors, VirtualDisk } from '../platform/disk.js';
import type { HostFaults } from '../platform/host.js';
import type { WireCall, WirePlan } from '../platform/network.js';
import type { World } from '../simulation/world.js';

/** N network, V venue, P process, D disk, C clock, X data, H human. */
export const FAULT_GROUPS = ['N', 'V', 'P', 'D', 'C', 'X', 'H'] as const;
export type FaultGroup = (typeof FAULT_GROUPS)[number];

/** What a world is made of. */
export interface FaultSetting {
  /** When it begins. */
  readonly epoch?: Instant;
  /** How much longer its faults come. */
  readonly longer?: Micros;
  /** What it gets to be ready again, where that is more than usual. */
  readonly calm?: Micros;
  readonly change?: (plan: Plan) => Plan;
}

/** What a fault may do to a world; each call counts as one injection. */
export interface FaultStage {
  readonly random: Random;
  /** How long faults come. */
  readonly span: Micros;
  readonly instruments: readonly Instrument[];
  readonly user: string;
  readonly world: World;
  readonly disk: () => VirtualDisk;
  readonly clocks: ClockFaults;
  readonly host: HostFaults;
  /** Does something at a time of the fault phase, and counts it. */
  at(span: Micros, action: () => void): void;
  /** Lets requests be changed on their way, each with a probability; counts each. */
  onRequest(probability: number, change: ChangePlan, fits?: (call: WireCall) => boolean): void;
  /** Adds faults of the simulator; their own counts are the injections. */
  scenario(faults: readonly SimulatorFault[], random?: Random): void;
  /** The venue ends the oldest order then, or that of a coId; counted when there is one. */
  endOrders(at: Micros, status: 'REJECTED' | 'FAILED', reason: string, coId?: string): void;
  /**
   * The process dies now, as by SIGKILL; the next life starts on what its disk still holds, and on
   * what somebody has made of that.
   */
  crash(survivors?: Survivors, tamper?: (disk: VirtualDisk) => void): void;
  /** The process dies at the so-manieth effect on its disk from now on. */
  crashAtEffect(number: number): void;
  /** Takes time from the process, as a slow disk or a busy machine does. */
  block(span: Micros): void;
  count(): void;
}

export type SimulatorFault = Omit<ScenarioConfig['faults'][number], 'id'>;
export type ChangePlan = (plan: WirePlan, random: Random, call: WireCall) => void;

export interface InjectedFaultKind {
  /** As in the list of faults: `N06`. */
  readonly id: string;
  readonly summary: string;
  /** The world that it needs, when that is not an ordinary one. */
  readonly setting?: (random: Random) => FaultSetting;
  /** Puts it into a world; called once, at its start. */
  readonly put: (stage: FaultStage) => void;
}

/** Between 0 and `most`, more often small: rare faults leave the rest of a world alone. */
export function drawShare(random: Random, most: number): number {
  return most * random() * random();
}

/** A part of the span: when it begins and ends. */
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

/** Accepting a quote: what it deals at once. */
export function isAccept({ request: { method, target } }: WireCall): boolean {
  return method === 'POST' && target.startsWith('/v2/rfs/');
}

export function isCancel({ request: { method } }: WireCall): boolean {
  return method === 'DELETE';
}

/** Orders, and acceptances of quotes. */
export function takesRisk(call: WireCall): boolean {
  return isPlace(call) || isAccept(call);
}

export function isPlace({ request: { method, target } }: WireCall): boolean {
  return method === 'POST' && target.startsWith('/v2/orders');
}
