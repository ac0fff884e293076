// Effect `reverse`: reverses the order of a list.
import { defineEffect } from '../effect.js';
import { editItems } from '../items.js';

export const reverse = defineEffect({
  id: 'reverse',
  on: 'content',
  summary: 'a list comes in the opposite order',
  params: {},
  create: () => ({ edit: (answer) => editItems(answer, (items) => items.toReversed()) }),
});
