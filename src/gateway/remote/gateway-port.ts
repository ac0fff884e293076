// What a gateway to a venue behind HTTP can do besides sending.
import type {
  FilledOrder,
  Approved,
  KernelRequest,
  BotEvent,
  Command,
  Instant,
  Instrument,
  Micros,
  OrderEvent,
  Result,
} from '../../domain/index.js';
import type { ListOutcome, LoginListener, ReadOutcome } from '../../client/index.js';
import type { RequestBudget } from '../../polling/index.js';
import type { NetQuantity } from '../../protocol/index.js';
import type { Gateway, GatewayListener } from '../port.js';
import type { Verification } from './orders/closed-order-check.js';

export interface RemoteGateway extends Gateway {
  /** What requests still may be sent (RC34): a place goes only when it has one for `trading`. */
  readonly budget: RequestBudget;
  /** The body that is sent for a command: what the journal keeps. */
  encode(command: Command): string;
  /**
   * Logs in, learns what "no result" looks like, reads reference data; brings the events of these.
   * Fault codes: those of the login, and `gateway.calibration`.
   */
  open(): Promise<Result<readonly BotEvent[]>>;
  /** Starts to poll; the listener is called from now on, never within a call of this gateway. */
  start(listener: GatewayListener): void;
  /**
   * Sends in the caller's tick. A place, a request for quotes and an acceptance are sent once, and
   * followed when the venue has them or may have them. A cancel is tried up to 5 times. `body` is
   * what `encode` gave, for who has it: the text that was checked is the text that is sent.
   * `requestId` is the `X-Request-ID` that the journal has; without one nothing there names it.
   */
  send(command: Approved<Command>, body?: string, requestId?: string): void;
  /** Longest session time since one of the live orders was seen; undefined without any. */
  orderGap(): Micros | undefined;
  /** Session time since the last list of active orders was asked for; undefined before one is. */
  listGap(): Micros | undefined;
  /** Session time since positions were read; undefined before they are read in turn. */
  positionGap(): Micros | undefined;
  /**
   * Follows an order of an earlier session; without its `orderId` it is looked for first. One that
   * accepts a quote is seen by the request of that, which deals `quoteOf`.
   */
  track(coId: string, orderId: string, quoteOf?: Instrument): void;
  /** Asks for the trades of an order that ended in an earlier session until they are there. */
  followTrades(order: FilledOrder): void;
  /** A person has put right what the venue refused to tell: it is asked for again. */
  resumePolls(): void;
  /** The coIds of all active orders of the login. */
  listActive(): Promise<ListOutcome<string>>;
  /** Net quantities of the login's own positions. */
  readPositions(): Promise<ListOutcome<NetQuantity>>;
  /**
   * Asks until two active-order lists in a row show none of these orders and the venue has said of
   * each that it ended. Machine time, in milliseconds, is the bound. `listed`: all that a list may
   * not show, these orders when absent. `isHeldEnded`: the venue's last word of it is known, so it
   * need not be found any more.
   */
  verifyEnded(
    coIds: readonly string[],
    deadlineMs: number,
    listed?: readonly string[],
    isHeldEnded?: (coId: string) => boolean,
  ): Promise<Verification>;
  /**
   * From the first call on, orders and positions of the login are read again and again and told:
   * what nobody follows, and each position. Each later call reads them at once.
   */
  reconcile(): void;
  /** Whether the venue shows one of these orders when it is asked by coId, or a trade of one. */
  findAnyOrder(coIds: readonly string[]): Promise<ReadOutcome<OrderEvent>['class']>;
  /**
   * Reads trades of these orders, and all since then by the STP download where it is read. Whether
   * all could be read.
   */
  readTrades(coIds: readonly string[], since: Instant): Promise<boolean>;
  /** Looks at or mends what the kernel asks for. */
  carryOut(ask: KernelRequest): void;
  /** Takes what the client tells of logins: one that failed becomes a `login` poll. */
  noteLogin: LoginListener;
  /** Stops all polls, tells the listener nothing more, lets running requests end. */
  close(): Promise<void>;
}
