// Ports of a session to its host, and their implementation in Node.
export { VERSION } from './version.js';
export { tuneEngine } from './engine.js';
export { realPorts } from './real-ports.js';
export type { BindName, BoundName } from './bind-name.js';
export { createSessionClock, describeLead, type SessionClock } from './session-clock.js';
export { toCleanEnvironment } from './environment.js';
export { freezeBeforeStrategies, freezeIntrinsics, leaveReplaceable } from './intrinsics.js';
export { findStateHome } from './state-home.js';
export { realClock } from './clock.js';
export type {
  HostPort,
  LagMeter,
  LocalAnswer,
  LocalAnswering,
  LocalPort,
  SessionPorts,
} from './ports.js';
export { readVenueClock } from './venue-clock.js';
export { compileText } from './esbuild.js';
