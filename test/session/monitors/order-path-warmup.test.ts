// Warm-up of the order path: it runs the code of a session and has no effect.
import { describe, expect, it } from 'vitest';
import type { LaneDispatcher } from '../../../src/client/index.js';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import { decodeRecord } from '../../../src/journal/record.js';
import type { Lane } from '../../../src/protocol/index.js';
import {
  createOrderPathWarmup,
  withOrderPathWarmup,
} from '../../../src/session/monitors/order-path-warmup.js';

type Handler = Parameters<LaneDispatcher['dispatch']>[1];
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0];

describe('order path warm-up', () => {
  it('makes the records of a rate and its order, chained as in a journal', () => {
    for (const [index, symbol] of ['EUR/USD', 'USD/JPY', 'USD/CHF'].entries()) {
      const lines = createOrderPathWarmup([unwrap(createInstrument(index, symbol))])();
      const texts = lines.trimEnd().split('\n');
      const records = texts.map((line) => unwrap(decodeRecord(Buffer.from(line), 'here')));
      expect(records.map(({ type }) => type)).toEqual(['rate', 'command', 'send-start']);
      expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3]);
      expect(records.slice(1).map(({ prev }) => prev)).toEqual(
        records.slice(0, -1).map(({ hash }) => hash),
      );
      expect(records[0]?.data).toMatchObject({ symbol, bidTicks: 108_510, offerTicks: 108_520 });
      expect(records[1]?.data).toMatchObject({ symbol, coId: 'rehearsal', units: 100_000 });
    }
  });

  it('gives the same result each time, because it keeps no state', () => {
    const rehearse = createOrderPathWarmup([unwrap(createInstrument(0, 'EUR/USD'))]);
    expect(rehearse()).toBe(rehearse());
  });

  it('does nothing without an instrument', () => {
    expect(createOrderPathWarmup([])()).toBe('');
  });
});

describe('connections with a warm-up', () => {
  it('warm up at the start and right after the bytes of a data request', async () => {
    expect(await listSteps('data')).toEqual(['rehearsed', 'started', 'written', 'rehearsed']);
  });

  it('do not warm up for orders and cancels', async () => {
    expect(await listSteps('trading')).toEqual(['rehearsed', 'started', 'written']);
    expect(await listSteps('safety')).toEqual(['rehearsed', 'started', 'written']);
  });

  it('pass responses on', () => {
    const messages: string[] = [];
    const lanes = createLanes([], 'data');
    const handler: Handler = {
      onRequestStart: () => undefined,
      onResponseStart: (_, status) => messages.push(String(status)),
      onResponseData: (_, chunk) => messages.push(chunk.toString()),
      onResponseEnd: () => messages.push('end'),
      onResponseError: (_, error) => messages.push(error.message),
    };
    lanes.dispatch({ method: 'GET', path: '/' }, handler);
    expect(messages).toEqual(['200', 'a rate', 'end', 'broken']);
  });
});

/** What one request on a lane sets off, in its order. */
async function listSteps(lane: Lane): Promise<readonly string[]> {
  const steps: string[] = [];
  const lanes = createLanes(steps, lane);
  lanes.dispatch(
    { method: 'GET', path: '/' },
    { onRequestStart: () => void steps.push('started') },
  );
  await Promise.resolve();
  return steps;
}

/** A lane over connections that write and answer at once. */
function createLanes(steps: string[], lane: Lane): LaneDispatcher {
  const controller = {} as Controller;
  const inner: LaneDispatcher = {
    dispatch: (_, handler) => {
      handler.onRequestStart?.(controller, undefined);
      steps.push('written');
      handler.onResponseStart?.(controller, 200, {});
      handler.onResponseData?.(controller, Buffer.from('a rate'));
      handler.onResponseEnd?.(controller, {});
      handler.onResponseError?.(controller, new Error('broken'));
      return true;
    },
    close: () => Promise.resolve(),
  };
  return withOrderPathWarmup(
    () => inner,
    () => steps.push('rehearsed'),
  )(lane, 'http://127.0.0.1');
}
