// The port between kernel and venue, with its local and its remote implementation.
export { LocalGateway, type LocalGatewaySettings } from './local/gateway.js';
export { PolledRates, type PolledRatesSettings } from './local/polled-rates.js';
export type { Gateway, GatewayListener, RemoteListener } from './port.js';
export { createRemoteGateway } from './remote/gateway.js';
export type { RemoteGateway } from './remote/gateway-port.js';
export type { RemoteGatewayOptions } from './remote/options.js';
export type { RetryPlans, TryPlan } from './remote/retry-delays.js';
export { ConnectionGate, type PreWriteCheck } from './remote/connection-gate.js';
