// A request on the virtual network, and what the network does with it.
import type { LaneDispatcher } from '../../client/index.js';
import type { Micros } from '../../domain/index.js';
import type { LocalAnswer, LocalRequest } from '../../simulator/index.js';
import type { VirtualTime } from './time.js';

type Dispatch = Parameters<LaneDispatcher['dispatch']>;
export type Handler = Dispatch[1];
export type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0];
export type EditAnswer = (answer: LocalAnswer) => LocalAnswer;

/** One request on its connection; calls the client's handler as undici does. */
export class Exchange {
  readonly #handler: Handler;
  readonly #free: () => void;
  readonly #controller: Controller;
  #reason: Error | null = null;
  #isStarted = false;
  #isOver = false;

  constructor(handler: Handler, free: () => void) {
    this.#handler = handler;
    this.#free = free;
    const isAborted = () => this.#reason !== null;
    const findReason = () => this.#reason;
    this.#controller = {
      get aborted() {
        return isAborted();
      },
      get reason() {
        return findReason();
      },
      paused: false,
      abort: (reason: Error) => {
        this.#reason ??= reason;
        if (!this.#isStarted || this.#isOver) return;
        this.#isOver = true;
        this.#handler.onResponseError?.(this.#controller, reason);
        this.#free();
      },
      pause: () => undefined,
      resume: () => undefined,
    };
  }

  /** False if the client gave the request up before it left. */
  start(): boolean {
    try {
      this.#handler.onRequestStart?.(this.#controller, {});
    } catch (error) {
      this.#reason ??= error as Error;
      this.#handler.onResponseError?.(this.#controller, this.#reason);
    }
    this.#isStarted = true;
    if (this.#reason === null) return true;
    this.#end();
    return false;
  }

  head(status: number, headers: Readonly<Record<string, string>>): void {
    if (!this.#isOver) this.#handler.onResponseStart?.(this.#controller, status, { ...headers });
  }

  data(bytes: Buffer): void {
    if (!this.#isOver && bytes.length > 0) this.#handler.onResponseData?.(this.#controller, bytes);
  }

  finish(): void {
    if (this.#isOver) return;
    this.#handler.onResponseEnd?.(this.#controller, {});
    this.#end();
  }

  /** Fails the request with an error code of undici or of the operating system. */
  fail(code: string): void {
    if (this.#isOver) return;
    const error = Object.assign(new Error(code), { code });
    this.#handler.onResponseError?.(this.#controller, error);
    this.#end();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#free();
  }
}

/** What a network needs of its world. */
export interface NetworkWorld {
  readonly time: VirtualTime;
  /** The client hands a call to its lane, where the call may wait for a connection. */
  handed(call: WireCall): void;
  plan(call: WireCall): WirePlan;
  /** The bytes of a call leave the bot. */
  leaves(call: WireCall): void;
  /** Hands a request to the venue. */
  deliver(call: WireCall, send: (answer: LocalAnswer) => void): void;
  /** The status line of an answer reaches a process. */
  answered(call: WireCall): void;
  /** A process has read a whole answer. */
  shows(call: WireCall, answer: LocalAnswer): void;
  nextNumber(): number;
}
/** A request of the bot and what is known of its response. */
export interface WireCall {
  readonly life: number;
  /** Counts the requests of a world. */
  readonly number: number;
  readonly lane: string;
  readonly origin: string;
  readonly request: LocalRequest;
  /** Status of the response that the client saw; 0 before. */
  status: number;
  /** The client has its response or its error. */
  isOver: boolean;
  /** The client waits for the response: false also if it gave up before the request left. */
  isAwaited(): boolean;
}
/** Fate of one request between bot and venue. */
export interface WirePlan {
  /** Error code with which the request never leaves, and the delay until the error. */
  refusal: string | undefined;
  refusedAfter: Micros;
  /** Time to connect, before any byte leaves, µs. */
  connect: Micros;
  /** Latency to the venue and back, µs. */
  up: Micros;
  down: Micros;
  /** Delay before the venue processes the request, µs; `instead` is returned without it. */
  hold: Micros;
  /** The request never reaches the venue. */
  isLost: boolean;
  /** The request reaches the venue a second time after this delay, µs. */
  copyAfter: Micros | undefined;
  /** The response to the copy is returned, not the one to the request itself. */
  hearsCopy: boolean;
  /** No response arrives; the connection stays open. */
  isUnanswered: boolean;
  /** The connection ends after this many bytes of the response's body; -1: before its head. */
  resetAfter: number | undefined;
  /** Response that the client receives instead of the venue's. */
  instead: Omit<LocalAnswer, 'cut'> | undefined;
  /** Edits of the venue's response, applied in order. */
  edits: EditAnswer[];
  /** Time between two bytes of the body, µs; 0: all at once. */
  trickle: Micros;
}
