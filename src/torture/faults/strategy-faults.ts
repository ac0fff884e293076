// Wraps the strategies of a world so that faults can place orders for them or make them throw.
import { tap } from 'rxjs';
import type { Fill, OrderView } from '../../domain/events/index.js';
import { type Instant, type Rate, unwrap } from '../../domain/index.js';
import type { Intent } from '../../domain/orders/index.js';
import type { Plan } from '../../plan/index.js';
import type { StrategyContext } from '../../strategy/index.js';

type Planned = Plan['strategies'][number];
type Context = StrategyContext<unknown>;

/**
 * Acts for a strategy just before it receives a rate; the strategy's stream fails with what it
 * throws.
 */
export type StrategyAct = (context: Context, rate: Rate) => void;

/** Reports a violation: of what a strategy received (invariant 11), or by the strategy (14). */
type Complain = (invariant: number, found: string, title?: string) => void;

/** Message that tells the errors of faults from the strategies' own. */
export const THROWN = 'the strategy of this world throws';

export class StrategyFaults {
  readonly #complain: Complain;
  /** Acts that are due; each runs once, at the next rate that any strategy receives. */
  readonly #due: StrategyAct[] = [];

  /** Whether faults may place orders in the name of strategies. */
  mayPlace = true;
  /** Contexts of the latest run, by name of the strategy. */
  readonly #contexts = new Map<string, Context>();

  constructor(complain: Complain) {
    this.#complain = complain;
  }

  /** Runs `act` within a kernel step, in the strategy that receives a rate next. */
  atNextRate(act: StrategyAct): void {
    this.#due.push(act);
  }

  /** Runs `act` for every strategy at once, at the next rate that any of them receives. */
  atOnce(act: StrategyAct): void {
    if (!this.mayPlace) return;
    this.#due.push((own, rate) => {
      const contexts = [...this.#contexts.values()];
      // An earlier run that still goes on is not part of the step of the latest run.
      if (contexts.includes(own)) for (const context of contexts) act(context, rate);
    });
  }

  wrap(strategies: readonly Planned[]): readonly Planned[] {
    return strategies.map((planned) => {
      const { definition, renew } = planned;
      const watchErrors = tap<Intent>({
        error: (error: unknown) => {
          const found = describeThrown(planned, error);
          if (!found.includes(THROWN)) this.#complain(14, found, 'no strategy throws by itself');
        },
      });
      const run = (context: Context) => {
        // First strategy of a new run: contexts of the earlier run are not part of its steps.
        if (this.#contexts.has(planned.name)) this.#contexts.clear();
        this.#contexts.set(planned.name, context);
        // A run is a process of its own: loads the module anew, without state of an earlier run.
        const anew = renew === undefined ? definition : unwrap(renew());
        return anew.run(this.#wrapContext(context)).pipe(watchErrors);
      };
      return { ...planned, definition: { ...definition, run } };
    });
  }

  #wrapContext(context: Context): Context {
    return {
      ...context,
      fills: context.fills.pipe(tap(watchFills(this.#complain))),
      orders: context.orders.pipe(tap(watchOrders(this.#complain))),
      rates: (symbol) =>
        context.rates(symbol).pipe(
          tap((rate) => {
            this.#due.shift()?.(context, rate);
          }),
        ),
    };
  }
}

/** Guards against thrown values that throw when they are converted to text. */
function describeThrown(planned: Planned, error: unknown): string {
  try {
    return describe(planned, error);
  } catch {
    return `strategy ${planned.name} threw what cannot be told in words`;
  }
}

/** Location in a user's own file; the stack for a shipped strategy. */
function describe({ locate, name }: Planned, error: unknown): string {
  if (!(error instanceof Error)) return `strategy ${name} threw ${String(error)}`;
  const message = `strategy ${name} threw ${error.name}: ${error.message}`;
  return locate === undefined
    ? `${message}\n${error.stack ?? ''}`
    : `${message}\n  at ${locate(error)}`;
}

/** Checks that one run of a strategy receives each trade once, in the order of time. */
function watchFills(complain: Complain): (fill: Fill) => void {
  const reported = new Set<string>();
  let lastAt: Instant = 0;
  return ({ at, tradeId }) => {
    if (reported.has(tradeId)) complain(11, `a strategy was told twice of trade ${tradeId}`);
    if (at < lastAt) complain(11, `a strategy was told of trade ${tradeId} after a newer one`);
    reported.add(tradeId);
    lastAt = at;
  };
}

/** Checks that no order view is repeated and that none goes back in time. */
function watchOrders(complain: Complain): (view: OrderView) => void {
  const last = new Map<string, { readonly at: Instant; readonly words: string }>();
  return (view) => {
    const { at, coId, filledUnits, state } = view;
    const text = JSON.stringify([state, filledUnits, view.reason]);
    const before = last.get(coId);
    if (before !== undefined && at < before.at) complain(11, `order ${coId} was told back in time`);
    if (before?.words === text && before.at === at) complain(11, `order ${coId} was told twice`);
    last.set(coId, { at, words: text });
  };
}
