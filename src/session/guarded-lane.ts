// Connections whose orders ask once more before their bytes leave: they may have waited for one.
import type { LaneDispatcher } from '../client/index.js';
import type { MachineClock } from '../machine/index.js';

type Options = Parameters<LaneDispatcher['dispatch']>[0];
type Handler = Parameters<LaneDispatcher['dispatch']>[1];
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0];
type ResponseHeaders = Parameters<NonNullable<Handler['onResponseStart']>>[2];

/**
 * Asked in the tick of the write, with the request's `X-Request-ID` and the bytes of its body;
 * false: it is given up and has not left.
 */
export type MayLeave = (requestId: string, body: Buffer | string) => boolean;

type GuardClock = Pick<MachineClock, 'at' | 'monoMicros' | 'setTimer'>;

/** From this status on an answer may halt everything. */
const REFUSAL = 400;

/**
 * Lets orders, the POSTs of the trading lane, leave while they may. None leaves from the status
 * line of a refusal, on any lane, until that answer has been judged, nor in the tick in which an
 * answer ends: what has waited for that connection is handed over again a tick later.
 */
export class LaneGuard {
  readonly #mayLeave: MayLeave;
  readonly #clock: GuardClock;
  /** Answers that are being judged. */
  #judged = 0;
  /** Orders that were handed over and have not left. */
  #waiting = 0;
  #turnedBack: OrderHandler[] = [];

  constructor(mayLeave: MayLeave, clock: GuardClock) {
    this.#mayLeave = mayLeave;
    this.#clock = clock;
  }

  /** A lane of which answers are watched, and POSTs guarded where `hasOrders`. */
  guard(lane: LaneDispatcher, hasOrders: boolean): LaneDispatcher {
    return {
      dispatch: (options, handler) => {
        if (!hasOrders || options.method !== 'POST') {
          return lane.dispatch(options, new WatchedHandler(handler, this));
        }
        this.#waiting += 1;
        return this.#handOver(new OrderHandler(handler, this, lane, options));
      },
      close: () => lane.close(),
    };
  }

  get isJudging(): boolean {
    return this.#judged > 0;
  }

  mayLeave({ headers, body }: Options): boolean {
    const { 'X-Request-ID': requestId = '' } = (headers ?? {}) as Readonly<Record<string, string>>;
    return this.#mayLeave(requestId, Buffer.isBuffer(body) || typeof body === 'string' ? body : '');
  }

  /** An order leaves, or never will. */
  endWait(): void {
    this.#waiting -= 1;
  }

  /** An order is handed over again when nothing is being judged. */
  turnBack(order: OrderHandler): void {
    this.#turnedBack.push(order);
  }

  /** The status line of a refusal is here. */
  hold(): void {
    this.#judged += 1;
  }

  /** An answer has ended: who waits for it judges it in this tick. */
  end(isHeld: boolean): void {
    if (!isHeld && this.#waiting === 0) return;
    if (!isHeld) this.#judged += 1;
    const release = (): void => {
      this.#release();
    };
    // The next turn of the event loop comes before undici's for the connection: an order that
    // waited for it finds it open. A refusal may take a little longer to be judged.
    if (isHeld) this.#clock.setTimer(0, release);
    else this.#clock.at(this.#clock.monoMicros(), release);
  }

  #release(): void {
    this.#judged -= 1;
    if (this.#judged > 0) return;
    const orders = this.#turnedBack;
    this.#turnedBack = [];
    for (const order of orders) this.#handOver(order.renew());
  }

  /** One that its caller has given up would only cost the connection on which it began. */
  #handOver(order: OrderHandler): boolean {
    if (order.isOver) {
      order.endWait();
      return true;
    }
    if (!this.isJudging) return order.lane.dispatch(order.options, order);
    this.turnBack(order);
    return true;
  }
}

/** Tells the guard of refusals, and of the end of each answer before its connection is free. */
class WatchedHandler implements Handler {
  protected readonly handler: Handler;
  protected readonly guard: LaneGuard;
  #isHeld = false;
  #isOver = false;

  constructor(handler: Handler, guard: LaneGuard) {
    this.handler = handler;
    this.guard = guard;
  }

  onRequestStart(controller: Controller, context: unknown): void {
    this.handler.onRequestStart?.(controller, context);
  }

  onResponseStart(controller: Controller, status: number, headers: ResponseHeaders): void {
    if (status >= REFUSAL && !this.#isHeld) {
      this.#isHeld = true;
      this.guard.hold();
    }
    this.handler.onResponseStart?.(controller, status, headers);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Controller, trailers: ResponseHeaders): void {
    this.#end();
    this.handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Controller, error: Error): void {
    this.#end();
    this.handler.onResponseError?.(controller, error);
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.guard.end(this.#isHeld);
  }
}

/** An order: it leaves while it may, and is turned back while an answer is being judged. */
class OrderHandler extends WatchedHandler {
  readonly lane: LaneDispatcher;
  readonly options: Options;
  #isWaiting = true;
  /** Nothing has begun for the client. */
  #isAborted = false;

  constructor(handler: Handler, guard: LaneGuard, lane: LaneDispatcher, options: Options) {
    super(handler, guard);
    this.lane = lane;
    this.options = options;
  }

  /** The same order for another try: this one may still hear of its own end. */
  renew(): OrderHandler {
    return new OrderHandler(this.handler, this.guard, this.lane, this.options);
  }

  /** The handler never hears of a start that is refused: to it, nothing has left. */
  override onRequestStart(controller: Controller, context: unknown): void {
    if (this.guard.isJudging) {
      this.#isAborted = true;
      this.guard.turnBack(this);
      controller.abort(toError('turned back'));
      return;
    }
    this.endWait();
    if (this.guard.mayLeave(this.options)) {
      super.onRequestStart(controller, context);
      return;
    }
    const error = toError('gate');
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
}

function toError(message: string): Error {
  return Object.assign(new Error(message), { code: 'UND_ERR_ABORTED' });
}
