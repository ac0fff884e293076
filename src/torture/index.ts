// Published test tools: drives single parts from a script, or a whole bot in a torture world.
export {
  choosePlaces,
  type CrashPlace,
  type CrashRun,
  dieAt,
  type EnumerationOptions,
  listPlaces,
  toWorld,
} from './crash/enumerate.js';
export { CRASH_SCENARIOS, type CrashScenario } from './crash/scenarios.js';
export type { CrashPoint, Effect } from './crash/crash-points.js';
export { PROCESS_TESTS, type ProcessTest } from './coverage/process-tests.js';
export { SITUATIONS } from './coverage/situations.js';
export { FAULT_GROUPS, type FaultGroup, type InjectedFaultKind } from './faults/fault.js';
export { FAULTS } from './faults/index.js';
export { INVARIANTS } from './invariants/index.js';
export type { Breach, Invariant } from './invariants/invariant.js';
export { createSteppedClock, type SteppedClock } from './stepped-clock.js';
export type { Survivors } from './platform/disk-content.js';
export { systemError, VirtualDisk } from './platform/disk.js';
export { VirtualTime } from './platform/time.js';
export { type DaysOptions, type DaysReport, runDays } from './run-days.js';
export { runWorld, type WorldOptions, type WorldReport } from './run-world.js';
export { shrinkWorld } from './shrink.js';
