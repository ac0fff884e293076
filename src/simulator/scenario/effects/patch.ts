// Effect `patch`: changes, adds or removes fields of a response.
import { z } from 'zod';
import { defineEffect, type Item } from '../effect.js';
import { applyPatch, editItems, editNested, itemPath } from '../items.js';

export const patch = defineEffect({
  id: 'patch',
  on: 'content',
  summary: 'fields of the answer, or of each item of its list, are changed',
  params: {
    set: z
      .record(z.string(), z.unknown())
      .describe('JSON merge patch (RFC 7396): a value takes the place of a field, null removes it'),
    path: itemPath,
  },
  create: ({ set, path }) => ({
    edit: (answer, { takes }) => {
      const change = (items: readonly Item[]) =>
        items.map((item) => (takes(item) ? (applyPatch(item, set) as Item) : item));
      return path === undefined ? editItems(answer, change) : editNested(answer, path, change);
    },
  }),
});
