// Connections whose orders ask once more before their bytes leave: they may have waited for one.
// And no more requests on their way than one connection leaves to safety (RC34).
import { type LaneDispatcher, TURNED_BACK } from '../../client/index.js';
import type { Lane } from '../../polling/index.js';
import type { HostClock } from '../../determinism/index.js';

type Options = Parameters<LaneDispatcher['dispatch']>[0];
type Handler = Parameters<LaneDispatcher['dispatch']>[1];
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0];
type ResponseHeaders = Parameters<NonNullable<Handler['onResponseStart']>>[2];

/**
 * Asked in the tick of the write, with the request's `X-Request-ID` and the bytes of its body;
 * false: it is given up and has not left.
 */
export type PreWriteCheck = (requestId: string, body: Buffer | string) => boolean;

type GuardClock = Pick<HostClock, 'at' | 'monoMicros' | 'setTimer'>;

/** Requests of trading and data that may be on their way at once: one more is kept for safety. */
const MOST_ON_WAY = 3;
/** From this status on an answer may halt everything. */
const REFUSAL = 400;

/**
 * Lets orders, the POSTs of the trading lane, leave while they may. None leaves from the status
 * line of a refusal, on any lane, until that answer has been judged, nor in the tick in which an
 * answer ends: what has waited for that connection is handed over again a tick later. While too
 * many requests are on their way others wait, orders first; those of safety never do.
 */
export class ConnectionGate {
  readonly #mayLeave: PreWriteCheck;
  readonly #clock: GuardClock;
  /** Answers that are being judged. */
  #judged = 0;
  /** Orders that were handed over and have not left. */
  #waiting = 0;
  /** Requests of trading and data of which bytes have left, and no end of the answer is here. */
  #onWay = 0;
  #turnedBack: GuardedHandler[] = [];

  constructor(mayLeave: PreWriteCheck, clock: GuardClock) {
    this.#mayLeave = mayLeave;
    this.#clock = clock;
  }

  /** A lane of which answers are watched; but for safety's, its requests wait for room. */
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

  /** Whether it has to wait: an order for a verdict, any request for room. */
  holds({ isOrder }: GuardedRequest): boolean {
    return (isOrder && this.#judged > 0) || this.#onWay >= MOST_ON_WAY;
  }

  /** A request of trading or data leaves; `leave` ends it. */
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

  /** It is handed over again once nothing is being judged and there may be room. */
  turnBack(handler: GuardedHandler): void {
    this.#turnedBack.push(handler);
  }

  /** The status line of a refusal is here. */
  hold(): void {
    this.#judged += 1;
  }

  /** An answer has ended: who waits for it judges it in this tick. */
  end(isHeld: boolean): void {
    const isAwaited = this.#waiting > 0 || this.#turnedBack.length > 0;
    if (!isHeld && !isAwaited) return;
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
    const held = this.#turnedBack;
    this.#turnedBack = [];
    const orders = held.filter(({ request }) => request.isOrder);
    const others = held.filter(({ request }) => !request.isOrder);
    for (const handler of [...orders, ...others]) this.#handOver(handler.renew());
  }

  /** One that its caller has given up would only cost the connection on which it began. */
  #handOver(handler: GuardedHandler): boolean {
    const { lane, options } = handler.request;
    if (handler.isOver) handler.endWait();
    else if (this.holds(handler.request)) this.turnBack(handler);
    else return lane.dispatch(options, handler);
    return true;
  }
}

/** Tells the guard of refusals, and of the end of each answer before its connection is free. */
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

/** A request of trading or data, as it was handed over. */
interface GuardedRequest {
  readonly lane: LaneDispatcher;
  readonly options: Options;
  readonly isOrder: boolean;
}

/** It waits while it is held; an order leaves while it may. */
class GuardedHandler extends WatchedHandler {
  readonly request: GuardedRequest;
  #isWaiting: boolean;
  #isOnWay = false;
  /** Nothing has begun for the client. */
  #isAborted = false;

  constructor(handler: Handler, guard: ConnectionGate, request: GuardedRequest) {
    super(handler, guard);
    this.request = request;
    this.#isWaiting = request.isOrder;
  }

  /** The same request for another try: this one may still hear of its own end. */
  renew(): GuardedHandler {
    return new GuardedHandler(this.handler, this.guard, this.request);
  }

  /** The handler never hears of a start that is refused: to it, nothing has left. */
  override onRequestStart(controller: Controller, context: unknown): void {
    const { guard, request } = this;
    if (this.isOver) {
      this.endWait();
      this.#isAborted = true;
      // Its start throws: the connection stays for the next one.
      this.handler.onRequestStart?.(controller, context);
      return;
    }
    if (guard.holds(request)) {
      this.#isAborted = true;
      guard.turnBack(this);
      controller.abort(toError('turned back'));
      return;
    }
    this.endWait();
    if (!request.isOrder || guard.mayLeave(request.options)) {
      this.#isOnWay = true;
      guard.begin();
      super.onRequestStart(controller, context);
      return;
    }
    const error = toError('gate', TURNED_BACK);
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
