// Effect `repeat`: items of a list are repeated.
import { z } from 'zod';
import { defineEffect } from '../effect.js';
import { editItems } from '../items.js';

export const repeat = defineEffect({
  id: 'repeat',
  on: 'content',
  summary: 'items of a list come more than once',
  params: { times: z.int().min(2).max(100).default(2).describe('how often each comes') },
  create: ({ times }) => ({
    edit: (answer, { takes }) =>
      editItems(answer, (items, isList) =>
        isList
          ? items.flatMap((item) => (takes(item) ? Array<typeof item>(times).fill(item) : [item]))
          : items,
      ),
  }),
});
