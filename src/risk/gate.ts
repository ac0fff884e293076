// The gate: latch, pauses and rules in their order; nothing leaves without passing it.
import { type Halt, type Instant, type Refusal, SECOND } from '../domain/index.js';
import { RollingCount } from '../machine/index.js';
import type { Limits } from './limits.js';
import { describePause, type Pause, Pauses } from './pauses.js';
import {
  type Breach,
  type Candidate,
  type RiskRule,
  type RuleCheck,
  type RuleSetup,
  type Stage,
  STAGES,
} from './rule.js';
import { RULES } from './rules/index.js';

export interface GateSetup extends RuleSetup {
  readonly limitsVersion: string;
  /** Names the policy in refusals; absent where none is in force. */
  readonly policyVersion?: string;
  /** Whether the market is open by the calendar; always when absent. */
  readonly isOpen?: (at: Instant) => boolean;
}

/** Least age at which a rate no longer counts as fresh for a pause `until: fresh`. */
const FRESH_FOR = 3 * SECOND;

interface ActiveRule extends RuleCheck {
  readonly id: string;
  readonly haltAfter: RiskRule['haltAfter'];
  /** Refusals of this rule by strategy, for its escalation. */
  readonly refusals: Map<string, RollingCount>;
}

/** What of the gate outlives the process: latched halts, pauses that only a person ends. */
export interface GateSnapshot {
  readonly halts: readonly Halt[];
  readonly pauses: readonly Pause[];
}

/** A broken control: rule id and breach. */
export interface BrokenRule extends Breach {
  readonly rule: string;
}

export class Gate {
  /** Latched: set once, never cleared by the session. */
  #halt: Halt | undefined;
  readonly #haltedStrategies = new Map<string, Halt>();
  readonly #haltedSymbols = new Map<string, Halt>();
  readonly pauses: Pauses;
  readonly #stages: readonly (readonly ActiveRule[])[];
  /** Rules that count what they see. */
  readonly #counting: readonly ActiveRule[];
  readonly #setup: GateSetup;

  constructor(limits: Limits, setup: GateSetup) {
    this.#setup = setup;
    this.pauses = new Pauses({
      symbols: setup.symbols,
      freshFor: Math.max(FRESH_FOR, 3 * setup.pollInterval),
      isOpen: setup.isOpen ?? (() => true),
    });
    this.#stages = STAGES.map((stage) => createStage(stage, limits, setup));
    this.#counting = this.#stages.flat().filter((rule) => rule.seen !== undefined);
  }

  /** The halt of everything, if any. */
  get halt(): Halt | undefined {
    return this.#halt;
  }

  isHalted(strategy: string, symbol = ''): boolean {
    if (this.#haltedSymbols.has(symbol)) return true;
    return this.#halt !== undefined || this.#haltedStrategies.has(strategy);
  }

  /** Latches a halt; false when it was latched already. */
  latch(halt: Halt): boolean {
    if (halt.scope === 'all') {
      if (this.#halt !== undefined) return false;
      this.#halt = halt;
      return true;
    }
    if (halt.scope === 'symbol') {
      const symbol = halt.symbol ?? '';
      if (this.#halt !== undefined || this.#haltedSymbols.has(symbol)) return false;
      this.#haltedSymbols.set(symbol, halt);
      return true;
    }
    if (this.isHalted(halt.strategy)) return false;
    this.#haltedStrategies.set(halt.strategy, halt);
    return true;
  }

  snapshot(): GateSnapshot {
    const all = this.#halt === undefined ? [] : [this.#halt];
    const strategies = [...this.#haltedStrategies.values()];
    strategies.sort((a, b) => (a.strategy < b.strategy ? -1 : 1));
    const symbols = [...this.#haltedSymbols.values()];
    symbols.sort((a, b) => ((a.symbol ?? '') < (b.symbol ?? '') ? -1 : 1));
    return { halts: [...all, ...strategies, ...symbols], pauses: this.pauses.listDurable() };
  }

  /** Takes over what a former run left behind; nothing of it is ever cleared by this. */
  restore({ halts, pauses }: GateSnapshot): void {
    // Everything last: once it is halted, no single one is latched any more.
    for (const halt of halts.toReversed()) this.latch(halt);
    for (const pause of pauses) this.pauses.add(pause);
  }

  /** Every control that the candidate breaks in the first stage with a breach; empty: it may go. */
  check(candidate: Candidate): readonly BrokenRule[] {
    const broken = this.#findBroken(candidate, undefined);
    for (const rule of this.#counting) rule.seen?.(candidate, broken.length === 0);
    return broken;
  }

  /** The same for the named rules only, without counting the candidate as an order. */
  examine(candidate: Candidate, rules: ReadonlySet<string>): readonly BrokenRule[] {
    return this.#findBroken(candidate, rules);
  }

  /** The first rule whose refusals now halt the strategy, if any. */
  findEscalation(candidate: Candidate, broken: readonly BrokenRule[]): string | undefined {
    for (const { rule: id } of broken) {
      const rule = this.#stages.flat().find((one) => one.id === id);
      if (rule?.haltAfter === undefined) continue;
      const { refusals, within } = rule.haltAfter;
      if (refusals === 1) return id;
      let window = rule.refusals.get(candidate.strategy);
      if (window === undefined) {
        window = new RollingCount(within, refusals - 1);
        rule.refusals.set(candidate.strategy, window);
      }
      if (window.isFull(candidate.at)) return id;
      window.add(candidate.at);
    }
    return undefined;
  }

  /** The refusal event of a broken rule, with everything needed to recompute the decision. */
  describe(candidate: Candidate, broken: BrokenRule): Refusal {
    const { symbol, at } = candidate;
    const rate = {
      bidTicks: symbol.bidTicks,
      offerTicks: symbol.offerTicks,
      receiveAge: at - symbol.receivedAt,
      venueAge: at - symbol.venueAt,
    };
    return {
      at,
      intentId: candidate.intentId,
      strategy: candidate.strategy,
      symbol: symbol.instrument.symbol,
      rule: broken.rule,
      message: broken.message,
      limit: broken.limit,
      value: broken.value,
      ...(symbol.rateCount === 0 ? {} : { rate }),
      position: symbol.position,
      workingBuy: symbol.workingBuy,
      workingSell: symbol.workingSell,
      limitsVersion: this.#setup.limitsVersion,
      ...(this.#setup.policyVersion === undefined
        ? {}
        : { policyVersion: this.#setup.policyVersion }),
    };
  }

  #findBroken(candidate: Candidate, only: ReadonlySet<string> | undefined): readonly BrokenRule[] {
    const closed = this.#findClosed(candidate);
    if (closed !== undefined) return [closed];
    const broken: BrokenRule[] = [];
    for (const stage of this.#stages) {
      for (const rule of stage) {
        if (only?.has(rule.id) === false) continue;
        const breach = rule.check(candidate);
        if (breach !== undefined) broken.push({ rule: rule.id, ...breach });
      }
      if (broken.length === 0 && only === undefined) broken.push(...findInexact(candidate));
      if (broken.length > 0) break;
    }
    return broken;
  }

  #findClosed(candidate: Candidate): BrokenRule | undefined {
    const { strategy, symbol, at } = candidate;
    const halt =
      this.#halt ??
      this.#haltedStrategies.get(strategy) ??
      (this.#haltedSymbols.size === 0
        ? undefined
        : this.#haltedSymbols.get(symbol.instrument.symbol));
    if (halt !== undefined) {
      const message = `trading is halted by ${halt.rule}: ${halt.reason}`;
      return { rule: 'RC69', limit: 'not halted', value: halt.rule, message };
    }
    const pause = this.pauses.find(candidate);
    if (pause === undefined) return undefined;
    const message = describePause(pause);
    return { rule: pause.control, limit: pause.until, value: at, message };
  }
}

/** RC08, whatever else is off: a size or price that is not exact goes no further. */
function findInexact({ units, priceTicks, size, price }: Candidate): readonly BrokenRule[] {
  if (!Number.isNaN(units) && !Number.isNaN(priceTicks)) return [];
  const value = Number.isNaN(units) ? `size ${String(size)}` : `price ${String(price)}`;
  const message = `expected a size and a price that fit the instrument, found ${value}`;
  return [{ rule: 'RC08', limit: 'exact', value, message }];
}

function createStage(stage: Stage, limits: Limits, setup: RuleSetup): readonly ActiveRule[] {
  const rules: readonly RiskRule[] = RULES;
  return rules
    .filter((rule) => rule.stage === stage && limits.rules[rule.id] !== 'off')
    .map((rule) => ({
      id: rule.id,
      haltAfter: rule.haltAfter,
      refusals: new Map(),
      ...rule.create(limits.rules[rule.id], setup),
    }));
}
