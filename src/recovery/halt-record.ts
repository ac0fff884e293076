// Halts of the kernel as the latch keeps them.
import type { Halt } from '../domain/index.js';
import type { Stamp } from '../journal/index.js';
import type { HaltRecord } from '../state/index.js';

/** The latch's record of a halt that the journal has under this number, written then. */
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

/** A gate has one halt for each scope. */
export function isSame(record: HaltRecord, halt: Halt): boolean {
  const symbol = (halt as { readonly symbol?: string }).symbol ?? '';
  const isPlace = record.scope === halt.scope && record.strategy === halt.strategy;
  return isPlace && record.symbol === symbol;
}
