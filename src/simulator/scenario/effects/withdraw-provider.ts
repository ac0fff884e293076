// Effect `withdraw-provider`: a provider streams no rates and quotes nothing.
import { z } from 'zod';
import { defineEffect } from '../effect.js';

export const withdrawProvider = defineEffect({
  id: 'withdraw-provider',
  on: 'machine',
  summary: 'a provider sends neither rates nor quotes',
  params: { provider: z.string().min(1).describe('id of the provider') },
  create: ({ provider }) => ({
    findMissing: ({ venue }) =>
      venue.providers.some(({ id }) => id === provider) ? undefined : `a provider ${provider}`,
    begin: ({ venue }) => {
      venue.spot.withdraw(provider);
      return () => {
        venue.spot.restore(provider);
      };
    },
  }),
});
