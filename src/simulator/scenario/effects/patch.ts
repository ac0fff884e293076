// Patch: fields of an answer changed, added or left out.
import { z } from 'zod';
import { defineEffect, type Item } from '../effect.js';
import { applyPatch, editItems } from '../items.js';

export const patch = defineEffect({
  id: 'patch',
  on: 'content',
  summary: 'fields of the answer, or of each item of its list, are changed',
  params: {
    set: z
      .record(z.string(), z.unknown())
      .describe('JSON merge patch (RFC 7396): a value takes the place of a field, null removes it'),
  },
  create: ({ set }) => ({
    edit: (answer, { takes }) =>
      editItems(answer, (items) =>
        items.map((item) => (takes(item) ? (applyPatch(item, set) as Item) : item)),
      ),
  }),
});
