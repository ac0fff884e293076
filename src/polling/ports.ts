// Ports of all streams.
import type { VenueClient } from '../client/index.js';
import type { Clock } from '../determinism/index.js';
import type { Poller } from './poller.js';

export interface StreamPorts {
  readonly client: VenueClient;
  readonly clock: Clock;
  readonly poller: Poller;
}
