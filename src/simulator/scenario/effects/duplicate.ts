// Effect `duplicate`: the request is processed twice, as by a proxy that repeats it.
import { z } from 'zod';
import { durationText } from '../../../validation/index.js';
import { defineEffect } from '../effect.js';

export const duplicate = defineEffect({
  id: 'duplicate',
  on: 'delivery',
  summary: 'the request is processed twice',
  params: {
    after: durationText.prefault('0ms').describe('session time from the first to the second'),
    answer: z.enum(['first', 'second']).default('first').describe('which answer is sent'),
  },
  create: ({ after, answer }) => ({
    plan: (plan) => {
      plan.copy = { after, isAnswer: answer === 'second' };
    },
  }),
});
