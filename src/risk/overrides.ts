// Overrides: an operator lets orders beyond one limit pass, in one scope, up to a cap, for some
// minutes.
import type {
  HostEvent,
  OverrideEvent,
  OverrideScope,
  RevokeEvent,
} from '../domain/events/index.js';
import { formatInstant, type Instant, type Micros, MILLISECOND, MINUTE } from '../domain/index.js';
import { powerOfTen } from '../domain/numbers/index.js';
import type { ActionScope, RuleActions } from './gate/actions.js';
import type { Breach, CapUnit, Candidate, Overridden } from './rule.js';
import type { SymbolState } from './gate/symbol-state.js';

/** Longest duration, in minutes of session time. */
export const MAX_OVERRIDE_MINUTES = 15;
/** Difference between wall clock and monotonic clock that counts as a step, as in RC55. */
const MOST_STEP: Micros = 500 * MILLISECOND;
/** Maximum in force at one time. */
export const MAX_OVERRIDES = 20;

/** An override in force. */
export interface Override extends OverrideScope {
  readonly id: string;
  readonly rule: string;
  readonly cap: number;
  readonly until: Instant;
  readonly by: string;
  readonly reason: string;
}

/** A breach that an override or a soft limit let pass. */
interface SoftenedRule extends Overridden {
  readonly rule: string;
}

interface Kept {
  readonly terms: Override;
  /** Number of orders and parents that it let pass. */
  orders: number;
}

export class Overrides {
  readonly #act: RuleActions;
  readonly #account: string;
  #active: readonly Kept[] = [];
  /** Overrides that the previous run left in force, until this run has reported their end. */
  #cut: readonly Override[] = [];

  constructor(act: RuleActions, accountCurrency: string) {
    this.#act = act;
    this.#account = accountCurrency;
  }

  /** Puts an override in force. */
  grant(at: Instant, event: OverrideEvent): void {
    const { by, cap, id, key, minutes, reason, rule, scope } = event;
    const terms = { id, rule, scope, key, cap, until: at + minutes * MINUTE, by, reason };
    const kept: Kept = { terms, orders: 0 };
    this.#active = [...this.#active, kept];
    this.#act.at(terms.until, () => {
      if (this.#active.includes(kept)) this.#end(kept, 'has expired');
    });
    this.#page(terms, `is granted by ${by}: ${describeOverride(terms)}: ${reason}`);
  }

  /** Ends an override now; does nothing for one that is not in force. */
  revoke({ by, id, reason }: RevokeEvent): void {
    const kept = this.#active.find(({ terms }) => terms.id === id);
    if (kept !== undefined) this.#end(kept, `is revoked by ${by}: ${reason}`);
  }

  /**
   * The monotonic clock stops while the host sleeps. A step of the wall clock therefore ends every
   * override.
   */
  see({ clockStep = 0 }: HostEvent): void {
    if (Math.abs(clockStep) <= MOST_STEP) return;
    const how = 'has ended: the wall clock was set, or the machine slept';
    for (const kept of this.#active) this.#end(kept, how);
  }

  /** Turns a hard breach into a soft one when an override covers it; else returns it. */
  evaluate(
    candidate: Candidate,
    rule: string,
    capIn: CapUnit | undefined,
    breach: Breach,
  ): Overridden {
    if (capIn === undefined || this.#active.length === 0 || breach.isAlertOnly === true)
      return breach;
    const found = this.#find(candidate, rule);
    if (found === undefined) return breach;
    const { cap, id } = found;
    const { value, worst = value } = breach;
    const { base, baseDecimals } = candidate.symbol.instrument;
    // Rounds a cap that was written in decimals to whole minor units.
    const most = capIn === 'base' ? Math.round(cap * powerOfTen(baseDecimals)) : cap;
    const unit = { account: this.#account, base, orders: 'orders' }[capIn];
    const text = `override ${id} has a cap of ${String(cap)} ${unit}`;
    const message = `${breach.message}; ${text}`;
    // A value that is a text could not be computed: no cap is known to cover it.
    if (typeof worst === 'number' && worst <= most) {
      return { ...breach, message, isAlertOnly: true, override: id };
    }
    return { ...breach, message };
  }

  /** Counts and reports an order or a parent that exceeded the limit of a control. */
  use(what: string, { strategy, symbol }: Candidate, broken: SoftenedRule): void {
    const { message, override, rule } = broken;
    const kept = this.#active.find(({ terms }) => terms.id === override);
    // A soft limit needs no override.
    if (kept === undefined) return;
    kept.orders += 1;
    const about = { strategy, symbol: symbol.instrument.symbol };
    this.#tell('warn', about, `${what} exceeds ${rule}: ${message}`, rule);
  }

  /** Overrides in force, oldest first. */
  list(at: Instant): readonly Override[] {
    return this.#active.map(({ terms }) => terms).filter(({ until }) => at < until);
  }

  /** Overrides whose end is not reported yet; they are no longer in force. */
  get cut(): readonly Override[] {
    return this.#cut;
  }

  /** No override outlives its run: `begin` of the next run reports their end. */
  restore(overrides: readonly Override[]): void {
    this.#cut = overrides;
  }

  /** The run starts. */
  begin(): void {
    for (const one of this.#cut) this.#page(one, 'has ended with the previous run');
    this.#cut = [];
  }

  /** Largest cap in force, or 0. Calls no built-in function that a program could replace. */
  capOf(rule: string, { instrument }: SymbolState, strategy: string, at: Instant): number {
    const active = this.#active;
    let most = 0;
    for (let i = 0; i < active.length; i++) {
      const terms = active[i]?.terms;
      if (terms?.rule !== rule || at >= terms.until) continue;
      const name = terms.scope === 'symbol' ? instrument.symbol : strategy;
      if ((terms.scope === 'all' || terms.key === name) && terms.cap > most) most = terms.cap;
    }
    return most;
  }

  /** The override with the largest cap. */
  #find({ at, strategy, symbol }: Candidate, rule: string): Override | undefined {
    const names = { all: '', strategy, symbol: symbol.instrument.symbol };
    let found: Override | undefined;
    for (const { terms } of this.#active) {
      if (terms.rule !== rule || at >= terms.until || terms.key !== names[terms.scope]) continue;
      if (found === undefined || terms.cap > found.cap) found = terms;
    }
    return found;
  }

  #end(kept: Kept, how: string): void {
    this.#active = this.#active.filter((one) => one !== kept);
    const { orders, terms } = kept;
    const count = orders === 1 ? '1 order' : `${String(orders)} orders`;
    this.#page(terms, `of ${terms.rule} ${how}; ${count} used it`);
  }

  #page({ id, key, scope }: Override, what: string): void {
    this.#tell('page', scope === 'all' ? {} : { [scope]: key }, `override ${id} ${what}`);
  }

  #tell(level: 'warn' | 'page', about: ActionScope, text: string, overridden?: string): void {
    this.#act.alert(level, 'OVERRIDE', about, text, overridden);
  }
}

/** `RC23 up to 12000000 in symbol EUR/USD until 2026-07-13T12:15:00Z`. */
function describeOverride({ cap, key, rule, scope, until }: Override): string {
  const place = [scope, key].join(' ').trim();
  return `${rule} up to ${String(cap)} in ${place} until ${formatInstant(until)}`;
}
