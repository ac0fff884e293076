// Defines a command that prints a list, as text or as JSON.
import type { Argv } from 'yargs';

export function addList(
  parser: Argv,
  name: string,
  text: string,
  run: (options: { readonly json: boolean }) => void,
): Argv {
  const json = {
    type: 'boolean',
    default: false,
    describe: 'one JSON document on stdout',
  } as const;
  return parser.command(
    name,
    text,
    (one) => one.options({ json }),
    (options) => {
      run(options);
    },
  );
}
