// One HTTP exchange over undici: limited in time and size, never redirected, never retried.
import type { Dispatcher } from 'undici';
import { NOT_SENT_OUTCOMES, type TransportOutcome } from '../../domain/venue/index.js';
import type { Route } from '../../protocol/index.js';
import type { LaneDispatcher, LaneHandler } from './connections.js';
import { findUnwritable } from './writable.js';
import type { CallClock } from './call-clock.js';

export interface WireRequest {
  readonly route: Route;
  /** Path and query as they go on the wire. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Aborts the request: before it leaves, or afterwards without waiting for the response. */
  readonly signal?: AbortSignal | undefined;
  /** Why it may not leave; asked in the tick of its write. */
  readonly findRefusal?: (() => string | undefined) | undefined;
}

/** A complete response. */
export interface HttpResponse {
  readonly ok: true;
  readonly status: number;
  readonly body: string;
  /** The body as received. */
  readonly raw: Buffer;
  /** Lower-case names; a repeated header is an array. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** No complete response. */
export interface TransportFailure {
  readonly ok: false;
  /** Whether bytes of the request may have left. */
  readonly sent: boolean;
  /** Status received before the failure, else 0. */
  readonly status: number;
  /** Transport failure, in the policy's terms. */
  readonly transport: TransportOutcome;
  /** Description of the failure. */
  readonly message: string;
}

export type Exchange = HttpResponse | TransportFailure;

/**
 * Dispatches a request in the caller's tick and resolves with its response or failure. Never
 * rejects.
 */
export function exchange(
  lane: LaneDispatcher,
  request: WireRequest,
  machine: CallClock,
): Promise<Exchange> {
  const { route, path, headers, body, signal } = request;
  const message = findUnwritable(request);
  if (message !== undefined) {
    return Promise.resolve({ ok: false, sent: false, status: 0, transport: 'gate', message });
  }
  return new Promise((resolve) => {
    const handler = new ExchangeHandler(request, machine, resolve);
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
    handler.arm();
  });
}

/** Turns undici's callbacks for one request into one response or failure. */
class ExchangeHandler implements LaneHandler {
  readonly #route: Route;
  readonly #findRefusal: WireRequest['findRefusal'];
  readonly #machine: CallClock;
  readonly #deadlineAt: number;
  readonly #startBy: number;
  #timer: { cancel(): void } | undefined;
  #startTimer: { cancel(): void } | undefined;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #headers: HttpResponse['headers'] = {};
  #status = 0;
  #bytes = 0;
  #settled = false;
  /** Removes the listener from the caller's signal. */
  #release: () => void = () => undefined;

  constructor(
    { findRefusal, route }: WireRequest,
    machine: CallClock,
    resolve: (exchange: Exchange) => void,
  ) {
    this.#route = route;
    this.#findRefusal = findRefusal;
    this.#machine = machine;
    const now = machine.monoMicros();
    this.#deadlineAt = now + route.totalMs * 1_000;
    this.#startBy = now + (route.startMs ?? route.totalMs) * 1_000;
    this.#resolve = resolve;
  }

  get isOver(): boolean {
    return this.#settled || this.#isTooLate;
  }

  /** Whether the request missed its start time, even if the timer is late. */
  get #isTooLate(): boolean {
    return this.#controller === undefined && this.#machine.monoMicros() > this.#startBy;
  }

  /**
   * Starts the timers in the tick of the dispatch, after the write: a request that has left or
   * ended by now needs fewer of them.
   */
  arm(): void {
    if (this.#settled) return;
    const { totalMs, startMs } = this.#route;
    this.#timer = this.#machine.setTimer(totalMs, () => {
      this.#breakOff('timeout', 'timeout');
    });
    if (startMs === undefined || this.#controller !== undefined) return;
    this.#startTimer = this.#machine.setTimer(startMs, () => {
      if (this.#controller === undefined) this.#breakOff('timeout', 'timeout');
    });
  }

  /** Ends the request when the signal aborts. */
  obey(signal: AbortSignal | undefined): void {
    if (signal === undefined) return;
    const giveUp = () => {
      this.#breakOff('aborted', 'aborted');
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    this.#release = () => {
      signal.removeEventListener('abort', giveUp);
    };
  }

  /**
   * From here on bytes may leave. A request that was aborted while it waited must not: undici drops
   * a request whose start throws and keeps the connection, which an abort would destroy.
   */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isTooLate) this.#breakOff('timeout', 'timeout');
    if (!this.#settled) this.#refuse(this.#findRefusal?.());
    if (this.#settled) throw new Error('aborted before it was sent');
    this.#controller = controller;
    this.#startTimer?.cancel();
  }

  onResponseStart(_: unknown, status: number, headers: HttpResponse['headers']): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    const { maxBytes } = this.#route;
    if (this.#bytes > maxBytes) {
      this.#breakOff('too-large', `too-large (over ${String(maxBytes)} bytes)`);
    } else if (this.#machine.monoMicros() > this.#deadlineAt) {
      // A body in small chunks never triggers the timer between chunks.
      this.#breakOff('timeout', 'timeout');
    }
  }

  onResponseEnd(): void {
    const raw = Buffer.concat(this.#chunks);
    const body = raw.toString('utf8');
    this.#settle({ ok: true, status: this.#status, body, raw, headers: this.#headers });
  }

  onResponseError(_: unknown, error: unknown): void {
    const { word, text } = nameError(error, this.#controller !== undefined, this.#status);
    this.#breakOff(word, text);
  }

  #refuse(message: string | undefined): void {
    if (message === undefined) return;
    this.#settle({ ok: false, sent: false, status: 0, transport: 'gate', message });
  }

  #breakOff(word: TransportOutcome, text: string): void {
    const sent = this.#controller !== undefined;
    const when = sent ? 'after the request may have left' : 'before the request left';
    const transport = toProven(word, sent);
    const message = `${text} ${when}`;
    this.#settle({ ok: false, sent, status: this.#status, transport, message });
    this.#controller?.abort(new Error(word));
  }

  #settle(result: Exchange): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#timer?.cancel();
    this.#startTimer?.cancel();
    this.#release();
    this.#resolve(result);
  }
}

/** Error code of a request that our own dispatcher refuses before it leaves. */
export const REFUSED_BY_EGRESS = 'WEIR_TURNED_BACK';

const WORDS: Readonly<Record<string, TransportOutcome>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'connect-refused',
  UND_ERR_INVALID_ARG: 'gate',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'closed',
  UND_ERR_SOCKET: 'closed',
  UND_ERR_ABORTED: 'aborted',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'cut-short',
};

/** Error codes of a TLS handshake: Node's, and OpenSSL's for an untrusted chain. */
const OF_TLS =
  /TLS|SSL|CERT|^UNABLE_TO_|^CRL_|^INVALID_(?:CA|PURPOSE)$|PATH_LENGTH|HOSTNAME_MISMATCH/;

/** Names a library error by its code alone: its message and fields are never passed on. */
function nameError(
  error: unknown,
  sent: boolean,
  status: number,
): { readonly word: TransportOutcome; readonly text: string } {
  const code = findCode(error);
  if (code === REFUSED_BY_EGRESS) return { word: 'gate', text: 'refused by the egress check' };
  const known = OF_TLS.test(code) ? 'tls' : WORDS[code];
  if (known === undefined && !sent) {
    return { word: 'connect-refused', text: `no-connection (${code})` };
  }
  const found = known ?? (code.startsWith('HPE_') ? 'protocol' : 'closed');
  const word = status > 0 && found === 'closed' ? 'cut-short' : found;
  return { word, text: `${word} (${code})` };
}

/** Some parser errors of undici have only a name, no code. */
function findCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'no code';
  const raw = 'code' in error ? error.code : undefined;
  if (typeof raw === 'string' && /^[A-Z0-9_]{1,60}$/.test(raw)) return raw;
  return 'name' in error && error.name === 'HTTPParserError' ? 'HPE_UNKNOWN' : 'no code';
}

/** Outcomes that prove that nothing left apply only when nothing did. */
function toProven(word: TransportOutcome, sent: boolean): TransportOutcome {
  if (NOT_SENT_OUTCOMES.has(word)) return sent ? 'closed' : word;
  if (sent) return word;
  return word === 'timeout' ? 'connect-timeout' : word === 'aborted' ? 'gate' : 'connect-refused';
}
