// Creates the venue's services and the handler context of a simulator.
import { DEFAULT_PROFILE } from '../protocol/profile/index.js';
import { createServices, NO_CUSTODY } from '../venue/index.js';
import { type HandlerContext } from './handler.js';
import { createHost } from './create-host.js';
import type { VenueRuntime } from './venue-runtime.js';
import type { SimulatorSettings } from './settings.js';

export function createParts(settings: SimulatorSettings, machine: VenueRuntime): HandlerContext {
  const { profile = DEFAULT_PROFILE } = settings;
  const { custody = NO_CUSTODY, venue } = settings;
  const { tradeChannel: channel, rfs, trades } = profile;
  const channels = { channel, rfsChannel: rfs.channel, isRfsMaker: rfs.isMaker };
  const { datesWin: dateWins, creditModes, noteAmends } = trades;
  const officeRules = { dateWins, creditModes, noteAmends };
  const desks = createServices(machine.venue, { ...venue, ...channels, custody, officeRules });
  desks.open(machine.clock.origin);
  return createHost(machine, desks, settings, profile);
}
