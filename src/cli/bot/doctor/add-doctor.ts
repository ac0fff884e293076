// Definition of weir doctor and its options.
import { type AddCommand, configOf, json, state } from '../../parser/options.js';

export const addDoctor: AddCommand = (parser, name, { choose }) =>
  parser.command(
    `${name} <config>`,
    'find within 10 s what prevents a session from trading: clock, network, login, disk, state',
    (one) => configOf(one).options({ state, json }),
    (options) => {
      choose(async () => (await import('./doctor.js')).doctor(options));
    },
  );
