// The kernel: orders, quotes, parents and strategies as one deterministic state machine.
export {
  JournalReplay,
  replayJournal,
  type ReplayRecord,
  type ReplaySetup,
} from './state/journal-replay.js';
export type { FlattenEnd } from './policy/flatten.js';
export { Kernel } from './kernel.js';
export { ORDER_STATES } from './orders/order-states.js';
export type { OpenOrder, ParentConsumption } from './orders/order-store.js';
export {
  type CommandOwner,
  type DigestForm,
  type KernelSetup,
  type KernelSink,
  SILENT_SINK,
} from './setup.js';
export { type StrategyInstance } from './strategies/strategy-instance.js';
export {
  type OpenWork,
  hashSnapshot,
  type KernelSnapshot,
  type OrderSnapshot,
  type ParentSnapshot,
  type ClosedOrderSnapshot,
  toCanonicalText,
} from './state/snapshot.js';
