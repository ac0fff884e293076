// Options of weir data, on how to read recordings.
import type { InferredOptionTypes } from 'yargs';
import { json } from '../parser/options.js';

const text = (describe: string) => ({ type: 'string', requiresArg: true, describe }) as const;

/** The first options match keys of `recording:` in a configuration, for files without one. */
export const DATA_OPTIONS = {
  symbol: text('symbol of all rates, in a file that names none'),
  spread: text('spread from bid to offer, in a file with one price only'),
  side: {
    type: 'string',
    requiresArg: true,
    choices: ['bid', 'offer'],
    describe:
      'side of that price; without it the offer where the name of the file has ASK, else the bid',
  },
  bar: text('length of bars, such as 1m, in a file that does not state it'),
  size: text('inspect: displayed size of rates that state none: units of the base, or unlimited'),
  config: text('configuration with instruments, and with the layout of recordings'),
  bad: {
    type: 'string',
    requiresArg: true,
    choices: ['stop', 'aside'],
    describe: 'end at the first bad row, or set bad rows aside (inspect: count them) and go on',
  },
  from: text('first instant that is read, such as 2026-07-13T12:00:00Z'),
  to: text('reading stops before this instant'),
  symbols: text('slice: the symbols to keep, with commas between them'),
  out: text('the recording to write; inspect, extract: folder for pages and tables'),
  format: text('weir-csv, ndjson, parquet or arrow, where the name of --out does not say it'),
  force: { type: 'boolean', default: false, describe: 'replace an existing file' },
  json,
} as const;

export const ACTIONS = [
  ...(['inspect', 'import', 'convert', 'merge', 'slice', 'catalog', 'extract'] as const),
] as const;
export type DataAction = (typeof ACTIONS)[number];

export interface DataArguments extends Readonly<InferredOptionTypes<typeof DATA_OPTIONS>> {
  readonly action: DataAction;
  readonly files: readonly string[];
}
