// Ports of a bot on a real host.
import { localDisk } from '../journal/index.js';
import type { SessionPorts } from './ports.js';
import { realClock } from './clock.js';
import { realHost } from './host.js';
import { realHttp } from './http.js';
import { realLocal } from './local.js';

export const realPorts: SessionPorts = {
  clock: realClock,
  disk: localDisk,
  http: realHttp,
  host: realHost,
  local: realLocal,
};
