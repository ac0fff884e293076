// What may trade: latched halts, pauses and reduce-only restrictions, each with scope and cause.
// The gate, the egress check and the kernel's policies all read this one state.
import type { Halt } from '../../domain/events/index.js';
import { SECOND } from '../../domain/index.js';
import type { Exposure } from '../ledger/exposure.js';
import type { Limits } from '../limits.js';
import { type Candidate, type RuleBreach, type RuleSetup, toOwn } from '../rule.js';
import { createHours } from '../rules/session/rc70-trading-hours.js';
import { Halts } from './halts.js';
import { describePause, Pauses } from './pauses.js';
import { ReduceOnly } from './reduce-only.js';

/** Minimum age at which a rate stops being fresh for a pause `until: fresh`. */
const FRESH_FOR = 3 * SECOND;

export class TradingState {
  readonly halts = new Halts();
  readonly pauses: Pauses;
  readonly reduceOnly = new ReduceOnly();
  /** The operator closes positions: halts let reducing orders pass until that is over. */
  #isFlattening = false;

  constructor(limits: Limits, setup: Pick<RuleSetup, 'symbols' | 'pollInterval' | 'isLive'>) {
    this.pauses = new Pauses({
      symbols: setup.symbols,
      freshFor: Math.max(FRESH_FOR, 3 * setup.pollInterval),
      isOpen: createHours(limits.rules['RC70'], setup).isOpen,
    });
  }

  /** The halt of everything, if any. */
  get halt(): Halt | undefined {
    return this.halts.all;
  }

  isHalted(strategy: string, symbol = ''): boolean {
    return this.halts.isHalted(strategy, symbol);
  }

  /** True when a halt, or a pause that only an operator ends, also stops approved commands. */
  stopsApproved(strategy: string, symbol: string): boolean {
    return this.isHalted(strategy, symbol) || this.pauses.stopsApproved(strategy, symbol);
  }

  /** From now on only orders that reduce their symbol's position pass, even under a halt. */
  beginFlatten(rule: string, reason: string): void {
    this.#isFlattening = true;
    this.reduceOnly.set(rule, {}, reason, 'symbol');
  }

  endFlatten(rule: string): void {
    this.#isFlattening = false;
    this.reduceOnly.set(rule, {}, '');
  }

  /**
   * Halts that refuse the candidate; without one, pauses and reduce-only restrictions. Pauses by
   * the control `spared` do not refuse it.
   */
  findBreaches(candidate: Candidate, exposure: Exposure, spared = ''): readonly RuleBreach[] {
    const { strategy, symbol, at } = candidate;
    if (!this.#isFlattening && this.isHalted(strategy, symbol.instrument.symbol)) {
      return this.halts.listOver(strategy, symbol.instrument.symbol).map((halt) => {
        const message = `trading is halted by ${halt.rule}: ${halt.reason}`;
        return toOwn({ rule: 'RC69', limit: 'not halted', value: halt.rule, message });
      });
    }
    // Flatten closes positions even when the venue does not list the symbol.
    const pauses = this.pauses.find(candidate, this.#isFlattening ? 'RC01' : spared);
    if (pauses.length === 0) return this.reduceOnly.find(candidate, exposure);
    const held = pauses.map((pause): RuleBreach => {
      const { control: rule, until: limit } = pause;
      return toOwn({ rule, limit, value: at, message: describePause(pause), isPause: true });
    });
    return [...held, ...this.reduceOnly.find(candidate, exposure)];
  }
}
