// The bot machine.
export { Kernel, type OpenOrder } from './kernel.js';
export type { KernelSetup, KernelSink, StrategyInstance } from './setup.js';
