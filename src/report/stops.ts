// Refusals by rule and halts; a halt that refusals led to tells the last one, which has the limit.
import type { Halt, Refusal } from '../domain/index.js';
import { BoundedRows } from './bounded.js';
import type { RefusalCount } from './results.js';

/** Most halts kept. */
export const MAX_HALTS = 1_000;

/** `lastRefusal` is the message of the refusal with which its rule halted; absent of others. */
export interface HaltRow extends Halt {
  readonly lastRefusal?: string;
}

export class Stops {
  readonly halts = new BoundedRows<HaltRow>(MAX_HALTS);
  private readonly byRule = new Map<string, RefusalCount>();

  refused(last: Refusal): void {
    const count = this.byRule.get(last.rule)?.count ?? 0;
    this.byRule.set(last.rule, { rule: last.rule, count: count + 1, last });
  }

  halted(halt: Halt): HaltRow {
    const last = this.byRule.get(halt.rule)?.last;
    const isCause = last?.at === halt.at && [last.strategy, ''].includes(halt.strategy);
    const row = isCause ? { ...halt, lastRefusal: last.message } : halt;
    this.halts.add(row);
    return row;
  }

  get refusals(): readonly RefusalCount[] {
    return [...this.byRule.values()];
  }
}

/** Why it halted, with the refusal that was the last straw. */
export function describeReason({ reason, lastRefusal }: Omit<HaltRow, 'at'>): string {
  return lastRefusal === undefined ? reason : `${reason}, the last: ${lastRefusal}`;
}
