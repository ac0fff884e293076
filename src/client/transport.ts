// One HTTP exchange over undici: bounded in time and size, never redirected, never repeated.
import type { Dispatcher } from 'undici';
import type { Route } from '../protocol/index.js';
import type { LaneDispatcher } from './lane.js';

export interface WireRequest {
  readonly route: Route;
  /** Path and query as they go on the wire. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Gives the request up: aborted before it leaves, or left and then not waited for. */
  readonly signal?: AbortSignal | undefined;
}

/** A whole answer. */
export interface Answer {
  readonly ok: true;
  readonly status: number;
  readonly body: string;
  /** Lower-case names; a repeated header is an array. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** No whole answer. */
export interface Break {
  readonly ok: false;
  /** Whether bytes of the request may have left. */
  readonly sent: boolean;
  /** Status that was visible before the break, else 0. */
  readonly status: number;
  /** What broke, in our own words. */
  readonly message: string;
}

export type Exchange = Answer | Break;

/**
 * Hands a request to the lane in the caller's tick and settles with its answer or with what broke.
 * `machineNow` is monotonic, in microseconds. Never rejects.
 */
export function exchange(
  lane: LaneDispatcher,
  request: WireRequest,
  machineNow: () => number,
): Promise<Exchange> {
  const { route, path, headers, body, signal } = request;
  return new Promise((resolve) => {
    const handler = new ExchangeHandler(route, machineNow, resolve);
    handler.obey(signal);
    lane.dispatch(
      {
        method: route.method,
        path,
        headers,
        body: body ?? null,
        headersTimeout: route.firstByteMs,
        bodyTimeout: route.totalMs,
      },
      handler,
    );
  });
}

/** What undici tells of one request, folded into one answer or one break. */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #machineNow: () => number;
  readonly #deadlineAt: number;
  readonly #timer: NodeJS.Timeout;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #headers: Answer['headers'] = {};
  #status = 0;
  #bytes = 0;
  #settled = false;
  /** Lets go of the caller's signal. */
  #release: () => void = () => undefined;

  constructor(route: Route, machineNow: () => number, resolve: (exchange: Exchange) => void) {
    this.#maxBytes = route.maxBytes;
    this.#machineNow = machineNow;
    this.#deadlineAt = machineNow() + route.totalMs * 1_000;
    this.#timer = setTimeout(() => {
      this.#breakOff('timeout');
    }, route.totalMs);
    this.#resolve = resolve;
  }

  /** Ends the request when the signal says so, now or later. */
  obey(signal: AbortSignal | undefined): void {
    if (signal === undefined) return;
    const giveUp = () => {
      this.#breakOff('aborted');
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    this.#release = () => {
      signal.removeEventListener('abort', giveUp);
    };
  }

  /** From here on bytes may leave. A request that waited past its deadline must not leave. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(new Error('timeout'));
    else this.#controller = controller;
  }

  onResponseStart(_: unknown, status: number, headers: Answer['headers']): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    if (this.#bytes > this.#maxBytes) {
      this.#breakOff(`too-large (over ${String(this.#maxBytes)} bytes)`);
    } else if (this.#machineNow() > this.#deadlineAt) {
      // A body that trickles in keeps every timer between chunks quiet.
      this.#breakOff('timeout');
    }
  }

  onResponseEnd(): void {
    const body = Buffer.concat(this.#chunks).toString('utf8');
    this.#settle({ ok: true, status: this.#status, body, headers: this.#headers });
  }

  onResponseError(_: unknown, error: unknown): void {
    this.#breakOff(nameError(error, this.#controller !== undefined, this.#status));
  }

  #breakOff(word: string): void {
    const sent = this.#controller !== undefined;
    const when = sent ? 'after the request may have left' : 'before the request left';
    this.#settle({ ok: false, sent, status: this.#status, message: `${word} ${when}` });
    this.#controller?.abort(new Error(word));
  }

  #settle(result: Exchange): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#release();
    this.#resolve(result);
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'connect-refused',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'closed',
  UND_ERR_SOCKET: 'closed',
  UND_ERR_ABORTED: 'aborted',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'cut-short',
};

/** An error of the library by its code alone: its message and fields never travel on. */
function nameError(error: unknown, sent: boolean, status: number): string {
  const raw = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  const code = typeof raw === 'string' && /^[A-Z0-9_]{1,60}$/.test(raw) ? raw : 'no code';
  const fallback = !sent ? 'no-connection' : code.startsWith('HPE_') ? 'protocol' : 'closed';
  const word = /TLS|SSL|CERT/.test(code) ? 'tls' : (WORDS[code] ?? fallback);
  return `${status > 0 && word === 'closed' ? 'cut-short' : word} (${code})`;
}
