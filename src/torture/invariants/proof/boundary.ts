// Invariant 20: the bot connects only to the configured venue.
import { BASE_URL } from '../../simulation/bot.js';
import type { Invariant } from '../invariant.js';

export const boundary: Invariant = {
  number: 20,
  title: 'no connection but to the configured origin',
  onLeave: (_, { call }) =>
    call.origin === BASE_URL ? undefined : `a request left for ${call.origin}`,
};
