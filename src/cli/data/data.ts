// weir data ACTION FILE...: runs an action on recorded rates, after a check of its options.
import { catalogFolders } from './data-catalog.js';
import { extract } from './data-extract.js';
import { inspectRecordings } from './data-inspect.js';
import type { DataAction, DataArguments } from './data-options.js';
import { transfer } from './data-transfer.js';
import { usageError } from '../parser/usage.js';

const READING = [
  'symbol',
  'spread',
  'side',
  'bar',
  'config',
  'bad',
  'from',
  'to',
  'out',
  'json',
] as const;
const WRITING = [...READING, 'format', 'force'] as const;
/** Options by action: an option without effect is refused. */
const TAKES: Readonly<Record<DataAction, readonly string[]>> = {
  inspect: [...READING, 'size'],
  import: WRITING,
  convert: WRITING,
  merge: WRITING,
  slice: [...WRITING, 'symbols'],
  catalog: ['config', 'json'],
  extract: ['out', 'json'],
};

export function data(options: DataArguments): Promise<number> {
  const { action } = options;
  for (const [name, value] of Object.entries(options)) {
    const isGiven = value !== undefined && value !== false;
    if (!isGiven || !ALL.has(name) || TAKES[action].includes(name)) continue;
    const takes = TAKES[action].map((one) => `--${one}`).join(', ');
    throw usageError(`weir data ${action}: expected ${takes}; found --${name}`);
  }
  if (action === 'inspect') return inspectRecordings(options);
  if (action === 'extract') return extract(options);
  return action === 'catalog' ? catalogFolders(options) : transfer(action, options);
}

const ALL = new Set(Object.values(TAKES).flat());
