// Options that several commands have.
export const json = {
  type: 'boolean',
  default: false,
  describe: 'one JSON document on stdout',
} as const;
export const configFile = {
  type: 'string',
  requiresArg: true,
  describe: 'session file with the venue and the login',
} as const;
export const confirm = {
  type: 'string',
  requiresArg: true,
  describe: 'words that a call which moves trades or money asks for',
} as const;
export const out = {
  type: 'string',
  requiresArg: true,
  describe: 'session folder, new or empty',
} as const;

export const state = {
  type: 'string',
  requiresArg: true,
  describe: 'state directory: journal, halts and lock of this login',
} as const;
