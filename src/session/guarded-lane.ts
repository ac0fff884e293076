// Connections that ask once more before an order's bytes leave: it may have waited for one.
import type { LaneDispatcher } from '../client/index.js';

type Options = Parameters<LaneDispatcher['dispatch']>[0];
type Handler = Parameters<LaneDispatcher['dispatch']>[1];
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0];
type ResponseHeaders = Parameters<NonNullable<Handler['onResponseStart']>>[2];

/**
 * Asked in the tick of the write, with the request's `X-Request-ID` and the bytes of its body;
 * false: it is given up and has not left.
 */
export type MayLeave = (requestId: string, body: Buffer | string) => boolean;

/** A lane whose requests, those that `isGuarded` names, leave only while they may. */
export function guardLane(
  lane: LaneDispatcher,
  mayLeave: MayLeave,
  isGuarded: (options: Options) => boolean,
): LaneDispatcher {
  return {
    dispatch: (options, handler) =>
      lane.dispatch(
        options,
        isGuarded(options) ? new GuardedHandler(options, handler, mayLeave) : handler,
      ),
    close: () => lane.close(),
  };
}

class GuardedHandler implements Handler {
  readonly #options: Options;
  readonly #handler: Handler;
  readonly #mayLeave: MayLeave;
  #isRefused = false;

  constructor(options: Options, handler: Handler, mayLeave: MayLeave) {
    this.#options = options;
    this.#handler = handler;
    this.#mayLeave = mayLeave;
  }

  /** The handler never hears of a start that is refused: to it, nothing has left. */
  onRequestStart(controller: Controller, context: unknown): void {
    if (this.#mayLeave(...describe(this.#options))) {
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

/** The client gives headers by name and bodies as bytes. */
function describe({ headers, body }: Options): readonly [requestId: string, body: Buffer | string] {
  const { 'X-Request-ID': requestId = '' } = (headers ?? {}) as Readonly<Record<string, string>>;
  return [requestId, Buffer.isBuffer(body) || typeof body === 'string' ? body : ''];
}
