// Pauses: no new risk in a scope until a time or a condition.
import { formatInstant, type Instant, type Micros, SECOND } from '../../domain/index.js';
import type { PauseEnd, PauseScope } from '../../policy/index.js';
import type { Candidate } from '../rule.js';
import type { SymbolState } from './symbol-state.js';

/** How long a condition must hold, or be gone, before its pause ends. */
export const SETTLE_TIME: Micros = 10 * SECOND;
/** Maximum of pauses; a further one pauses everything until an operator resumes. */
const MAX_PAUSES = 1_000;
const NONE: readonly Pause[] = [];
const ENDS: Readonly<Record<PauseEnd, string>> = {
  resolved: 'its cause is over',
  fresh: 'a new rate arrives',
  open: 'the market opens',
  restart: 'the session restarts',
  resume: 'an operator resumes (weir resume)',
  listed: 'the venue lists the symbol',
};

/** Plain JSON. */
export interface Pause {
  readonly scope: PauseScope;
  /** Symbol, `Limit/IOC` or strategy; empty for all. */
  readonly key: string;
  /** Control id, e.g. `RC39`. */
  readonly control: string;
  /** What happened, as a text for operators. */
  readonly reason: string;
  /** Name of the condition that `resolved` waits for. */
  readonly cause: string;
  readonly since: Instant;
  /** When its cause last occurred. */
  readonly hitAt: Instant;
  /** End time, or the condition that ends it. */
  readonly until: Instant | PauseEnd;
  /** For rules and health checks: the condition must also stay away for SETTLE_TIME. */
  readonly isHeld?: true;
  /** Of such a pause: since when its condition is gone. */
  readonly goneAt?: Instant | undefined;
}

export interface PausesSetup {
  readonly symbols: readonly SymbolState[];
  /** Greatest age of a fresh rate. */
  readonly freshFor: Micros;
  /** True when the market of a symbol is open by the calendar; an empty symbol means all. */
  readonly isOpen: (at: Instant, symbol: string) => boolean;
}

export class Pauses {
  readonly #setup: PausesSetup;
  #pauses: Pause[] = [];
  #lasting = 0;
  /** Pauses of the previous run with `isHeld`: the first sample counts their conditions as gone. */
  #restored: readonly Pause[] = [];

  constructor(setup: PausesSetup) {
    this.#setup = setup;
  }

  get count(): number {
    return this.#pauses.length;
  }

  /** Number of pauses so far that only an operator ends: each is made durable first. */
  get lasting(): number {
    return this.#lasting;
  }

  /** Pauses in force or not yet found to be over, oldest first. */
  list(): readonly Pause[] {
    return this.#pauses;
  }

  /** Adds a pause, or extends the one with the same scope, control, cause and kind of end. */
  add(pause: Pause): void {
    this.#dropOver(pause.hitAt);
    const at = this.#pauses.findIndex((one) => isSame(one, pause));
    const known = this.#pauses[at];
    const isFull = this.#pauses.length >= MAX_PAUSES;
    if (known === undefined && (isFull || endsByOperator(pause))) this.#lasting += 1;
    if (known !== undefined) {
      const { since } = known;
      const isLonger = Number(known.until) > Number(pause.until);
      this.#pauses[at] = { ...pause, since, until: isLonger ? known.until : pause.until };
    } else if (!isFull) {
      this.#pauses.push(pause);
    } else {
      const reason = `more than ${String(MAX_PAUSES)} pauses, the last: ${pause.reason}`;
      const all = { ...pause, scope: 'all', key: '', until: 'resume', reason } as const;
      this.#pauses = [...this.#pauses.slice(1), all];
    }
  }

  /** The first pause of each control that covers an order, except the control `but`. */
  find(order: Candidate, but?: string): readonly Pause[] {
    if (this.#pauses.length === 0) return NONE;
    this.#dropOver(order.at);
    const notified = new Set([but]);
    return this.#pauses.filter((pause) => {
      if (notified.has(pause.control) || !isUnder(pause, order)) return false;
      notified.add(pause.control);
      return true;
    });
  }

  /** True when a pause that only an operator ends covers this strategy or symbol. */
  stopsApproved(strategy: string, symbol: string): boolean {
    return this.#pauses.some((pause) => {
      const { key, scope } = pause;
      const isUnderIt = scope === 'all' || key === (scope === 'symbol' ? symbol : strategy);
      return endsByOperator(pause) && isUnderIt;
    });
  }

  /** The condition is gone: its pauses end, those with `isHeld` after SETTLE_TIME. */
  resolve(cause: string, at: Instant): void {
    this.#drop((pause) => isOf(pause, cause) && pause.isHeld !== true);
    const ends = (pause: Pause) => isOf(pause, cause) && pause.goneAt === undefined;
    if (!this.#pauses.some(ends)) return;
    this.#pauses = this.#pauses.map((one) => (ends(one) ? { ...one, goneAt: at } : one));
  }

  /** The condition recurred: returns whether a pause with `isHeld` goes on. */
  recur(cause: string, at: Instant): boolean {
    this.dropOver(at);
    const index = this.#pauses.findIndex((pause) => pause.isHeld === true && isOf(pause, cause));
    const known = this.#pauses[index];
    if (known === undefined) return false;
    this.#pauses[index] = { ...known, hitAt: at, goneAt: undefined };
    return true;
  }

  /** The venue's reference data lists the symbol. */
  listed(symbol: string): void {
    this.#drop(
      ({ until, scope, key }) => until === 'listed' && (scope === 'all' || key === symbol),
    );
  }

  /** The operator resumes: ends pauses that only an operator ends, in a scope or all. */
  resume(scope?: PauseScope, key = ''): void {
    this.#drop((pause) => {
      const isMeant = scope === undefined || (pause.scope === scope && pause.key === key);
      return endsByOperator(pause) && isMeant;
    });
  }

  /** Removes pauses that are over. A run's first call dates the pauses of the previous run. */
  dropOver(at: Instant): void {
    const restored = this.#restored;
    if (restored.length > 0) {
      this.#restored = [];
      this.#pauses = this.#pauses.map((one) => {
        return restored.includes(one) ? { ...one, goneAt: at } : one;
      });
    }
    if (this.#pauses.length > 0) this.#dropOver(at);
  }

  /** Pauses in force at this time, oldest first. */
  listInForce(at: Instant): readonly Pause[] {
    return this.#pauses.filter((pause) => !this.#isOver(pause, at));
  }

  /** Pauses that survive a restart: with an end time to come, with `isHeld`, or until `resume`. */
  listDurable(at: Instant): readonly Pause[] {
    return this.#pauses.filter((pause) => {
      if (pause.isHeld === true) return !this.#isOver(pause, at);
      return typeof pause.until === 'number' ? at < pause.until : endsByOperator(pause);
    });
  }

  /** Restores the pauses of the previous run. */
  restore(pauses: readonly Pause[]): void {
    for (const pause of pauses) {
      this.add(pause.isHeld === true ? { ...pause, goneAt: undefined } : pause);
    }
    this.#restored = this.#pauses.filter(({ isHeld }) => isHeld === true);
  }

  #dropOver(at: Instant): void {
    this.#drop((pause) => this.#isOver(pause, at));
  }

  #isOver({ until, scope, key, hitAt, goneAt = Infinity }: Pause, at: Instant): boolean {
    switch (until) {
      case 'fresh':
        return at - hitAt >= SETTLE_TIME && this.#isFresh(scope === 'symbol' ? key : '', hitAt, at);
      case 'open':
        return at - hitAt >= SETTLE_TIME && this.#setup.isOpen(at, scope === 'symbol' ? key : '');
      case 'resolved':
        return at - goneAt >= SETTLE_TIME;
      case 'listed':
      case 'restart':
      case 'resume':
        return false;
      default:
        return at >= until;
    }
  }

  /** True when rates of the symbol, or of all that have any, came after `since` and are fresh. */
  #isFresh(name: string, since: Instant, at: Instant): boolean {
    return this.#setup.symbols.every(({ instrument, receivedAt, rateCount }) => {
      if (name === '' ? rateCount === 0 : instrument.symbol !== name) return true;
      return receivedAt > since && at - receivedAt <= this.#setup.freshFor;
    });
  }

  #drop(isOver: (pause: Pause) => boolean): void {
    if (this.#pauses.some(isOver)) this.#pauses = this.#pauses.filter((one) => !isOver(one));
  }
}

function isUnder(
  { scope, key }: Pause,
  { symbol, strategy, type, timeInForce }: Candidate,
): boolean {
  switch (scope) {
    case 'all':
      return true;
    case 'symbol':
      return key === symbol.instrument.symbol;
    case 'strategy':
      return key === strategy;
    case 'type':
      return key === `${type}/${timeInForce}`;
  }
}

function isOf({ until, cause }: Pause, name: string): boolean {
  return until === 'resolved' && cause === name;
}

/** True when only an operator ends the pause. */
export function endsByOperator({ until }: Pause): boolean {
  return until === 'resume';
}

function isSame(a: Pause, b: Pause): boolean {
  const isKind = typeof a.until === 'number' ? typeof b.until === 'number' : a.until === b.until;
  return (
    isKind &&
    a.scope === b.scope &&
    a.key === b.key &&
    a.control === b.control &&
    a.cause === b.cause
  );
}

/** Text of a refusal by a pause: scope, since, until, reason. */
export function describePause({ scope, key, reason, since, until, goneAt }: Pause): string {
  const what = scope === 'all' ? 'trading' : key;
  const endsAt = goneAt === undefined ? until : goneAt + SETTLE_TIME;
  const end = typeof endsAt === 'number' ? formatInstant(endsAt) : ENDS[endsAt];
  return `${what} is paused since ${formatInstant(since)} until ${end}: ${reason}`;
}
