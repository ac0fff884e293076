// Turns a latched halt into an event for the kernel: at a start, and when another process latches
// one.
import { OPERATOR } from '../policy/index.js';
import { describeHaltScope, type Halt, type RecoveryEvent } from '../domain/events/index.js';
import type { HaltRecord } from '../state/index.js';

/**
 * Event of a halt that continues with its scope, cause and id. A halt of a strategy that is not in
 * `strategies` becomes a halt of everything, since nobody knows which strategy it means now.
 */
export function toCarriedHaltEvent(
  record: HaltRecord,
  strategies: readonly string[],
): RecoveryEvent {
  const { at, cause, id, reason, scope, strategy, symbol, who } = record;
  const halt = { at, rule: cause, id, who };
  // Single calls of an operator have a strategy name of their own, which no configuration lists.
  if ([...strategies, '', OPERATOR].includes(strategy)) {
    const place = { scope, strategy, ...(symbol === '' ? {} : { symbol }) };
    return toEvent({ ...halt, ...place, reason }, describe(record));
  }
  const known = strategies.join(', ');
  const missing = `this session has no strategy ${strategy} (it has ${known})`;
  const why = `${missing}, so the halt covers everything`;
  const all = { ...halt, scope: 'all', strategy: '', reason: `${reason}; ${why}` } as const;
  return toEvent(all, `${describe(record)}; ${why}`);
}

function toEvent(halt: Halt, reason: string): RecoveryEvent {
  return { type: 'recovery', step: 'halt', reason, halt };
}

function describe(record: HaltRecord): string {
  const { id, reason } = record;
  const place = describeHaltScope(record);
  const name = place === '' ? id : `${id} of ${place}`;
  return `halt ${name} is in force until weir resume: ${reason}`;
}
