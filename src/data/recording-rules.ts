// What of a recording's settings its rows are held against, whatever the format.
import { NEVER, ok, type Result } from '../domain/index.js';
import type { RecordingOptions } from './recording.js';
import type { TakingRules } from './row-taker.js';
import { SymbolTable } from './symbol-table.js';

/** The symbols that are known before the first row. Fault codes of `SymbolTable.takeAll`. */
export function openSymbols({ instruments, size, terms }: RecordingOptions): Result<SymbolTable> {
  const table = new SymbolTable(size, terms ?? {});
  const taken = instruments === undefined ? ok(null) : table.takeAll(instruments);
  return taken.ok ? ok(table) : taken;
}

export function toTakingRules(options: RecordingOptions): TakingRules {
  const { badRows = 'stop', endAt = NEVER, seeBad, startAt = 0 } = options;
  return { badRows, seeBad, startAt, endAt };
}
