// Writes a prepared recording in a format; the file gets its name when complete.
import { fail, type Instrument, ok, type Result } from '../domain/index.js';
import { createColumns, type RateColumns, UNKNOWN_UNITS } from './columns/columns.js';
import { hashFile } from './files/hash-file.js';
import { type Provenance, toMetadata } from './provenance.js';
import type { PreparedRecording } from './prepared-recording.js';
import type { SymbolFacts } from './recording-facts.js';
import type { Recording } from './recording.js';
import { toWriteFault } from './files/output-path.js';
import { AtomicFile } from './files/atomic-file.js';
import type { WriteFormat } from './writers/index.js';

/** Rates of a row group or record batch. */
const BLOCK_RATES = 131_072;
const NAMES = ['at', 'instrument', 'bidTicks', 'offerTicks', 'bidUnits', 'offerUnits'] as const;

export interface WriteOptions {
  /** A path returned by `findPlace`. */
  readonly file: string;
  readonly format: WriteFormat;
  /** Files that are read at the same time, which must not be deleted. */
  readonly inputs: readonly string[];
  readonly origins: readonly Provenance[];
  /** Symbols to write; absent: all. */
  readonly symbols?: readonly string[] | undefined;
  /** Called with the number of rates written. */
  readonly see: (written: number) => void;
}

export interface WrittenRecording {
  readonly count: number;
  /** Facts of the written symbols. */
  readonly symbols: readonly SymbolFacts[];
  /** Rates with an unknown size. */
  readonly unknownSizes: number;
  readonly sha256: string;
}

/**
 * Fault codes `data.symbol` (a symbol has no rate), `data.no-room`, `data.unwritable`; after a
 * fault no file is left.
 */
export async function writeRecording(
  prepared: PreparedRecording,
  options: WriteOptions,
): Promise<Result<WrittenRecording>> {
  const symbols = findSymbols(prepared, options.symbols);
  if (!symbols.ok) return symbols;
  const kept = new Set(symbols.value.map(({ instrument }) => instrument.id));
  const recording = prepared.open();
  let whole: AtomicFile | undefined;
  try {
    whole = new AtomicFile(options.file, options.inputs);
    const counts = await writeRates(recording, kept, whole, options);
    const sha256 = hashFile(whole.descriptor);
    whole.finish();
    return ok({ ...counts, symbols: symbols.value, sha256 });
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return toWriteFault(error, options.file);
    throw error;
  } finally {
    whole?.discard();
    recording.close();
  }
}

function findSymbols(
  { facts }: PreparedRecording,
  wanted: readonly string[] | undefined,
): Result<readonly SymbolFacts[]> {
  if (wanted === undefined) return ok(facts.symbols);
  const names = facts.symbols.map(({ instrument }) => instrument.symbol);
  const missing = wanted.find((symbol) => !names.includes(symbol));
  if (missing !== undefined) {
    const message = `expected symbols with rates (${names.join(', ')}), found ${missing}`;
    return fail('data.symbol', message, facts.file);
  }
  return ok(facts.symbols.filter(({ instrument }) => wanted.includes(instrument.symbol)));
}

async function writeRates(
  recording: Recording,
  kept: ReadonlySet<Instrument['id']>,
  whole: AtomicFile,
  { format, origins, see }: WriteOptions,
) {
  const { instruments } = recording;
  const take = (bytes: Uint8Array): void => {
    whole.write(bytes);
  };
  const writer = await format.open({ instruments, metadata: toMetadata(origins), take });
  const columns = createColumns(BLOCK_RATES);
  let count = 0;
  let unknownSizes = 0;
  for (;;) {
    const read = recording.read(columns);
    if (!read.ok) throw new Error(`a prepared recording has a fault: ${read.fault.message}`);
    if (read.value === 0) break;
    if (kept.size < instruments.length) keepRows(columns, kept);
    if (columns.count === 0) continue;
    writer.add(columns);
    count += columns.count;
    unknownSizes += countUnknown(columns);
    see(count);
  }
  writer.finish();
  return { count, unknownSizes };
}

/** Removes the rows of other instruments, keeping the order. */
function keepRows(columns: RateColumns, kept: ReadonlySet<number>): void {
  let to = 0;
  for (let row = 0; row < columns.count; row++) {
    if (!kept.has(columns.instrument[row] ?? 0)) continue;
    for (const name of NAMES) columns[name][to] = columns[name][row] ?? 0;
    to++;
  }
  columns.count = to;
}

function countUnknown({ bidUnits, count, offerUnits }: RateColumns): number {
  let unknown = 0;
  for (let row = 0; row < count; row++) {
    if (bidUnits[row] === UNKNOWN_UNITS || offerUnits[row] === UNKNOWN_UNITS) unknown++;
  }
  return unknown;
}
