// Carries out the policy's actions: pauses and halts in the gate, cancels, alerts, and requests to
// the session.
import type { AlertLevel, KernelRequest } from '../../domain/events/index.js';
import { type Instant, type Micros, MINUTE } from '../../domain/index.js';
import type { CallScope, PolicyAction, PauseScope } from '../../policy/index.js';
import type { Pause, TradingState } from '../../risk/gate/index.js';
import type { Cancels } from '../orders/cancels.js';
import type { OrderStore } from '../orders/order-store.js';
import type { TradingHalts } from '../orders/trading-halts.js';
import type { Outputs } from '../outputs.js';
import type { Order } from '../orders/order.js';

/** Time before an equal alert is emitted again, and maximum of alerts remembered. */
const SAME_ALERT: Micros = MINUTE;
const MAX_ALERTS = 1_000;

/** What the actions change. */
export interface PolicyActionParts {
  readonly trading: TradingState;
  readonly halts: TradingHalts;
  readonly cancels: Cancels;
  readonly store: OrderStore;
}

export class PolicyActionRunner {
  readonly #parts: PolicyActionParts;
  readonly #outputs: Outputs;
  readonly #now: () => Instant;
  readonly #dropRate: (symbol: string) => void;
  /** Time of the latest alert by level, symbol and text. */
  readonly #alertedAt = new Map<string, Instant>();

  /** `dropRate` makes the newest rate of a symbol unusable for trading. */
  constructor(
    parts: PolicyActionParts,
    outputs: Outputs,
    now: () => Instant,
    dropRate: (symbol: string) => void,
  ) {
    this.#dropRate = dropRate;
    this.#parts = parts;
    this.#outputs = outputs;
    this.#now = now;
  }

  /** Carries out the actions one after the other, in their order. */
  apply(actions: readonly PolicyAction[]): void {
    for (const policyAction of actions) this.#do(policyAction);
  }

  #do(policyAction: PolicyAction): void {
    const { action, scope } = policyAction;
    switch (action.do) {
      case 'pause':
        this.#pause(policyAction, action.scope, action.end);
        return;
      case 'halt':
        this.#halt(action.scope, policyAction);
        return;
      case 'cancel':
        this.#cancel(action.scope, scope);
        return;
      case 'alert':
        this.#alert(action.level, policyAction);
        return;
      case 'refresh':
      case 'probe':
        this.#ask({ kind: action.do, what: action.what, share: 0, until: 0 }, policyAction);
        return;
      case 'throttle': {
        const until = this.#now() + action.span;
        this.#ask({ kind: 'throttle', what: 'budget', share: action.share, until }, policyAction);
        return;
      }
      // unreached: the engine gives it to the caller
      case 'reject':
        return;
    }
  }

  /** Suppresses an equal alert for a while, so that a call that keeps failing causes no flood. */
  #alert(level: AlertLevel, { control, reason, scope }: PolicyAction): void {
    const { strategy, symbol, coId } = scope;
    const at = this.#now();
    const text = `${reason}${coId === '' ? '' : ` (order ${coId})`}`;
    const name = `${level} ${symbol} ${text}`;
    if (at - (this.#alertedAt.get(name) ?? -Infinity) < SAME_ALERT) return;
    if (this.#alertedAt.size >= MAX_ALERTS) this.#alertedAt.clear();
    this.#alertedAt.set(name, at);
    this.#outputs.alert({ at, level, rule: control, strategy, symbol, text });
  }

  #ask(
    what: Pick<KernelRequest, 'kind' | 'what' | 'share' | 'until'>,
    { scope, reason }: PolicyAction,
  ): void {
    const { symbol, coId } = scope;
    // The rate is dropped at once; the next poll brings another one, or confirms it.
    if (what.kind === 'refresh' && what.what === 'quote') this.#dropRate(symbol);
    this.#outputs.ask({ at: this.#now(), ...what, symbol, coId, reason });
  }

  #pause(
    { control, reason, cause, scope }: PolicyAction,
    asked: PauseScope,
    end: Pause['until'],
  ): void {
    const at = this.#now();
    const key = asked === 'all' ? '' : scope[asked];
    this.#parts.trading.pauses.add({
      // A scope that the call does not have widens to all.
      scope: key === '' ? 'all' : asked,
      key,
      control,
      reason,
      cause,
      since: at,
      hitAt: at,
      until: typeof end === 'number' ? at + end : end,
    });
  }

  #halt(asked: 'symbol' | 'strategy' | 'all', { control, reason, scope }: PolicyAction): void {
    const { halts, trading } = this.#parts;
    const isTold =
      asked === 'symbol' && scope.symbol !== ''
        ? halts.haltSymbol(scope.symbol, control, reason)
        : asked === 'strategy' && scope.strategy !== ''
          ? halts.halt('strategy', scope.strategy, control, reason)
          : halts.halt('all', '', control, reason);
    // The halt is latched already: counts the repeat, which the operator has not been shown yet.
    if (!isTold) trading.halts.noteAgain();
  }

  #cancel(asked: 'order' | 'symbol' | 'strategy' | 'all', scope: CallScope): void {
    const { cancels, store } = this.#parts;
    if (asked === 'order') {
      const { coId, orderId = '' } = scope;
      const order = store.findDuplicate(coId, orderId) ?? store.findByCoId(coId);
      if (order !== undefined) cancels.cancel(order, true);
      return;
    }
    // Under a halt of everything, the rounds of that halt cancel all open orders.
    if (this.#parts.trading.halt !== undefined) return;
    cancels.cancelWhere((order) => isInScope(order, asked, scope));
  }
}

function isInScope(order: Order, asked: 'symbol' | 'strategy' | 'all', scope: CallScope) {
  if (asked === 'symbol' && scope.symbol !== '') return order.instrument.symbol === scope.symbol;
  return asked === 'strategy' && scope.strategy !== '' ? order.strategy === scope.strategy : true;
}

/** Scope of a policy decision about an order. */
export function toScope(order: Order | undefined, coId = ''): CallScope {
  if (order === undefined) return { strategy: '', symbol: '', type: '', coId };
  const { strategy, instrument, type, timeInForce, isDuplicate, orderId } = order;
  const { symbol } = instrument;
  const scope = { strategy, symbol, type: `${type}/${timeInForce}`, coId: order.coId };
  return isDuplicate ? { ...scope, orderId } : scope;
}
