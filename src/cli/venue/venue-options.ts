// Definition of weir venue; the options of a call are its own parameters.
import type { InferredOptionTypes } from 'yargs';
import { type AddCommand, json, out, state } from '../parser/options.js';

const OPTIONS = {
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

export const addVenue: AddCommand = (parser, usage, { words, choose, learn }) =>
  parser.command(
    usage,
    "make one call of the venue's interface, list them, or test it (conformance)",
    async (one) => {
      const { listOptions } = await import('./venue-flags.js');
      const built = one
        .positional('area', { type: 'string', describe: 'area of the interface' })
        .positional('call', { type: 'string', describe: 'call of the area' })
        .options({ ...OPTIONS, ...listOptions(words) });
      learn(one);
      return built;
    },
    (options) => {
      choose(async () => (await import('./venue.js')).venue(options));
    },
  );
