// Converts halts of the kernel to records of the latch.
import type { Halt } from '../domain/events/index.js';
import type { Stamp } from '../journal/index.js';
import type { HaltRecord } from '../state/index.js';

/**
 * Latch record of a halt; `seq` is the number of its journal record, the stamp its time of writing.
 */
export function toHaltRecord(
  halt: Halt,
  epoch: number,
  seq: number,
  { mono, wall }: Pick<Stamp, 'mono' | 'wall'>,
): HaltRecord {
  const { at, scope, strategy, rule, reason } = halt;
  const { id = `${String(epoch)}-${String(seq)}`, who = 'weir' } = halt;
  const evidence = `seq ${String(seq)}`;
  const symbol = (halt as { readonly symbol?: string }).symbol ?? '';
  const place = { scope, strategy, symbol };
  return {
    id,
    ...place,
    cause: rule,
    reason,
    evidence,
    who,
    at,
    wallAt: wall,
    monoAt: mono,
    epoch,
  };
}

/** Whether both are the same halt: the gate has one halt per scope. */
export function isSame(record: HaltRecord, halt: Halt): boolean {
  const symbol = (halt as { readonly symbol?: string }).symbol ?? '';
  const isPlace = record.scope === halt.scope && record.strategy === halt.strategy;
  return isPlace && record.symbol === symbol;
}
