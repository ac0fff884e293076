// The bot machine.
export { Kernel } from './kernel.js';
export type { OpenOrder } from './order-store.js';
export type { KernelSetup, KernelSink, StrategyInstance } from './setup.js';
