// Flatten: closes the own net positions for the operator. First it cancels, then it sends orders
// that only reduce.
import { type Instant, type Micros, MINUTE, SECOND } from '../../domain/index.js';
import { toSign } from '../../domain/orders/index.js';
import type { SymbolState, TradingState } from '../../risk/gate/index.js';
import { listRuleIds } from '../../risk/index.js';
import type { Cancels } from '../orders/cancels.js';
import type { OrderManager } from '../orders/order-manager.js';
import { toIntent } from '../orders/order-candidate.js';
import type { StrategyRegistry } from '../strategies/strategy-registry.js';
import type { Outputs } from '../outputs.js';
import type { StrategyHost } from '../strategies/strategy-host.js';
import type { Symbols } from '../symbols.js';

/** Used in place of an RC id in alerts and refusals. */
export const FLATTEN = 'FLATTEN';

/** Time between two checks of progress. */
const LOOK_EVERY: Micros = SECOND;
/** Flatten gives up when orders do not end, or the gate refuses, for this long. */
const ORDERS_WITHIN: Micros = 5 * MINUTE;
const REFUSED_FOR: Micros = MINUTE;
const OVERTAKEN = 'another halt came while positions were being closed';
/** Maximum of closing orders in one flatten. */
const MAX_ORDERS = 500;
/** Basis points beyond the touch for a closing order; the second if the gate refuses the first. */
const REACHES: readonly number[] = [2, 0];
const TEN_THOUSAND = 10_000;
/** Refused by these rules only, an order is tried with half its size. */
const SIZE_RULES = listRuleIds(({ smallerMayPass }) => smallerMayPass === true);
const MAX_HALVINGS = 40;
/** Rules that test a size before it is sent: not those of the client order id, which it lacks. */
const CHECKED = listRuleIds(({ stage }) => stage !== 'identity');

export interface FlattenParts {
  readonly orderManager: OrderManager;
  readonly trading: TradingState;
  readonly cancels: Cancels;
  readonly registry: StrategyRegistry;
  readonly names: Pick<Symbols, 'states'>;
  readonly outputs: Outputs;
}

export interface FlattenPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
  nextIntentId(): number;
}

/** Result of a flatten; `trouble` is empty when every position is closed. */
export interface FlattenEnd {
  readonly trouble: string;
}

export class Flatten {
  readonly #orderManager: OrderManager;
  readonly #trading: TradingState;
  readonly #cancels: Cancels;
  readonly #symbols: readonly SymbolState[];
  readonly #registry: StrategyRegistry;
  readonly #outputs: Outputs;
  readonly #ports: FlattenPorts;
  #timer: { cancel(): void } | undefined;
  #isActive = false;
  #isAdopting = false;
  /** When an order was last placed or has ended. */
  #movedAt: Instant = 0;
  #orders = 0;
  #refusal = '';
  /** Number of halts when flatten began: those that the operator knew of. */
  #known = 0;
  #end: FlattenEnd | undefined;

  constructor(parts: FlattenParts, ports: FlattenPorts) {
    const { cancels, orderManager, registry, names, outputs, trading } = parts;
    this.#orderManager = orderManager;
    this.#trading = trading;
    this.#cancels = cancels;
    this.#symbols = names.states;
    this.#registry = registry;
    this.#outputs = outputs;
    this.#ports = ports;
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  /** Result of the latest flatten. */
  get last(): FlattenEnd | undefined {
    return this.#end;
  }

  /** Replay mode: closing orders come from the journal. */
  adoptOnly(): void {
    this.#isAdopting = true;
  }

  /** Begins after the strategies were stopped and while own orders are being cancelled. */
  begin(reason: string): void {
    if (this.#isAdopting || this.#isActive) return;
    this.#isActive = true;
    this.#end = undefined;
    this.#orders = 0;
    this.#refusal = '';
    this.#movedAt = this.#ports.now();
    this.#known = this.#trading.halts.found;
    this.#trading.beginFlatten(FLATTEN, reason);
    this.#tell('warn', `closing every position: ${reason}`);
    this.#watch();
  }

  /** Runs after each event: another halt ends the flatten, even under a latched halt. */
  look(): void {
    if (this.#isActive && this.#trading.halts.found !== this.#known) this.stop(OVERTAKEN);
  }

  /** Ends the flatten: cancels all own orders and places no more. Empty `trouble`: it succeeded. */
  stop(trouble: string): void {
    if (!this.#isActive) return;
    this.#isActive = false;
    this.#timer?.cancel();
    this.#trading.endFlatten(FLATTEN);
    this.#end = { trouble };
    this.#cancels.cancelWhere(() => true);
    if (trouble === '') this.#tell('info', 'every position is closed');
    else this.#tell('page', `NOT FLAT: ${trouble}`);
  }

  #watch(): void {
    this.#timer = this.#ports.at(this.#ports.now() + LOOK_EVERY, () => {
      this.look();
      this.#goOn();
      if (this.#isActive) this.#watch();
    });
  }

  #goOn(): void {
    if (!this.#isActive) return;
    if (this.#orderManager.store.size > 0) this.#wait();
    else this.#close();
  }

  /** Positions are exact only while no order is open. */
  #wait(): void {
    if (this.#ports.now() - this.#movedAt < ORDERS_WITHIN) return;
    const coIds = this.#orderManager.store.listOpen().map(({ coId }) => coId);
    this.stop(`these orders did not end within 5 min: ${coIds.join(' ')}`);
  }

  #close(): void {
    const open = this.#symbols.filter(({ position }) => position !== 0);
    if (open.length === 0) {
      this.stop('');
      return;
    }
    let placed = 0;
    // unreached: nothing ends it between two of its own orders
    for (const symbol of open) if (this.#isActive) placed += this.#place(symbol);
    this.#orders += placed;
    if (placed > 0) this.#movedAt = this.#ports.now();
    else if (this.#isActive && this.#ports.now() - this.#movedAt >= REFUSED_FOR) {
      this.stop(`the risk gate refused every closing order for 60 s: ${this.#refusal}`);
    }
    if (this.#isActive && this.#orders >= MAX_ORDERS) {
      const left = 'run weir flatten again, or close the rest at the venue';
      this.stop(`${String(MAX_ORDERS)} closing orders did not close every position: ${left}`);
    }
  }

  /** Places the largest part of the position that the gate allows; 1 when an order was sent. */
  #place(symbol: SymbolState): number {
    const { leastUnits, position, stepUnits } = symbol;
    const side = position > 0 ? 'Sell' : 'Buy';
    const host = this.#findHolder(symbol);
    const intentId = this.#ports.nextIntentId();
    for (const reach of REACHES) {
      const priceTicks = findPrice(symbol, toSign(side), reach);
      let units = Math.abs(position);
      for (let halvings = 0; halvings < MAX_HALVINGS && units > 0; halvings += 1) {
        const intent = toIntent(symbol, side, { units, priceTicks, timeInForce: 'IOC' });
        const refusals = this.#orderManager.dryRun(host, intentId, intent, symbol, CHECKED);
        if (refusals.length === 0) {
          const before = this.#orderManager.store.size;
          this.#orderManager.place(host, intentId, intent, symbol, undefined);
          return this.#orderManager.store.size - before;
        }
        this.#refusal = refusals.map(({ rule, message }) => `${rule}: ${message}`).join('; ');
        if (!refusals.every(({ rule }) => SIZE_RULES.has(rule))) break;
        units = toStep(units / 2, stepUnits, leastUnits);
      }
    }
    return 0;
  }

  /** The strategy with the largest share of the position: its limits and position count. */
  #findHolder({ instrument: { id }, position }: SymbolState): StrategyHost {
    const sign = Math.sign(position);
    const registry = [...this.#registry.values()];
    // unreached: in range
    const most = Math.max(...registry.map((host) => sign * (host.positions[id] ?? 0)));
    // unreached: in range
    const holder = registry.find((host) => sign * (host.positions[id] ?? 0) === most);
    // unreached: one of them holds the most
    if (holder === undefined) throw new RangeError('a position without a strategy');
    return holder;
  }

  #tell(level: 'info' | 'warn' | 'page', text: string): void {
    const about = { rule: FLATTEN, strategy: '', symbol: '' };
    this.#outputs.alert({ at: this.#ports.now(), level, ...about, text });
  }
}

/** A price beyond the opposite touch; without a rate the gate refuses the order. */
function findPrice({ bidTicks, offerTicks }: SymbolState, sign: number, reach: number): number {
  if (sign > 0) return Math.floor((offerTicks * (TEN_THOUSAND + reach)) / TEN_THOUSAND);
  return Math.ceil((bidTicks * (TEN_THOUSAND - reach)) / TEN_THOUSAND);
}

/** The largest whole number of steps that fits; 0 below the minimum size. */
function toStep(units: number, step: number, least: number): number {
  const whole = Math.floor(units / step) * step;
  return whole < least ? 0 : whole;
}
