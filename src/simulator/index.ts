// The HTTP host of the venue machine: a simulated venue with its rates.
export { type SimulatorConfig, simulatorSchema, toSimulatorSettings } from './config.js';
export { endWithParent } from './parent.js';
export type {
  GeneratorSource,
  RatesSettings,
  RecordingSource,
  Simulator,
  SimulatorClock,
  SimulatorSettings,
  SimulatorUser,
} from './settings.js';
export { startSimulator } from './start-simulator.js';
