// Profile fields of reference data and custody.
import { z } from 'zod';
import { field } from './field.js';

export const REFERENCE_FIELDS = {
  assetsAs: field(z.enum(['list', 'by-code']), {
    point: 22,
    section: '9',
    mark: 'open',
    text: 'asset details as a list, or as a map by asset code; both are read',
    others: 'by-code',
  }),
  symbolInPath: field(z.enum(['slash', 'compact']), {
    point: 22,
    section: '1',
    mark: 'open',
    text: 'a symbol in a path: `EUR%2FUSD`, or `EURUSD`; for the first the simulator accepts both',
    others: 'compact',
  }),
  custodyNames: field(z.enum(['assumed', 'confirmed']), {
    point: 20,
    section: '8',
    mark: 'open',
    text: 'whether an operator has confirmed the names in custody bodies; live transfers need it',
    others: 'confirmed',
  }),
};
