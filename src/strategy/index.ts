// The interface of strategies and their context, with helpers for intents, parameters and time.
export {
  cancel,
  defineStrategy,
  execute,
  isStrategyDefinition,
  limit,
  market,
  type PositionView,
  type StrategyContext,
  type StrategyDefinition,
} from './define-strategy.js';
export { Emitter } from './emitter.js';
export { freezeDeep } from './freeze-deep.js';
export {
  createKernelTime,
  createRxScheduler,
  type KernelClock,
  type KernelTime,
} from './kernel-time.js';
export {
  atBest,
  pegged,
  type SpecialOrder,
  stop,
  stopLimit,
  type StopOrder,
  venueTwap,
} from './special-orders.js';
export { isDefined, mapDefined } from './operators.js';
export { accept, findBestQuote, withdraw } from './quotes.js';
export { roundPassive } from './round-passive.js';
export { amount, bps, duration, listParamKinds, parentKey, price, side, symbol } from './params.js';
