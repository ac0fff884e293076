// Checks orders again when their connection is free, since they may have waited for it. It also
// limits requests in flight so that one connection remains for safety (RC34).
import { type LaneDispatcher, REFUSED_BY_EGRESS } from '../../client/index.js';
import type { Lane } from '../../polling/index.js';
import type { HostClock } from '../../determinism/index.js';

type Options = Parameters<LaneDispatcher['dispatch']>[0];
type Handler = Parameters<LaneDispatcher['dispatch']>[1];
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0];
type ResponseHeaders = Parameters<NonNullable<Handler['onResponseStart']>>[2];

/**
 * Called in the tick of the write, with the request's `X-Request-ID` and the bytes of its body;
 * false: the request is dropped and has not left.
 */
export type PreWriteCheck = (requestId: string, body: Buffer | string) => boolean;

type GuardClock = Pick<HostClock, 'at' | 'monoMicros' | 'setTimer'>;

/** Most requests of trading and data in flight; one more is reserved for safety. */
const MOST_ON_WAY = 3;
/** A response with this status or a higher one may halt everything. */
const ERROR_STATUS = 400;

/**
 * Sends trading POSTs (orders) while the egress check allows it. After a status of 400 or more, on
 * any lane, no order leaves until the kernel has processed the response; nor does one in the tick
 * in which a response ends: an order that waited for that connection is dispatched again one tick
 * later. With too many requests in flight the others wait, orders first; safety requests never
 * wait.
 */
export class ConnectionGate {
  readonly #mayLeave: PreWriteCheck;
  readonly #clock: GuardClock;
  /** Responses that the kernel has not processed yet. */
  #evaluated = 0;
  /** Orders that were dispatched and have not left. */
  #waiting = 0;
  /** Requests of trading and data whose bytes have left and whose response has not ended. */
  #onWay = 0;
  #turnedBack: GuardedHandler[] = [];

  constructor(mayLeave: PreWriteCheck, clock: GuardClock) {
    this.#mayLeave = mayLeave;
    this.#clock = clock;
  }

  /**
   * Wraps a lane and watches its responses. Except on the safety lane, requests wait for a free
   * slot.
   */
  guard(lane: LaneDispatcher, name: Lane): LaneDispatcher {
    return {
      dispatch: (options, handler) => {
        if (name === 'safety') return lane.dispatch(options, new WatchedHandler(handler, this));
        const isOrder = name === 'trading' && options.method === 'POST';
        if (isOrder) this.#waiting += 1;
        return this.#handOver(new GuardedHandler(handler, this, { lane, options, isOrder }));
      },
      close: () => lane.close(),
    };
  }

  /**
   * Whether a request has to wait: an order for a response to be processed, any request for a slot.
   */
  holds({ isOrder }: GuardedRequest): boolean {
    return (isOrder && this.#evaluated > 0) || this.#onWay >= MOST_ON_WAY;
  }

  /** Counts a request of trading or data as in flight; `leave` ends it. */
  begin(): void {
    this.#onWay += 1;
  }

  leave(): void {
    this.#onWay -= 1;
  }

  mayLeave({ headers, body }: Options): boolean {
    const { 'X-Request-ID': requestId = '' } = (headers ?? {}) as Readonly<Record<string, string>>;
    return this.#mayLeave(requestId, Buffer.isBuffer(body) || typeof body === 'string' ? body : '');
  }

  /** An order leaves, or never will. */
  endWait(): void {
    this.#waiting -= 1;
  }

  /**
   * Queues a request for a new dispatch once all responses are processed and a slot may be free.
   */
  turnBack(handler: GuardedHandler): void {
    this.#turnedBack.push(handler);
  }

  /** The status line of an error response (400 or more) has arrived. */
  hold(): void {
    this.#evaluated += 1;
  }

  /** A response has ended; its caller processes it in this tick. */
  end(isHeld: boolean): void {
    const isAwaited = this.#waiting > 0 || this.#turnedBack.length > 0;
    if (!isHeld && !isAwaited) return;
    if (!isHeld) this.#evaluated += 1;
    const release = (): void => {
      this.#release();
    };
    // The next turn of the event loop comes before undici's turn for the connection, so an order
    // that waited finds it open. An error may take a little longer to be processed.
    if (isHeld) this.#clock.setTimer(0, release);
    else this.#clock.at(this.#clock.monoMicros(), release);
  }

  #release(): void {
    this.#evaluated -= 1;
    if (this.#evaluated > 0) return;
    const held = this.#turnedBack;
    this.#turnedBack = [];
    const orders = held.filter(({ request }) => request.isOrder);
    const others = held.filter(({ request }) => !request.isOrder);
    for (const handler of [...orders, ...others]) this.#handOver(handler.renew());
  }

  /** A request that its caller has dropped is not sent: its abort would close the connection. */
  #handOver(handler: GuardedHandler): boolean {
    const { lane, options } = handler.request;
    if (handler.isOver) handler.endWait();
    else if (this.holds(handler.request)) this.turnBack(handler);
    else return lane.dispatch(options, handler);
    return true;
  }
}

/** Reports errors and the end of each response to the gate, before the connection is free. */
class WatchedHandler implements Handler {
  protected readonly handler: Handler;
  protected readonly guard: ConnectionGate;
  #isHeld = false;
  #isOver = false;

  constructor(handler: Handler, guard: ConnectionGate) {
    this.handler = handler;
    this.guard = guard;
  }

  onRequestStart(controller: Controller, context: unknown): void {
    this.handler.onRequestStart?.(controller, context);
  }

  onResponseStart(controller: Controller, status: number, headers: ResponseHeaders): void {
    if (status >= ERROR_STATUS && !this.#isHeld) {
      this.#isHeld = true;
      this.guard.hold();
    }
    this.handler.onResponseStart?.(controller, status, headers);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Controller, trailers: ResponseHeaders): void {
    this.end();
    this.handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Controller, error: Error): void {
    this.end();
    this.handler.onResponseError?.(controller, error);
  }

  protected end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.guard.end(this.#isHeld);
  }
}

/** A dispatched request of trading or data. */
interface GuardedRequest {
  readonly lane: LaneDispatcher;
  readonly options: Options;
  readonly isOrder: boolean;
}

/** Waits while the gate is closed; sends an order only after its check. */
class GuardedHandler extends WatchedHandler {
  readonly request: GuardedRequest;
  #isWaiting: boolean;
  #isOnWay = false;
  /** For the client this request has not begun. */
  #isAborted = false;

  constructor(handler: Handler, guard: ConnectionGate, request: GuardedRequest) {
    super(handler, guard);
    this.request = request;
    this.#isWaiting = request.isOrder;
  }

  /** The same request for another attempt; the present handler may still receive its own end. */
  renew(): GuardedHandler {
    return new GuardedHandler(this.handler, this.guard, this.request);
  }

  /** The client's handler gets no start of a request that is refused: for it, nothing has left. */
  override onRequestStart(controller: Controller, context: unknown): void {
    const { guard, request } = this;
    if (this.isOver) {
      this.endWait();
      this.#isAborted = true;
      // The handler's start throws, which keeps the connection for the next request.
      this.handler.onRequestStart?.(controller, context);
      return;
    }
    if (guard.holds(request)) {
      this.#isAborted = true;
      guard.turnBack(this);
      controller.abort(toError('refused by the egress check'));
      return;
    }
    this.endWait();
    if (!request.isOrder || guard.mayLeave(request.options)) {
      this.#isOnWay = true;
      guard.begin();
      super.onRequestStart(controller, context);
      return;
    }
    const error = toError('gate', REFUSED_BY_EGRESS);
    this.handler.onResponseError?.(controller, error);
    this.#isAborted = true;
    controller.abort(error);
  }

  override onResponseError(controller: Controller, error: Error): void {
    if (this.#isAborted) return;
    this.endWait();
    super.onResponseError(controller, error);
  }

  get isOver(): boolean {
    return this.handler.isOver === true;
  }

  endWait(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    this.guard.endWait();
  }

  protected override end(): void {
    if (this.#isOnWay) this.guard.leave();
    this.#isOnWay = false;
    super.end();
  }
}

function toError(message: string, code = 'UND_ERR_ABORTED'): Error {
  return Object.assign(new Error(message), { code });
}
