// Interface of the gateway to a venue behind HTTP.
import type {
  FilledOrder,
  KernelRequest,
  BotEvent,
  OrderEvent,
} from '../../domain/events/index.js';
import type { Instant, Instrument, Micros, Result } from '../../domain/index.js';
import type { Approved, Command } from '../../domain/orders/index.js';
import type { ListOutcome, LoginListener, ReadOutcome } from '../../client/index.js';
import type { RequestBudget } from '../../polling/index.js';
import type { NetQuantity } from '../../protocol/codecs/index.js';
import type { Gateway, RemoteListener } from '../port.js';
import type { Verification } from './orders/closed-order-check.js';

export interface RemoteGateway extends Gateway {
  /** Request budget (RC34): a place leaves only if `trading` has a request left. */
  readonly budget: RequestBudget;
  /**
   * Logs in, learns the "no result" response and reads reference data; returns their events. Fault
   * codes: those of the login, and `gateway.calibration`.
   */
  open(): Promise<Result<readonly BotEvent[]>>;
  /** Starts the polls. From now on the listener is called, never within a call of this gateway. */
  start(listener: RemoteListener): void;
  /**
   * Sends in the caller's tick. Places, quote requests and acceptances are sent once and followed
   * where the venue may have them; a cancel has up to 5 attempts. `body` is the approved text, as
   * the journal has it; without one the command is encoded here. `requestId` is the journaled
   * `X-Request-ID`.
   */
  send(command: Approved<Command>, body?: string, requestId?: string): void;
  /** Longest session time since a live order was last seen; undefined without live orders. */
  orderGap(): Micros | undefined;
  /**
   * Session time since the query of the last list of active orders that was read, or since the
   * polls started; undefined before.
   */
  listGap(): Micros | undefined;
  /** Session time since positions were read; undefined before the polls start. */
  positionGap(): Micros | undefined;
  /**
   * Follows an order of an earlier session; without an `orderId` it is probed first. The acceptance
   * of a quote is followed by its quote request, which deals in `quoteOf`.
   */
  track(coId: string, orderId: string, quoteOf?: Instrument): void;
  /** Polls for the trades of an order that ended in an earlier session until all are found. */
  followTrades(order: FilledOrder): void;
  /** Resumes polls that the venue refused, after an operator's resume. */
  resumePolls(): void;
  /** coIds of all active orders of the login. */
  listActive(): Promise<ListOutcome<string>>;
  /** Net quantities of the login's own positions. */
  readPositions(): Promise<ListOutcome<NetQuantity>>;
  /**
   * Polls until two lists of active orders in a row have none of these orders and the venue has
   * reported the end of each. `deadlineMs` is monotonic time, milliseconds. `listed`: orders that
   * the lists must not have, `coIds` when absent. `isHeldEnded`: the order's final report is known,
   * so the venue need not find it.
   */
  verifyEnded(
    coIds: readonly string[],
    deadlineMs: number,
    listed?: readonly string[],
    isHeldEnded?: (coId: string) => boolean,
  ): Promise<Verification>;
  /**
   * The first call starts polls of the login's orders and positions; unfollowed orders and all
   * positions become events. Each later call reads them at once.
   */
  reconcile(): void;
  /** Whether the venue finds one of these orders by coId, or a trade of one. */
  findAnyOrder(coIds: readonly string[]): Promise<ReadOutcome<OrderEvent>['class']>;
  /**
   * Reads trades of these orders, and with an STP download all trades since then. Returns whether
   * all could be read.
   */
  readTrades(coIds: readonly string[], since: Instant): Promise<boolean>;
  /** Carries out a request of the kernel. */
  carryOut(ask: KernelRequest): void;
  /** Takes the client's login results: a failed login becomes a `login` poll. */
  noteLogin: LoginListener;
  /** Stops all polls and events; running requests end. */
  close(): Promise<void>;
}
