// Pauses: no new risk in a scope for a while, or until something has come true.
import { formatInstant, type Instant, type Micros, SECOND } from '../../domain/index.js';
import type { PauseEnd, PauseScope } from '../../policy/index.js';
import type { Candidate } from '../rule.js';
import type { SymbolState } from './symbol-state.js';

/** How long a condition has to hold, or be gone, before its pause ends. */
export const SETTLE_TIME: Micros = 10 * SECOND;
/** Pauses at one time; one more pauses everything until a person resumes. */
const MAX_PAUSES = 1_000;
const NONE: readonly Pause[] = [];

/** Plain JSON. */
export interface Pause {
  readonly scope: PauseScope;
  /** Symbol, `Limit/IOC` or strategy; empty for all. */
  readonly key: string;
  /** Control id, e.g. `RC39`. */
  readonly control: string;
  /** What happened, for people. */
  readonly reason: string;
  /** Names the condition that `resolved` waits for. */
  readonly cause: string;
  readonly since: Instant;
  /** The last time that its cause came up. */
  readonly hitAt: Instant;
  /** Time, or the condition that ends it. */
  readonly until: Instant | PauseEnd;
  /** Of a rule or health check: `resolved` is not enough, its condition has to stay away. */
  readonly isHeld?: true;
  /** Of one that is held: since when its condition is gone. */
  readonly goneAt?: Instant | undefined;
}

export interface PausesSetup {
  readonly symbols: readonly SymbolState[];
  /** How old a rate may be to count as fresh. */
  readonly freshFor: Micros;
  /** Whether the market of a symbol is open by the calendar; of all symbols where it is empty. */
  readonly isOpen: (at: Instant, symbol: string) => boolean;
}

export class Pauses {
  readonly #setup: PausesSetup;
  #pauses: Pause[] = [];
  #lasting = 0;
  /** Held ones of the run before: their conditions are gone from the first look on. */
  #restored: readonly Pause[] = [];

  constructor(setup: PausesSetup) {
    this.#setup = setup;
  }

  get count(): number {
    return this.#pauses.length;
  }

  /** Pauses so far that only a person ends: each has to be durable before anything follows it. */
  get lasting(): number {
    return this.#lasting;
  }

  /** Pauses in force or not yet found to be over, oldest first. */
  list(): readonly Pause[] {
    return this.#pauses;
  }

  /** Adds a pause, or lengthens the one of the same scope, control, cause and kind of end. */
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

  /** The first pause of each control that an order falls under, but for one control. */
  find(order: Candidate, but?: string): readonly Pause[] {
    if (this.#pauses.length === 0) return NONE;
    this.#dropOver(order.at);
    const told = new Set([but]);
    return this.#pauses.filter((pause) => {
      if (told.has(pause.control) || !isUnder(pause, order)) return false;
      told.add(pause.control);
      return true;
    });
  }

  /** Whether one that only a person ends holds back what a strategy does in a symbol. */
  holdsBack(strategy: string, symbol: string): boolean {
    return this.#pauses.some((pause) => {
      const { key, scope } = pause;
      const isUnderIt = scope === 'all' || key === (scope === 'symbol' ? symbol : strategy);
      return endsByOperator(pause) && isUnderIt;
    });
  }

  /** The condition of this name is gone: its pauses end, those that are held after a while. */
  resolve(cause: string, at: Instant): void {
    this.#drop((pause) => isOf(pause, cause) && pause.isHeld !== true);
    const ends = (pause: Pause) => isOf(pause, cause) && pause.goneAt === undefined;
    if (!this.#pauses.some(ends)) return;
    this.#pauses = this.#pauses.map((one) => (ends(one) ? { ...one, goneAt: at } : one));
  }

  /** The condition is there again: a pause that is held goes on, if there is one. */
  recur(cause: string, at: Instant): boolean {
    this.dropOver(at);
    const index = this.#pauses.findIndex((pause) => pause.isHeld === true && isOf(pause, cause));
    const known = this.#pauses[index];
    if (known === undefined) return false;
    this.#pauses[index] = { ...known, hitAt: at, goneAt: undefined };
    return true;
  }

  /** Reference data lists the symbol. */
  listed(symbol: string): void {
    this.#drop(
      ({ until, scope, key }) => until === 'listed' && (scope === 'all' || key === symbol),
    );
  }

  /** A person resumes: pauses that only a person ends are over, those of a scope or all. */
  resume(scope?: PauseScope, key = ''): void {
    this.#drop((pause) => {
      const isMeant = scope === undefined || (pause.scope === scope && pause.key === key);
      return endsByOperator(pause) && isMeant;
    });
  }

  /** Forgets the pauses that are over; the first call of a run dates those of the run before. */
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

  /** Those that hold back orders at this time, oldest first. */
  listInForce(at: Instant): readonly Pause[] {
    return this.#pauses.filter((pause) => !this.#isOver(pause, at));
  }

  /** Pauses that outlive this run: until a time to come, held ones, or until a person resumes. */
  listDurable(at: Instant): readonly Pause[] {
    return this.#pauses.filter((pause) => {
      if (pause.isHeld === true) return !this.#isOver(pause, at);
      return typeof pause.until === 'number' ? at < pause.until : endsByOperator(pause);
    });
  }

  /** Takes over what outlived the run before. */
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

  /** Whether rates of the symbol, or of all that have any, came after `since` and are young. */
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

/** Only a person ends it. */
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

/** What a refusal says of a pause: control, cause, since, until. */
export function describePause({ scope, key, reason, since, until, goneAt }: Pause): string {
  const what = scope === 'all' ? 'trading' : key;
  const endsAt = goneAt === undefined ? until : goneAt + SETTLE_TIME;
  const end = typeof endsAt === 'number' ? formatInstant(endsAt) : endsAt;
  return `${what} is paused since ${formatInstant(since)} until ${end}: ${reason}`;
}
