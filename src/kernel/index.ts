// The bot machine.
export { Kernel } from './kernel.js';
export type { KernelSetup, KernelSink, StrategyInstance } from './setup.js';
