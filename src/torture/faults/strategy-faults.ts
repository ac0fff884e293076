// Strategies of a world, each wrapped so that a fault can act in its place or make it throw.
import { tap } from 'rxjs';
import {
  type Fill,
  type Instant,
  type Intent,
  type OrderView,
  type Rate,
  unwrap,
} from '../../domain/index.js';
import type { Plan } from '../../plan/index.js';
import type { StrategyContext } from '../../strategy/index.js';

type Planned = Plan['strategies'][number];
type Context = StrategyContext<unknown>;

/** Acts in a strategy just before it sees a rate; what it throws, the strategy's stream throws. */
export type StrategyAct = (context: Context, rate: Rate) => void;

/** Says what is wrong: with what a strategy was told (11), or with the strategy (14). */
type Complain = (invariant: number, found: string, title?: string) => void;

/** Words by which the errors of faults are known from a strategy's own. */
export const THROWN = 'the strategy of this world throws';

export class StrategyFaults {
  readonly #complain: Complain;
  /** Acts that are due, each done once, at the next rate that any strategy sees. */
  readonly #due: StrategyAct[] = [];

  /** Faults may place orders in the name of strategies. */
  mayPlace = true;
  /** By name of the strategy: that of the life which began last. */
  readonly #contexts = new Map<string, Context>();

  constructor(complain: Complain) {
    this.#complain = complain;
  }

  /** Has it done within the kernel's step, by whichever strategy sees a rate next. */
  atNextRate(act: StrategyAct): void {
    this.#due.push(act);
  }

  /** Has it done by every strategy at once, at the next rate that any of them sees. */
  atOnce(act: StrategyAct): void {
    if (!this.mayPlace) return;
    this.#due.push((own, rate) => {
      const contexts = [...this.#contexts.values()];
      // A life of before that goes on is not in the step of the one that has begun since.
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
        // The first of another life: those of the life before are in none of its steps.
        if (this.#contexts.has(planned.name)) this.#contexts.clear();
        this.#contexts.set(planned.name, context);
        // A life of a bot is a process of its own: no module holds what another life left there.
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

/** What is thrown may throw when it is looked at. */
function describeThrown(planned: Planned, error: unknown): string {
  try {
    return describe(planned, error);
  } catch {
    return `strategy ${planned.name} threw what cannot be told in words`;
  }
}

/** Of a user's own file its place; of a shipped strategy the stack. */
function describe({ locate, name }: Planned, error: unknown): string {
  if (!(error instanceof Error)) return `strategy ${name} threw ${String(error)}`;
  const words = `strategy ${name} threw ${error.name}: ${error.message}`;
  return locate === undefined
    ? `${words}\n${error.stack ?? ''}`
    : `${words}\n  at ${locate(error)}`;
}

/** Each trade once, in the order of time; one run of one strategy. */
function watchFills(complain: Complain): (fill: Fill) => void {
  const told = new Set<string>();
  let lastAt: Instant = 0;
  return ({ at, tradeId }) => {
    if (told.has(tradeId)) complain(11, `a strategy was told twice of trade ${tradeId}`);
    if (at < lastAt) complain(11, `a strategy was told of trade ${tradeId} after a newer one`);
    told.add(tradeId);
    lastAt = at;
  };
}

/** Never the same twice, and never back in time. */
function watchOrders(complain: Complain): (view: OrderView) => void {
  const last = new Map<string, { readonly at: Instant; readonly words: string }>();
  return (view) => {
    const { at, coId, filledUnits, state } = view;
    const words = JSON.stringify([state, filledUnits, view.reason]);
    const before = last.get(coId);
    if (before !== undefined && at < before.at) complain(11, `order ${coId} was told back in time`);
    if (before?.words === words && before.at === at) complain(11, `order ${coId} was told twice`);
    last.set(coId, { at, words });
  };
}
