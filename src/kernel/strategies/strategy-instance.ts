// A strategy of the session with its parameters.
import type { StrategyDefinition } from '../../strategy/index.js';

export interface StrategyInstance {
  /** Unique within the session. */
  readonly name: string;
  readonly definition: StrategyDefinition;
  readonly params: unknown;
  /** Position in the strategy's file where an error was thrown; absent for a shipped strategy. */
  readonly locate?: ((error: unknown) => string) | undefined;
}
