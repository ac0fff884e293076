// The risk gate: the trading state and the rules in their order. Every order must pass it before it
// is sent.
import type { Halt, Refusal } from '../../domain/events/index.js';
import { type Instant, MINUTE } from '../../domain/index.js';
import type { ActionScope } from './actions.js';
import { ActiveRules, type Refused, type RefusedIntent } from '../active-rules.js';
import {
  type RuleBreach,
  type BoundOrder,
  type Candidate,
  type Escalation,
  type KeptExecutions,
  type RuleSetup,
} from '../rule.js';
import { RuleHooks } from './rule-hooks.js';
import { Exposure } from '../ledger/exposure.js';
import { Ledger } from '../ledger/ledger.js';
import { AccountValues } from '../ledger/account-values.js';
import type { LedgerSnapshot } from '../ledger/snapshot.js';
import type { Limits } from '../limits.js';
import type { Pause } from './pauses.js';
import { type Override, Overrides } from '../overrides.js';
import { findSharedLimits } from '../shared-limits.js';
import type { SymbolState } from './symbol-state.js';
import type { TradingState } from './trading-state.js';
import { findAtBestCap } from '../rules/price/rc15-aggressiveness.js';

export interface GateSetup extends Omit<
  RuleSetup,
  'ledger' | 'listHalts' | 'money' | 'exposure' | 'positionLimits' | 'priceBands'
> {
  readonly trading: TradingState;
  readonly limitsVersion: string;
  /** Version of the policy, for refusals; absent without a policy. */
  readonly policyVersion?: string;
}

const ALERT_EVERY = MINUTE; // interval at which a lasting breach of a soft limit is reported again

/** State of the gate that survives a restart: latched halts, and pauses that last beyond a run. */
export interface GateSnapshot {
  readonly halts: readonly Halt[];
  readonly pauses: readonly Pause[];
  readonly ledger: LedgerSnapshot;
  /** Overrides in force; absent without any. They end with their run. */
  readonly overrides?: readonly Override[];
  /** Overrides that ended with a previous run and are not reported yet; absent without any. */
  readonly cutOverrides?: readonly Override[];
  /** Executions counted by RC35; absent without any, and when runs do not keep them. */
  readonly executions?: readonly KeptExecutions[];
}

export class Gate {
  /** Halts, pauses and reduce-only restrictions. */
  readonly trading: TradingState;
  readonly hooks: RuleHooks;
  readonly ledger: Ledger;
  /** What observed limits would have done; empty when all limits are enforced. */
  readonly listObserved = () => this.#rules.observed.list();
  readonly overrides: Overrides;
  readonly #exposure: Exposure;
  readonly #rules: ActiveRules;
  readonly #capAtBest: ((symbol: SymbolState, sign: number) => number | undefined) | undefined;
  readonly #setup: GateSetup;
  /** When soft limits were last reported, by rule, strategy and symbol. */
  readonly #reportedAt = new Map<string, Instant>();

  /** Hash of the limits in force. */
  readonly limitsVersion: string;

  constructor(limits: Limits, setup: GateSetup) {
    this.#setup = setup;
    const { limitsVersion, symbols } = setup;
    this.limitsVersion = limitsVersion;
    this.trading = setup.trading;
    const money = new AccountValues(symbols, setup.accountCurrency);
    this.ledger = new Ledger(symbols, money, limits.feePerMillion, setup.calendars);
    const exposure = new Exposure(symbols, money);
    this.#exposure = exposure;
    const { ledger, trading } = this;
    const listHalts = () => trading.halts.list();
    const own = { ...findSharedLimits(limits), ledger, money, exposure, listHalts };
    this.overrides = new Overrides(setup.act, setup.accountCurrency);
    this.#rules = new ActiveRules(limits, { ...setup, ...own }, this.overrides);
    this.#capAtBest = findAtBestCap(limits.rules['RC15']);
    this.hooks = new RuleHooks(this.#rules.all, this.ledger, symbols);
  }

  /** Reference data changed: the next order of each symbol is checked in full. */
  forgetTerms(): void {
    this.#rules.forgetTerms();
  }

  snapshot(at: Instant): GateSnapshot {
    const overrides = this.overrides.list(at);
    const cutOverrides = this.overrides.cut;
    const executions = this.#rules.listExecutions(at);
    return {
      halts: this.trading.halts.list(),
      pauses: this.trading.pauses.listDurable(at),
      ledger: this.ledger.snapshot(),
      ...(overrides.length === 0 ? {} : { overrides }),
      ...(cutOverrides.length === 0 ? {} : { cutOverrides }),
      ...(executions.length === 0 ? {} : { executions }),
    };
  }

  isOn(rule: string): boolean {
    return this.#rules.has(rule);
  }

  /** Restores the state of the previous run; clears nothing. */
  restore(snapshot: GateSnapshot): void {
    const { cutOverrides = [], executions = [], halts, ledger, overrides = [], pauses } = snapshot;
    this.trading.halts.restore(halts);
    this.trading.pauses.restore(pauses);
    this.ledger.restore(ledger);
    this.overrides.restore([...cutOverrides, ...overrides]);
    this.#rules.restoreExecutions(executions);
  }

  /** Turns an AtBest order into a Limit/IOC order with a price, if the limits say so. */
  limitAtBest(draft: BoundOrder): void {
    const ticks = this.#capAtBest?.(draft.symbol, draft.sign);
    if (ticks === undefined) return;
    draft.type = 'Limit';
    draft.timeInForce = 'IOC';
    draft.priceTicks = ticks;
    draft.price = ticks / draft.symbol.instrument.ticksPerUnit;
  }

  /**
   * Breaches of the first stage that has any; empty: the order may be sent. Counts the candidate.
   */
  preTradeCheck(candidate: Candidate): readonly RuleBreach[] {
    const closed = this.#findClosed(candidate);
    const broken = closed.length === 0 ? this.#rules.check(candidate) : closed;
    let isSent = true;
    for (const one of broken) if (one.isAlertOnly === undefined) isSent = false;
    this.#rules.seen(candidate, isSent);
    if (broken.length === 0) return broken;
    for (const one of broken) if (one.isAlertOnly === true) this.#tell(candidate, one, isSent);
    return isSent ? [] : broken.filter((one) => one.isAlertOnly === undefined);
  }

  /**
   * Checks by the named rules only, without counting the candidate. Pauses by the control `spared`
   * do not refuse it. With `isPlan`, observed limits refuse as well.
   */
  dryRun(
    candidate: Candidate,
    rules: ReadonlySet<string>,
    { isPlan = false, spared = '' } = {},
  ): readonly RuleBreach[] {
    const closed = this.#findClosed(candidate, spared);
    if (closed.length > 0) return closed;
    const broken = this.#rules[isPlan ? 'dryRunWithObserved' : 'check'](candidate, rules);
    return broken.filter((one) => one.isAlertOnly === undefined);
  }

  /** Dry run of a parent as a whole; reports its overrides. A pause only delays its children. */
  dryRunParent(
    key: string,
    candidate: Candidate,
    rules: ReadonlySet<string>,
  ): readonly RuleBreach[] {
    const closed = this.#findClosed(candidate).filter(({ isPause }) => isPause !== true);
    if (closed.length > 0) return closed;
    const broken = this.#rules.check(candidate, rules);
    const refused = broken.filter((one) => one.isAlertOnly === undefined);
    if (refused.length > 0) return refused;
    for (const one of broken) this.overrides.use(`parent ${key}`, candidate, one);
    return refused;
  }

  /** Dry run of a quote request; the named rules that count orders count it. */
  dryRunRequest(candidate: Candidate, rules: ReadonlySet<string>): readonly RuleBreach[] {
    const broken = this.dryRun(candidate, rules);
    this.#rules.seen(candidate, broken.length === 0, rules);
    return broken;
  }

  /** An order that was checked before is sent now: named rules that count orders count it. */
  countSent(candidate: Candidate, rules: ReadonlySet<string>): void {
    this.#rules.seen(candidate, true, rules);
  }

  /**
   * The first rule whose refusals now escalate to a halt, and its scope. Alerts refusals that show
   * a defect of the bot.
   */
  findEscalation(
    { strategy, symbol, at }: Refused,
    broken: readonly RuleBreach[],
  ): { readonly rule: string; readonly scope: Escalation['scope'] } | undefined {
    for (const { rule, message } of broken) {
      const level = this.#rules.refusalAlert(rule);
      const scope = { strategy, symbol: symbol.instrument.symbol };
      if (level !== undefined) this.#setup.act.alert(level, rule, scope, message);
    }
    for (const { rule, isPause } of broken) {
      if (isPause === true) continue;
      const scope = this.#rules.escalate(rule, strategy, at);
      if (scope !== undefined) return { rule, scope };
    }
    return undefined;
  }

  /** The refusal for a breach, with all figures that are needed to recompute the decision. */
  describe(candidate: RefusedIntent, broken: RuleBreach): Refusal {
    const { symbol, at } = candidate;
    const rate = {
      bidTicks: symbol.bidTicks,
      offerTicks: symbol.offerTicks,
      receiveAge: at - symbol.receivedAt,
      venueAge: at - symbol.venueAt,
    };
    const { limit, value } = broken;
    const { limitsVersion, policyVersion } = this.#setup;
    const gap = typeof limit === 'number' && typeof value === 'number' ? value - limit : NaN;
    return {
      at,
      intentId: candidate.intentId,
      strategy: candidate.strategy,
      symbol: symbol.instrument.symbol,
      rule: broken.rule,
      message: broken.message,
      limit,
      value,
      ...(Number.isFinite(gap) ? { distance: gap } : {}),
      ...(symbol.rateCount === 0 ? {} : { rate }),
      position: symbol.position,
      workingBuy: symbol.workingBuy,
      workingSell: symbol.workingSell,
      limitsVersion,
      ...(policyVersion === undefined ? {} : { policyVersion }),
    };
  }

  #tell(candidate: Candidate, broken: RuleBreach, isSent: boolean): void {
    const { message, override, rule } = broken;
    if (override !== undefined) {
      if (isSent) this.overrides.use(`order ${candidate.coId}`, candidate, broken);
      return;
    }
    const { strategy, symbol, at } = candidate;
    const scope: ActionScope = { strategy, symbol: symbol.instrument.symbol };
    const key = `${rule}|${strategy}|${symbol.instrument.symbol}`;
    const last = this.#reportedAt.get(key);
    if (last !== undefined && at - last < ALERT_EVERY) return;
    this.#reportedAt.set(key, at);
    this.#setup.act.alert('warn', rule, scope, `soft limit: ${message}`);
  }

  #findClosed(candidate: Candidate, spared = ''): readonly RuleBreach[] {
    return this.trading.findBreaches(candidate, this.#exposure, spared);
  }
}
