// Options of weir venue; those of a call are its own parameters.
import type { InferredOptionTypes } from 'yargs';
import { json, out, state } from '../parser/options.js';

export const OPTIONS = {
  config: {
    type: 'string',
    requiresArg: true,
    describe: 'session file with the venue and the login',
  },
  out,
  state,
  confirm: {
    type: 'string',
    requiresArg: true,
    describe: 'confirmation phrase of a call that moves trades or money',
  },
  orders: {
    type: 'boolean',
    default: false,
    describe: 'venue conformance: also place orders of the least size and request quotes',
  },
  'back-office': {
    type: 'boolean',
    default: false,
    describe:
      'venue conformance --orders: also book trades of the least size as a broker or ' +
      'sales-dealer user, change them and cancel them',
  },
  stp: {
    type: 'boolean',
    default: false,
    describe:
      'venue conformance: also download up to 10 STP records, which no other reader then gets, ' +
      'and make the venue send the records of those dates again',
  },
  limits: {
    type: 'boolean',
    default: false,
    describe:
      'venue conformance: also send requests until the venue rejects them: 50 reads a second, ' +
      '8 logins, 25 long failed logins; a venue may lock the user or the address for that',
  },
  json,
} as const;

export interface VenueArguments extends Readonly<InferredOptionTypes<typeof OPTIONS>> {
  readonly area?: string | undefined;
  readonly call?: string | undefined;
  /** Texts of the call's own options. */
  readonly [flag: string]: unknown;
}
