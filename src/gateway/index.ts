// The port between kernel and venue, and its two sides.
export { LocalGateway, type LocalGatewaySettings } from './local.js';
export { PolledRates, type PolledRatesSettings } from './polled-rates.js';
export type { Gateway, GatewayListener } from './port.js';
export { createRemoteGateway } from './remote.js';
export type { RemoteGateway } from './remote-gateway.js';
export type { RemoteGatewayOptions } from './remote-options.js';
export type { Tries, TryPlan } from './remote-wait.js';
