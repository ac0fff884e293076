// Connections that ask once more before an order's bytes leave: it may have waited for one.
import type { LaneDispatcher } from '../client/index.js';

type Options = Parameters<LaneDispatcher['dispatch']>[0];
type Handler = Parameters<LaneDispatcher['dispatch']>[1];
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0];
type ResponseHeaders = Parameters<NonNullable<Handler['onResponseStart']>>[2];

/** Asked in the tick of the write; false: the request is given up and has not left. */
export type MayLeave = () => boolean;

/** A lane whose requests, those that `isGuarded` names, leave only while they may. */
export function guardLane(
  lane: LaneDispatcher,
  mayLeave: MayLeave,
  isGuarded: (options: Options) => boolean,
): LaneDispatcher {
  return {
    dispatch: (options, handler) =>
      lane.dispatch(options, isGuarded(options) ? new GuardedHandler(handler, mayLeave) : handler),
    close: () => lane.close(),
  };
}

class GuardedHandler implements Handler {
  readonly #handler: Handler;
  readonly #mayLeave: MayLeave;
  #isRefused = false;

  constructor(handler: Handler, mayLeave: MayLeave) {
    this.#handler = handler;
    this.#mayLeave = mayLeave;
  }

  /** The handler never hears of a start that is refused: to it, nothing has left. */
  onRequestStart(controller: Controller, context: unknown): void {
    if (this.#mayLeave()) {
      this.#handler.onRequestStart?.(controller, context);
      return;
    }
    const error = Object.assign(new Error('gate'), { code: 'UND_ERR_ABORTED' });
    this.#handler.onResponseError?.(controller, error);
    this.#isRefused = true;
    controller.abort(error);
  }

  onResponseStart(controller: Controller, status: number, headers: ResponseHeaders): void {
    this.#handler.onResponseStart?.(controller, status, headers);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Controller, trailers: ResponseHeaders): void {
    this.#handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Controller, error: Error): void {
    if (!this.#isRefused) this.#handler.onResponseError?.(controller, error);
  }
}
