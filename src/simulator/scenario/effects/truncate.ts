// Effect `truncate`: the response ends in the middle of its body.
import { z } from 'zod';
import { CUT_WAYS } from '../../response.js';
import { defineEffect } from '../effect.js';

export const truncate = defineEffect({
  id: 'truncate',
  on: 'delivery',
  summary: 'the answer ends in the middle of its body',
  params: {
    after: z.int().min(0).describe('bytes of the body that are sent'),
    how: z.enum(CUT_WAYS).default('close').describe('what becomes of the connection'),
  },
  create: (cut) => ({
    plan: (plan) => {
      plan.cut = cut;
    },
  }),
});
