// Strategies of a world, each wrapped so that a fault can act in its place or make it throw.
import { tap } from 'rxjs';
import type { Rate } from '../../domain/index.js';
import type { Plan } from '../../session/index.js';
import type { StrategyContext } from '../../strategy/index.js';

type Planned = Plan['strategies'][number];
type Context = StrategyContext<unknown>;

/** Acts in a strategy just before it sees a rate; what it throws, the strategy's stream throws. */
export type StrategyAct = (context: Context, rate: Rate) => void;

export class StrategyFaults {
  /** Acts that are due, each done once, at the next rate that any strategy sees. */
  readonly #due: StrategyAct[] = [];

  /** Has it done within the kernel's step, by whichever strategy sees a rate next. */
  atNextRate(act: StrategyAct): void {
    this.#due.push(act);
  }

  wrap(strategies: readonly Planned[]): readonly Planned[] {
    return strategies.map((planned) => {
      const { definition } = planned;
      const run = (context: Context) => definition.run(this.#wrapContext(context));
      return { ...planned, definition: { ...definition, run } };
    });
  }

  #wrapContext(context: Context): Context {
    return {
      ...context,
      rates: (symbol) =>
        context.rates(symbol).pipe(
          tap((rate) => {
            this.#due.shift()?.(context, rate);
          }),
        ),
    };
  }
}
