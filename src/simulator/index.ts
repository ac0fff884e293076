// HTTP server around the simulated venue and its rates.
export { type SimulatorConfig, simulatorSchema, toSimulatorSettings } from './config.js';
export { EFFECTS } from './scenario/effects/index.js';
export { type ScenarioConfig, scenarioSchema } from './scenario/schema.js';
export {
  type LocalAnswer,
  type LocalRequest,
  type LocalVenue,
  openLocalVenue,
} from './local-venue.js';
export { MAX_STATE_BYTES } from './state/input.js';
export { endWithParent } from './http/exit-with-parent.js';
export type {
  GeneratorSource,
  RatesSettings,
  RecordingSource,
  Simulator,
  SimulatorClock,
  SimulatorSettings,
  SimulatorUser,
  StateText,
} from './settings.js';
export { checkSimulator, startSimulator } from './start-simulator.js';
