// Carries out the actions of risk rules other than refusals: alerts, pauses, halts, cancels,
// timers.
import type { Alert, AlertLevel } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import type { ActionScope, PauseUntil, RuleActions, TradingState } from '../../risk/gate/index.js';
import type { Cancels } from '../orders/cancels.js';
import type { TradingHalts } from '../orders/trading-halts.js';
import type { Outputs } from '../outputs.js';
import type { Order } from '../orders/order.js';

export interface RuleActionPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): unknown;
}

/** What the actions change. */
export interface RuleActionParts {
  readonly trading: TradingState;
  readonly halts: TradingHalts;
  readonly cancels: Cancels;
  readonly outputs: Outputs;
}

export class RuleActionRunner implements RuleActions {
  readonly #parts: RuleActionParts;
  readonly #ports: RuleActionPorts;
  #begun: ((now: Instant) => void)[] | undefined = [];

  constructor(parts: RuleActionParts, ports: RuleActionPorts) {
    this.#parts = parts;
    this.#ports = ports;
  }

  /** Runs what the rules registered for the start of the kernel. */
  begin(): void {
    const actions = this.#begun ?? [];
    this.#begun = undefined;
    for (const action of actions) action(this.#ports.now());
  }

  now(): Instant {
    return this.#ports.now();
  }

  alert(
    level: AlertLevel,
    rule: string,
    { strategy = '', symbol = '' }: ActionScope,
    text: string,
    overridden?: string,
  ): void {
    const about = { at: this.#ports.now(), level, rule, strategy, symbol, text };
    this.#parts.outputs.alert(overridden === undefined ? about : { ...about, overridden });
  }

  pause(
    control: string,
    scope: ActionScope,
    reason: string,
    until: PauseUntil,
    at = this.#ports.now(),
  ): void {
    const { strategy, symbol } = scope;
    this.#parts.trading.pauses.add({
      scope: symbol !== undefined ? 'symbol' : strategy !== undefined ? 'strategy' : 'all',
      key: symbol ?? strategy ?? '',
      control,
      reason,
      cause: toCause(control, scope),
      since: at,
      hitAt: at,
      until,
      ...(until === 'resolved' ? { isHeld: true } : {}),
    });
  }

  mute(rule: string, strategy: string, text: string, mutedUntil: Instant): void {
    const at = this.#ports.now();
    const alert = { at, level: 'warn', rule, strategy, symbol: '', text, mutedUntil } as const;
    this.adoptMute(alert);
    this.#parts.outputs.alert(alert);
  }

  /** Restores the pause of a strategy that the alert reported, if it reported one. */
  adoptMute({ at, rule, strategy, text, mutedUntil }: Alert): void {
    if (mutedUntil !== undefined) this.pause(rule, { strategy }, text, mutedUntil, at);
  }

  resolve(control: string, scope: ActionScope): void {
    this.#parts.trading.pauses.resolve(toCause(control, scope), this.#ports.now());
  }

  recur(control: string, scope: ActionScope): boolean {
    return this.#parts.trading.pauses.recur(toCause(control, scope), this.#ports.now());
  }

  halt(rule: string, { strategy, symbol }: ActionScope, why: string | (() => string)): void {
    const reason = typeof why === 'string' ? why : why();
    if (symbol !== undefined) this.#parts.halts.haltSymbol(symbol, rule, reason);
    else if (strategy !== undefined) this.#parts.halts.halt('strategy', strategy, rule, reason);
    else this.#parts.halts.halt('all', '', rule, reason);
  }

  cancel(scope: ActionScope): void {
    this.#parts.cancels.cancelWhere((order) => isInScope(order, scope));
  }

  throttle(_: string, share: number, until: Instant, reason: string): void {
    const about = { symbol: '', coId: '', share, until, reason };
    this.#parts.outputs.ask({ at: this.#ports.now(), kind: 'throttle', what: 'budget', ...about });
  }

  reread(_: string, symbol: string, reason: string): void {
    const about = { symbol, coId: '', share: 0, until: 0, reason };
    this.#parts.outputs.ask({
      at: this.#ports.now(),
      kind: 'refresh',
      what: 'positions',
      ...about,
    });
  }

  at(dueAt: Instant, action: (now: Instant) => void): void {
    this.#ports.at(dueAt, () => {
      action(this.#ports.now());
    });
  }

  begun(action: (now: Instant) => void): void {
    if (this.#begun === undefined) action(this.#ports.now());
    else this.#begun.push(action);
  }
}

function toCause(control: string, { strategy = '', symbol = '' }: ActionScope): string {
  return [control, strategy, symbol].filter((part) => part !== '').join(' ');
}

function isInScope(order: Order, { strategy, symbol }: ActionScope): boolean {
  return (
    (strategy ?? order.strategy) === order.strategy &&
    (symbol ?? order.instrument.symbol) === order.instrument.symbol
  );
}
