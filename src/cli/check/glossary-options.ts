// Definition of weir glossary and its options.
import { type AddCommand, json } from '../parser/options.js';

export const addGlossary: AddCommand = (parser, name, { choose }) =>
  parser.command(
    `${name} [word..]`,
    'explain a term of tables and pages, or list all terms',
    (one) =>
      one
        .positional('word', { type: 'string', array: true, describe: 'term to explain' })
        .options({ json }),
    (options) => {
      choose(async () => (await import('./glossary.js')).glossary(options));
    },
  );
