// Creates the risk gate and gives its rules access to orders, strategies and settings.
import { createBuiltInCalendars, type Instant } from '../../domain/index.js';
import { Gate, type RuleActions, type SymbolState } from '../../risk/index.js';
import type { ClientOrderIds } from '../orders/client-order-ids.js';
import type { StrategyRegistry } from '../strategies/strategy-registry.js';
import type { OrderStore } from '../orders/order-store.js';
import type { KernelSetup } from '../setup.js';
import type { Symbols } from '../symbols.js';

/** Parts of the kernel that are created after the gate. */
export interface GateView {
  readonly registry: StrategyRegistry;
  readonly outputs: { readonly lastIntentId: number };
  readonly coIds: ClientOrderIds;
  readonly scheduler: { readonly reached: Instant };
}

export function createGate(
  setup: KernelSetup,
  names: Symbols,
  store: OrderStore,
  act: RuleActions,
  view: GateView,
): Gate {
  return new Gate(setup.limits, {
    symbols: names.states,
    accountCurrency: setup.limits.accountCurrency,
    seesEveryRate: setup.seesEveryRate,
    pollInterval: setup.pollInterval,
    isLive: setup.isLive ?? false,
    calendars: setup.calendars ?? createBuiltInCalendars(),
    act,
    sharesLogin: setup.sharesLogin === true,
    keepsExecutions: setup.keepsExecutions === true,
    coIdPrefix: `${setup.botTag}-`,
    // When every rate arrives, time moves from rate to rate and no timer fires late.
    judgedAt: setup.seesEveryRate
      ? (decidedAt) => decidedAt
      : (decidedAt) => Math.max(decidedAt, view.scheduler.reached),
    medianGap: ({ symbol }) => setup.medianGaps[symbol] ?? 0,
    hasIdenticalOrder: (candidate) => store.hasIdenticalOrder(candidate),
    listOrders: () => store.values(),
    listHolders: (symbol) => listHolders(symbol, store, view.registry),
    lastIntentId: () => view.outputs.lastIntentId,
    isMadeCoId: (coId) => coId === view.coIds.latest,
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
