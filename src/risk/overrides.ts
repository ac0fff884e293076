// Overrides: a person lets orders beyond one limit, in a scope, up to a cap, for some minutes.
import {
  formatInstant,
  type HostEvent,
  type Instant,
  type Micros,
  MILLISECOND,
  MINUTE,
  type OverrideEvent,
  type OverrideScope,
  powerOfTen,
  type RevokeEvent,
} from '../domain/index.js';
import type { ActionScope, RuleActions } from './gate/actions.js';
import type { Breach, CapUnit, Candidate } from './rule.js';
import type { SymbolState } from './gate/symbol-state.js';

/** Longest life, minutes of session time. */
export const MAX_OVERRIDE_MINUTES = 15;
/** Wall against machine clock, as RC55 judges it. */
const MOST_STEP: Micros = 500 * MILLISECOND;
/** Most that are in force at one time. */
export const MAX_OVERRIDES = 20;

/** One in force. */
export interface Override extends OverrideScope {
  readonly id: string;
  readonly rule: string;
  readonly cap: number;
  readonly until: Instant;
  readonly by: string;
  readonly reason: string;
}

/** A breach, once overrides were looked at. */
export interface Overridden extends Breach {
  /** Override by which the order goes on. */
  readonly override?: string;
}

/** What let an order or a parent go on: an override, or a soft limit. */
interface SoftenedRule extends Overridden {
  readonly rule: string;
}

interface Kept {
  readonly terms: Override;
  /** Orders and parents that went by it. */
  orders: number;
}

export class Overrides {
  readonly #act: RuleActions;
  readonly #account: string;
  #active: readonly Kept[] = [];
  /** Those that a run before left in force, until this one has told it. */
  #cut: readonly Override[] = [];

  constructor(act: RuleActions, accountCurrency: string) {
    this.#act = act;
    this.#account = accountCurrency;
  }

  /** From now on. */
  grant(at: Instant, event: OverrideEvent): void {
    const { by, cap, id, key, minutes, reason, rule, scope } = event;
    const terms = { id, rule, scope, key, cap, until: at + minutes * MINUTE, by, reason };
    const kept: Kept = { terms, orders: 0 };
    this.#active = [...this.#active, kept];
    this.#act.at(terms.until, () => {
      if (this.#active.includes(kept)) this.#end(kept, 'is over: its time is up');
    });
    this.#page(terms, `holds, by ${by}: ${describeOverride(terms)}: ${reason}`);
  }

  /** Ends it now; one that is not in force stays so. */
  revoke({ by, id, reason }: RevokeEvent): void {
    const kept = this.#active.find(({ terms }) => terms.id === id);
    if (kept !== undefined) this.#end(kept, `is revoked by ${by}: ${reason}`);
  }

  /** Minutes that a machine sleeps through are none by its clock, so all end when it was set. */
  see({ clockStep = 0 }: HostEvent): void {
    if (Math.abs(clockStep) <= MOST_STEP) return;
    const how = 'is over: the wall clock was set, or the machine has slept';
    for (const kept of this.#active) this.#end(kept, how);
  }

  /** Of a hard breach: softened where an override lets the order go on, else what is left of it. */
  judge(
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
    // What is typed in decimals is some units, not a fraction less of them.
    const most = capIn === 'base' ? Math.round(cap * powerOfTen(baseDecimals)) : cap;
    const unit = { account: this.#account, base, orders: 'orders' }[capIn];
    const text = `override ${id} has a cap of ${String(cap)} ${unit}`;
    const message = `${breach.message}; ${text}`;
    // A value in words is one that nobody could work out: no cap is known to hold.
    if (typeof worst === 'number' && worst <= most) {
      return { ...breach, message, isAlertOnly: true, override: id };
    }
    return { ...breach, message };
  }

  /** `what`, an order or a parent, went beyond the limit of a control. */
  use(what: string, { strategy, symbol }: Candidate, broken: SoftenedRule): void {
    const { message, override, rule } = broken;
    const kept = this.#active.find(({ terms }) => terms.id === override);
    // What a soft limit lets go needs none.
    if (kept === undefined) return;
    kept.orders += 1;
    const about = { strategy, symbol: symbol.instrument.symbol };
    this.#tell('warn', about, `${what} goes beyond ${rule}: ${message}`, rule);
  }

  /** Those in force, oldest first. */
  list(at: Instant): readonly Override[] {
    return this.#active.map(({ terms }) => terms).filter(({ until }) => at < until);
  }

  /** Those whose end nobody has told yet; they hold no more. */
  get cut(): readonly Override[] {
    return this.#cut;
  }

  /** No override outlives its run: those of a run before are told when this one begins. */
  restore(overrides: readonly Override[]): void {
    this.#cut = overrides;
  }

  /** The run begins. */
  begin(): void {
    for (const one of this.#cut) this.#page(one, 'is over: it ended with the run before');
    this.#cut = [];
  }

  /** Largest cap of those in force, 0 without one; without a call that could be replaced. */
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

  /** The one with the largest cap. */
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
    this.#page(terms, `of ${terms.rule} ${how}; ${count} went by it`);
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
