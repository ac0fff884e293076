// Hooks of the risk rules that watch events; each list has only the active rules with that hook.
import type { BotEvent } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import type { Ledger } from '../ledger/ledger.js';
import type { BustKind, FillFacts, OrderFacts, RuleCheck } from '../rule.js';
import type { SymbolState } from './symbol-state.js';

export class RuleHooks {
  readonly #ledger: Ledger;
  readonly #rate: readonly NonNullable<RuleCheck['onRate']>[];
  readonly #doubts: readonly NonNullable<RuleCheck['distrustsRate']>[];
  readonly #tick: readonly NonNullable<RuleCheck['onTick']>[];
  readonly #fill: readonly NonNullable<RuleCheck['onFill']>[];
  readonly #unbook: readonly NonNullable<RuleCheck['onFillReversed']>[];
  readonly #status: readonly NonNullable<RuleCheck['onStatus']>[];
  readonly #average: readonly NonNullable<RuleCheck['onAverage']>[];
  readonly #foreign: readonly NonNullable<RuleCheck['onExternalOrder']>[];
  readonly #cancel: readonly NonNullable<RuleCheck['onCancel']>[];
  readonly #bust: readonly NonNullable<RuleCheck['onBust']>[];
  readonly #event: readonly NonNullable<RuleCheck['onEvent']>[];

  constructor(rules: readonly RuleCheck[], ledger: Ledger, symbols: readonly SymbolState[]) {
    this.#ledger = ledger;
    this.#rate = rules.flatMap(({ onRate }) => onRate ?? []);
    this.#doubts = rules.flatMap(({ distrustsRate }) => distrustsRate ?? []);
    this.#tick = rules.flatMap(({ onTick }) => onTick ?? []);
    this.#fill = rules.flatMap(({ onFill }) => onFill ?? []);
    this.#unbook = rules.flatMap(({ onFillReversed }) => onFillReversed ?? []);
    this.#status = rules.flatMap(({ onStatus }) => onStatus ?? []);
    this.#average = rules.flatMap(({ onAverage }) => onAverage ?? []);
    this.#foreign = rules.flatMap(({ onExternalOrder }) => onExternalOrder ?? []);
    this.#cancel = rules.flatMap(({ onCancel }) => onCancel ?? []);
    this.#bust = rules.flatMap(({ onBust }) => onBust ?? []);
    this.#event = rules.flatMap(({ onEvent }) => onEvent ?? []);
    // Rules that watch rates must get the first one.
    if (this.#rate.length > 0) for (const symbol of symbols) symbol.quietBand.until = 0;
  }

  get hasTicks(): boolean {
    return this.#tick.length > 0;
  }

  /** A rate that left the symbol's quiet band was applied. */
  rate(symbol: SymbolState, at: Instant): void {
    symbol.quietBand.reset();
    symbol.keepBroken();
    this.#ledger.mark(symbol, at);
    for (const hook of this.#rate) hook(symbol, at);
    symbol.isDistrusted = this.#doubts.some((doubts) => doubts(symbol, at));
    this.#ledger.notePeaks(symbol);
  }

  tick(at: Instant): void {
    for (const hook of this.#tick) hook(at);
  }

  fill(order: OrderFacts, fill: FillFacts): void {
    const { host, symbol, sign } = order.terms;
    const { at, units, priceTicks, isReplacement = false } = fill;
    this.#ledger.fill(host.name, symbol, sign, units, priceTicks, at, isReplacement);
    this.#ledger.settlement.book(symbol.instrument, sign * units, fill);
    for (const hook of this.#fill) hook(order, fill);
  }

  /** Booked units are reversed. */
  unbook(order: OrderFacts, taken: Omit<FillFacts, 'tradeId'>): void {
    const { host, symbol, sign } = order.terms;
    const { at, priceTicks, units } = taken;
    this.#ledger.fill(host.name, symbol, sign, -units, priceTicks, at);
    this.#ledger.settlement.book(symbol.instrument, -sign * units, taken);
    for (const hook of this.#unbook) hook(order, units, at);
  }

  /** A fill replaces a provisional fill that has another price. */
  replace(order: OrderFacts, fill: FillFacts, bookedTicks: number): void {
    const { host, symbol, sign } = order.terms;
    this.#ledger.fill(host.name, symbol, sign, -fill.units, bookedTicks, fill.at, true);
    this.fill(order, { ...fill, isReplacement: true });
  }

  bust(order: OrderFacts, tradeId: string, bustKind: BustKind): void {
    for (const hook of this.#bust) hook(order, tradeId, bustKind);
  }

  status(order: OrderFacts, cumUnits: number): void {
    for (const hook of this.#status) hook(order, cumUnits);
  }

  average(order: OrderFacts, averageTicks: number): void {
    for (const hook of this.#average) hook(order, averageTicks);
  }

  foreign(coId: string, symbol: string): void {
    for (const hook of this.#foreign) hook(coId, symbol);
  }

  cancel(strategy: string, at: Instant): void {
    for (const hook of this.#cancel) hook(strategy, at);
  }

  event(event: BotEvent, at: Instant): void {
    for (const hook of this.#event) hook(event, at);
  }
}
