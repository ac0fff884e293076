// Effect `delay`: the request is processed late, or its response is sent late.
import { z } from 'zod';
import { durationText } from '../../../validation/index.js';
import { defineEffect } from '../effect.js';

export const delay = defineEffect({
  id: 'delay',
  on: 'delivery',
  summary: 'the request is processed, or its answer sent, later',
  params: {
    when: z.enum(['before', 'after']).describe('before or after the venue has processed it'),
    by: durationText.describe('session time'),
    upTo: durationText.exactOptional().describe('random between `by` and this; absent: `by`'),
  },
  create: ({ when, by, upTo = by }) => ({
    plan: (plan, draw) => {
      const wait = upTo > by ? by + Math.floor(draw() * (upTo - by)) : by;
      if (when === 'before') plan.waitBefore += wait;
      else plan.waitAfter += wait;
    },
  }),
});
