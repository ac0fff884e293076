// How requests are handed to connections: in the same tick, once, never past their deadline.
import type { Dispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LaneDispatcher } from '../../../src/client/index.js';
import type { LaneHandler } from '../../../src/client/transport/connections.js';
import { realCallClock } from '../../../src/client/real-clock.js';
import { createClient, loginBody, TOKEN } from '../../client/test-venue.js';

interface Dispatched {
  readonly lane: string;
  readonly options: Dispatcher.DispatchOptions;
  readonly handler: Dispatcher.DispatchHandler;
}

/** Connections that hand nothing on: a test plays undici's callbacks by hand. */
function createQuietLanes() {
  const dispatched: Dispatched[] = [];
  const createLane = (lane: string): LaneDispatcher => ({
    dispatch: (options, handler) => {
      dispatched.push({ lane, options, handler });
      if (options.path.endsWith('/v2/sso/login')) answerLogin(handler);
      return true;
    },
    close: () => Promise.resolve(),
  });
  return { dispatched, createLane: createLane as () => LaneDispatcher };
}

function createController() {
  const abort = vi.fn<(reason: Error) => void>();
  const controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort,
    pause: () => undefined,
    resume: () => undefined,
  };
  return { controller, abort };
}

function answerLogin(handler: Dispatcher.DispatchHandler): void {
  const { controller } = createController();
  handler.onRequestStart?.(controller, undefined);
  handler.onResponseStart?.(controller, 200, { sso_token: TOKEN });
  handler.onResponseData?.(controller, Buffer.from(loginBody()));
  handler.onResponseEnd?.(controller, {});
}

function answerEmpty(handler: Dispatcher.DispatchHandler): void {
  const { controller } = createController();
  handler.onRequestStart?.(controller, undefined);
  handler.onResponseStart?.(controller, 404, {});
  handler.onResponseEnd?.(controller, {});
}

describe('hand-over of a request to its connection', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('happens before placeOrder returns, on the lane of orders', async () => {
    const { dispatched, createLane } = createQuietLanes();
    const { client } = createClient('http://127.0.0.1:1/venue', { createLane });
    await client.login();
    void client.placeOrder('{"coId":"a-1"}', 'a-1', 1);
    const last = dispatched.at(-1);
    expect(last?.lane).toBe('trading');
    expect(last?.options).toMatchObject({
      method: 'POST',
      path: '/venue/v2/orders',
      headersTimeout: 8_000,
    });
  });

  it('ends as not sent when the deadline passes while the request waits', async () => {
    const { dispatched, createLane } = createQuietLanes();
    const { client } = createClient('http://127.0.0.1:1', { createLane });
    await client.login();
    const outcome = client.placeOrder('{"coId":"a-1"}', 'a-1', 1);
    vi.advanceTimersByTime(10_000);
    expect(await outcome).toMatchObject({
      class: 'not-sent',
      message: 'timeout before the request left',
    });
    // A start that throws is dropped; an abort would cost the connection.
    const { controller, abort } = createController();
    const start = () => dispatched.at(-1)?.handler.onRequestStart?.(controller, undefined);
    expect(start).toThrow('aborted before it was sent');
    expect(abort).not.toHaveBeenCalled();
  });

  it('ends as unknown, and aborts, when the deadline passes after the start', async () => {
    const { dispatched, createLane } = createQuietLanes();
    const { client } = createClient('http://127.0.0.1:1', { createLane });
    await client.login();
    const outcome = client.placeOrder('{"coId":"a-1"}', 'a-1', 1);
    const { controller, abort } = createController();
    dispatched.at(-1)?.handler.onRequestStart?.(controller, undefined);
    vi.advanceTimersByTime(9_999);
    expect(abort).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await outcome).toMatchObject({ class: 'unknown', status: 0 });
    expect(abort).toHaveBeenCalledOnce();
  });

  it('ends when the machine clock passes the deadline between two chunks', async () => {
    let machine = 0;
    const { dispatched, createLane } = createQuietLanes();
    const { client } = createClient('http://127.0.0.1:1', {
      createLane,
      machine: { ...realCallClock, monoMicros: () => machine },
    });
    await client.login();
    const outcome = client.placeOrder('{"coId":"a-1"}', 'a-1', 1);
    const { controller, abort } = createController();
    const handler = dispatched.at(-1)?.handler;
    handler?.onRequestStart?.(controller, undefined);
    handler?.onResponseStart?.(controller, 202, {});
    machine = 10_000_000;
    handler?.onResponseData?.(controller, Buffer.from('{'));
    expect(abort).not.toHaveBeenCalled();
    machine += 1;
    handler?.onResponseData?.(controller, Buffer.from('"'));
    expect(await outcome).toMatchObject({ class: 'unknown', status: 202 });
    expect(abort).toHaveBeenCalledOnce();
  });

  it('must start within half a second by the machine clock, also with a late timer', async () => {
    let machine = 0;
    const { dispatched, createLane } = createQuietLanes();
    const { client } = createClient('http://127.0.0.1:1', {
      createLane,
      machine: { ...realCallClock, monoMicros: () => machine },
    });
    await client.login();
    const start = () => {
      dispatched.at(-1)?.handler.onRequestStart?.(createController().controller, undefined);
    };
    void client.placeOrder('{"coId":"a-1"}', 'a-1', 1);
    machine += 500_000;
    expect(start).not.toThrow();
    machine += 60_000_000;
    const late = client.placeOrder('{"coId":"a-2"}', 'a-2', 1);
    machine += 500_001;
    expect((dispatched.at(-1)?.handler as LaneHandler).isOver).toBe(true);
    expect(start).toThrow('aborted before it was sent');
    expect(await late).toMatchObject({
      class: 'not-sent',
      message: 'timeout before the request left',
    });
  });

  it('has no start deadline once the request was sent, in whichever tick that was', async () => {
    const { dispatched, createLane } = createQuietLanes();
    let timersAtWrite = -1;
    const createEager = (): LaneDispatcher => {
      const quiet = createLane();
      const dispatch: LaneDispatcher['dispatch'] = (options, handler) => {
        quiet.dispatch(options, handler);
        if (options.method !== 'POST' || options.path.endsWith('login')) return true;
        timersAtWrite = vi.getTimerCount();
        handler.onRequestStart?.(createController().controller, undefined);
        return true;
      };
      return { ...quiet, dispatch };
    };
    const { client: eager } = createClient('http://127.0.0.1:1', { createLane: createEager });
    await eager.login();
    void eager.placeOrder('{"coId":"a-1"}', 'a-1', 1);
    expect(timersAtWrite).toBe(0);
    expect(vi.getTimerCount()).toBe(1);
    vi.clearAllTimers();
    const { client: patient } = createClient('http://127.0.0.1:1', { createLane });
    await patient.login();
    void patient.placeOrder('{"coId":"a-2"}', 'a-2', 1);
    expect(vi.getTimerCount()).toBe(2);
    dispatched.at(-1)?.handler.onRequestStart?.(createController().controller, undefined);
    expect(vi.getTimerCount()).toBe(1);
  });

  it('returns to its own lane where a borrowed one is taken back before the write', async () => {
    const { dispatched, createLane } = createQuietLanes();
    const { client } = createClient('http://127.0.0.1:1', { createLane });
    await client.login();
    for (const coId of ['a-1', 'a-2']) void client.placeOrder('{}', coId, 1);
    const query = client.recovery.orderByCoId('a-1');
    void client.cancelOrder('5', 'a-3.1');
    await Promise.resolve();
    await vi.advanceTimersByTimeAsync(0);
    const asked = dispatched.filter(({ options }) => options.method === 'GET');
    expect(asked.map(({ lane }) => lane)).toEqual(['safety', 'trading']);
    const names = asked.map(({ options }) => Object(options.headers)['X-Request-ID'] as string);
    expect(new Set(names).size).toBe(2);
    answerEmpty(asked[1]!.handler);
    expect(await query).toMatchObject({ class: 'empty', status: 404 });
  });

  it('leaves no timer behind', async () => {
    const { createLane } = createQuietLanes();
    await createClient('http://127.0.0.1:1', { createLane }).client.login();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not take an interim response for the response', async () => {
    const { dispatched, createLane } = createQuietLanes();
    const { client } = createClient('http://127.0.0.1:1', { createLane });
    await client.login();
    const outcome = client.placeOrder('{"coId":"a-1"}', 'a-1', 1);
    const { controller } = createController();
    const handler = dispatched.at(-1)?.handler;
    handler?.onRequestStart?.(controller, undefined);
    handler?.onResponseStart?.(controller, 103, {});
    handler?.onResponseError?.(controller, new Error('gone'));
    expect(await outcome).toMatchObject({
      class: 'unknown',
      status: 0,
      message: 'closed (no code) after the request may have left',
    });
  });
});
