// Converts a recording's settings to the rules for its rows, for all formats.
import { NEVER, ok, type Result } from '../domain/index.js';
import type { RecordingOptions } from './recording.js';
import type { RowSinkOptions } from './text/row-sink.js';
import { SymbolTable } from './text/symbol-table.js';

/** Table of the symbols known before the first row. Fault codes of `SymbolTable.takeAll`. */
export function openSymbols(options: RecordingOptions): Result<SymbolTable> {
  const { instruments, size, symbols, terms } = options;
  const table = new SymbolTable(size, terms ?? {}, symbols);
  const taken = instruments === undefined ? ok(null) : table.takeAll(instruments);
  return taken.ok ? ok(table) : taken;
}

export function toTakingRules(options: RecordingOptions): RowSinkOptions {
  const { badRows = 'stop', endAt = NEVER, oneSided = 'bad', seeBad, startAt = 0 } = options;
  return { badRows, oneSided, seeBad, startAt, endAt };
}
