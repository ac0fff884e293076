// Effect `drop`: the connection ends without a response, before or after the request is processed.
import { z } from 'zod';
import { CUT_WAYS } from '../../response.js';
import { defineEffect } from '../effect.js';

export const drop = defineEffect({
  id: 'drop',
  on: 'delivery',
  summary: 'no answer comes',
  params: {
    when: z.enum(['before', 'after']).describe('before or after the venue has processed it'),
    how: z.enum(CUT_WAYS).default('close').describe('what becomes of the connection'),
  },
  create: ({ when, how }) => ({
    plan: (plan) => {
      plan.isLost ||= when === 'before';
      plan.cut = { after: 'nothing', how };
    },
  }),
});
