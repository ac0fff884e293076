// The HTTP host of the venue machine: a simulated venue that plays a recording.
export { type SimulatorConfig, simulatorSchema, toSimulatorSettings } from './config.js';
export { endWithParent } from './parent.js';
export type {
  RecordingSettings,
  Simulator,
  SimulatorClock,
  SimulatorSettings,
  SimulatorUser,
} from './settings.js';
export { startSimulator } from './start-simulator.js';
