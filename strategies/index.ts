// The registry of shipped strategies: one file and one line each.
import type { StrategyDefinition } from 'weir';
import { bracket } from './bracket.js';
import { resting } from './resting.js';
import { rfsTaker } from './rfs-taker.js';
import { twap } from './twap.js';

export const strategies: readonly StrategyDefinition[] = [twap, resting, rfsTaker, bracket];
