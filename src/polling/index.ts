// RxJS streams over the client: the poll scheduler, and rates, orders and fills as readings.
export { hasSameTerms, isSameOrder } from './order-stream.js';
export { createPoller, type PollEnd, type Poller } from './poller.js';
export type { StreamPorts } from './ports.js';
export { isSameRate, toRateKey } from './rate-stream.js';
export {
  type ActiveReading,
  type NoData,
  type OrderReading,
  type RateReading,
  toPollEnd,
  toPartialPoll,
  toPollEvent,
  toUnchanged,
  type TradeReading,
} from './reading.js';
export {
  createDoubling,
  createGrid,
  createOffsets,
  createPollGrid,
  type Pace,
  type Schedule,
} from './schedule.js';
export { createStreams, ORDER_PACE, type Streams } from './streams.js';
export { type PendingPoll, PollAdmission } from './admission.js';
export { DEFAULT_SHARES, RequestBudget, type Lane, type LaneShares } from './request-budget.js';
