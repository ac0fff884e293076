// Creates the risk gate and gives its rules access to orders, strategies and settings.
import { createBuiltInCalendars } from '../../domain/dates/index.js';
import type { Instant } from '../../domain/index.js';
import { Gate, type RuleActions, type SymbolState, TradingState } from '../../risk/gate/index.js';
import type { ClientOrderIds } from '../orders/client-order-ids.js';
import type { StrategyRegistry } from '../strategies/strategy-registry.js';
import type { OrderStore } from '../orders/order-store.js';
import type { KernelSetup } from '../setup.js';
import type { Symbols } from '../symbols.js';

/** Parts of the kernel that the gate and its rules use; the registry comes after the gate. */
export interface GateParts {
  readonly names: Symbols;
  readonly trading: TradingState;
  readonly ruleActions: RuleActions;
  readonly registry: StrategyRegistry;
  readonly outputs: { readonly lastIntentId: number };
  readonly coIds: ClientOrderIds;
  readonly scheduler: { readonly reached: Instant };
}

/** Nothing is halted or paused at first. */
export function createTradingState(
  { isLive = false, limits, pollInterval }: KernelSetup,
  { states: symbols }: Symbols,
): TradingState {
  return new TradingState(limits, { symbols, pollInterval, isLive });
}

export function createGate(setup: KernelSetup, parts: GateParts, store: OrderStore): Gate {
  const { names, trading, ruleActions } = parts;
  return new Gate(setup.limits, {
    symbols: names.states,
    accountCurrency: setup.limits.accountCurrency,
    seesEveryRate: setup.seesEveryRate,
    pollInterval: setup.pollInterval,
    isLive: setup.isLive ?? false,
    calendars: setup.calendars ?? createBuiltInCalendars(),
    act: ruleActions,
    trading,
    sharesLogin: setup.sharesLogin === true,
    keepsExecutions: setup.keepsExecutions === true,
    coIdPrefix: `${setup.botTag}-`,
    // A backtest delivers every rate, so no timer fires late there. Live, an order whose timer
    // fired late is checked at the time that the kernel has reached.
    checkedAt: setup.seesEveryRate
      ? (decidedAt) => decidedAt
      : (decidedAt) => Math.max(decidedAt, parts.scheduler.reached),
    medianGap: ({ symbol }) => setup.medianGaps[symbol] ?? 0,
    hasIdenticalOrder: (candidate) => store.hasIdenticalOrder(candidate),
    listOrders: () => store.values(),
    listHolders: (symbol) => listHolders(symbol, store, parts.registry),
    lastIntentId: () => parts.outputs.lastIntentId,
    isMadeCoId: (coId) => coId === parts.coIds.latest,
    limitsVersion: setup.limitsVersion,
    policyVersion: setup.policy.version,
  });
}

function listHolders(
  symbol: SymbolState,
  store: OrderStore,
  registry: StrategyRegistry,
): readonly string[] {
  const { id } = symbol.instrument;
  return [...registry.values()]
    .filter((host) => {
      // unreached: in range
      const holds = (host.positions[id] ?? 0) !== 0;
      return (
        holds || store.values().some(({ terms }) => terms.host === host && terms.symbol === symbol)
      );
    })
    .map(({ name }) => name);
}
