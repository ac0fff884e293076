// weir data import, convert, merge, slice: writes one recording from others.
import { extname, relative } from 'node:path';
import { transferRecordings, WRITE_FORMATS, type WriteFormat } from '../../recordings/index.js';
import {
  formatLines,
  formatCount,
  listTransferLines,
  toTransferFigures,
} from '../../report/index.js';
import type { DataArguments, DataAction } from './data-options.js';
import { findSources } from './data-sources.js';
import {
  clearProgress,
  createPace,
  EXIT,
  printText,
  showProgress,
  printNote,
  unwrap,
} from '../output.js';
import { usageError } from '../parser/usage.js';

/** Command line remedies for faults whose messages refer to a configuration. */
const ADVICE: Readonly<Record<string, string>> = {
  'data.bad-row': '--bad aside sets bad rows aside, in a file beside the other',
  'instrument.unknown': '--config FILE takes the instruments of a configuration',
};

export async function transfer(
  action: Exclude<DataAction, 'inspect' | 'catalog' | 'extract'>,
  options: DataArguments,
): Promise<number> {
  const { bad, force, json, out } = options;
  if (out === undefined) throw usageError(`weir data ${action}: expected --out FILE, found none`);
  const format = findFormat(out, options.format);
  if (action === 'slice' && [options.from, options.to, options.symbols].every((one) => !one)) {
    throw usageError('weir data slice: expected --from, --to or --symbols, found none');
  }
  const symbols = readSymbols(options.symbols);
  const sources = unwrap(findSources(options));
  const isEnough = action === 'merge' ? sources.length > 1 : sources.length === 1;
  if (!isEnough) {
    const expected = action === 'merge' ? 'two recordings or more' : 'one recording';
    throw usageError(`weir data ${action}: expected ${expected}, found ${String(sources.length)}`);
  }
  const transferred = await transferRecordings({
    sources,
    file: out,
    format,
    force,
    symbols,
    badRows: bad === 'aside' ? 'aside' : 'stop',
    see: createSight(),
  });
  clearProgress();
  const advice = transferred.ok ? undefined : ADVICE[transferred.fault.code];
  if (advice !== undefined) printNote(`nothing was written; ${advice}`);
  const figures = toTransferFigures(out, format.id, unwrap(transferred));
  if (json) printText(JSON.stringify(figures, undefined, 2));
  else printText(formatLines(listTransferLines(figures)));
  return EXIT.done;
}

function readSymbols(text: string | undefined): readonly string[] | undefined {
  const symbols = text?.split(',').map((symbol) => symbol.trim());
  if (symbols?.includes('') !== true) return symbols;
  const expected = 'expected symbols such as EUR/USD,GBP/USD';
  throw usageError(`--symbols: ${expected}, found an empty name in ${JSON.stringify(text)}`);
}

function findFormat(out: string, id: string | undefined): WriteFormat {
  const ids = WRITE_FORMATS.map((one) => one.id).join(', ');
  if (id !== undefined) {
    const format = WRITE_FORMATS.find((one) => one.id === id);
    if (format !== undefined) return format;
    throw usageError(`--format: expected one of ${ids}; found ${id}`);
  }
  const end = extname(out).toLowerCase();
  const format = WRITE_FORMATS.find(({ extensions }) => extensions.includes(end));
  if (format !== undefined) return format;
  const ends = WRITE_FORMATS.flatMap(({ extensions }) => extensions).join(', ');
  const found = end === '' ? 'none' : end;
  throw usageError(`--out: expected a name that ends with ${ends}, or --format; found ${found}`);
}

function createSight() {
  const isDue = createPace();
  return (done: 'read' | 'written', rates: number, file: string): void => {
    if (isDue()) showProgress(`${relative('.', file)}: ${formatCount(rates, 'rate')} ${done}`);
  };
}
