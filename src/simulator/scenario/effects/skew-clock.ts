// Effect `skew-clock`: the venue reports another time than session time.
import { z } from 'zod';
import { durationText } from '../../../validation/index.js';
import { defineEffect } from '../effect.js';

export const skewClock = defineEffect({
  id: 'skew-clock',
  on: 'machine',
  summary: 'Date, serverUTCTime, expiries and the check of signatures are off session time',
  params: {
    by: durationText.describe('how far'),
    to: z.enum(['ahead', 'behind']).default('ahead').describe('in which direction'),
  },
  create: ({ by, to }) => {
    const skew = to === 'ahead' ? by : -by;
    return {
      begin: ({ clock }) => {
        clock.skew += skew;
        return () => {
          clock.skew -= skew;
        };
      },
    };
  },
});
