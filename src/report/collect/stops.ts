// Collects refusals by rule, halts, alerts and mutes; a halt names the refusal that caused it.
import type { Alert, KernelRequest, Halt, Refusal } from '../../domain/events/index.js';
import type { ObservedLimit } from '../../domain/venue/index.js';
import { BoundedRows } from './bounded.js';
import type { HaltRow, Mute, RefusalCount, Results } from '../figures/results.js';

/** Maximum number of halts kept, and of alerts. */
export const MAX_HALTS = 1_000;

export class Stops {
  readonly halts = new BoundedRows<HaltRow>(MAX_HALTS);
  readonly alerts = new BoundedRows<Alert>(MAX_HALTS);
  /** Orders that exceeded a limit under an override, by rule. */
  readonly overridden = new Map<string, number>();
  /** By strategy: number of mutes, and the first alert about one. */
  private readonly mutes = new Map<string, Mute>();
  private observed: readonly ObservedLimit[] = [];
  private readonly askCounts = new Map<string, number>();
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

  alert(alert: Alert): void {
    this.alerts.add(alert);
    const { mutedUntil, overridden: rule, strategy } = alert;
    if (mutedUntil !== undefined) {
      const { count = 0, first = alert } = this.mutes.get(strategy) ?? {};
      this.mutes.set(strategy, { count: count + 1, first });
    }
    if (rule !== undefined) this.overridden.set(rule, (this.overridden.get(rule) ?? 0) + 1);
  }

  /** What limits that are only observed would have refused or halted. */
  observe(limits: readonly ObservedLimit[]): void {
    this.observed = limits;
  }

  ask({ kind, what }: KernelRequest): void {
    const name = kind === 'throttle' ? kind : `${kind} ${what}`;
    this.askCounts.set(name, (this.askCounts.get(name) ?? 0) + 1);
  }

  notify(): Pick<
    Results,
    'refusals' | 'overridden' | 'observed' | 'halts' | 'mutes' | 'alerts' | 'asks'
  > {
    const { alerts, halts, observed, overridden } = this;
    const asks = [...this.askCounts].map(([name, count]) => ({ name, count }));
    const mutes = [...this.mutes.values()];
    const refusals = [...this.byRule.values()];
    return { refusals, overridden, observed, halts, mutes, alerts, asks };
  }
}

/** Reason of a halt, with the refusal that caused it. */
export function describeReason({ reason, lastRefusal }: Omit<HaltRow, 'at'>): string {
  return lastRefusal === undefined ? reason : `${reason}, the last: ${lastRefusal}`;
}
