// Definitions, the makers of intents, and the operators of our own.
import { EMPTY, from, lastValueFrom, of, Subject, throwError, toArray } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  cancel,
  defineStrategy,
  execute,
  isDefined,
  isStrategyDefinition,
  limit,
  mapDefined,
  market,
} from '../../src/strategy/index.js';

const idle = defineStrategy({
  id: 'idle',
  summary: 'Does nothing.',
  params: z.strictObject({}),
  run: () => EMPTY,
});

describe('strategy definition', () => {
  it('is frozen data', () => {
    expect(Object.isFrozen(idle)).toBe(true);
    expect(idle.id).toBe('idle');
  });

  it('is distinguished from anything else', () => {
    expect(isStrategyDefinition(idle)).toBe(true);
    const { id, summary, params } = idle;
    const run = () => EMPTY;
    const others = [
      undefined,
      null,
      'idle',
      () => EMPTY,
      {},
      { summary, params, run },
      { id, params, run },
      { id, summary, run },
      { id, summary, params },
      { id, summary, params: {}, run },
      { id, summary, params: null, run },
      { id, summary, params, run: 5 },
    ];
    expect(others.map(isStrategyDefinition)).toEqual(others.map(() => false));
  });
});

describe('intent', () => {
  const order = { symbol: 'EUR/USD', side: 'Buy', size: 1_000, price: 1.1 } as const;

  it('of a limit order defaults to IOC', () => {
    expect(limit(order)).toEqual({
      kind: 'place',
      type: 'Limit',
      timeInForce: 'IOC',
      ...order,
    });
    const timed = limit({ ...order, timeInForce: 'GTT', expirySeconds: 60 });
    expect(timed).toMatchObject({ timeInForce: 'GTT', expirySeconds: 60 });
  });

  it('of a market order has a protection price and is IOC', () => {
    expect(market(order)).toEqual({ kind: 'place', type: 'Market', timeInForce: 'IOC', ...order });
  });

  it('of a cancel names the intent', () => {
    expect(cancel(7)).toEqual({ kind: 'cancel', intentId: 7 });
  });

  it('of a parent has a key only when one is given', () => {
    const parent = {
      algorithm: 'twap',
      symbol: 'EUR/USD',
      side: 'Buy',
      size: 1,
      params: {},
    } as const;
    expect(execute(parent)).toEqual({ kind: 'execute', ...parent });
    expect(execute({ ...parent, key: 'b' }).key).toBe('b');
  });
});

describe('mapDefined', () => {
  it('maps, leaves out undefined and nothing else, and counts from 0', async () => {
    const odd = mapDefined((value: number, i) => (value % 2 === 1 ? [value, i] : undefined));
    expect(await lastValueFrom(of(1, 2, 3).pipe(odd, toArray()))).toEqual([
      [1, 0],
      [3, 2],
    ]);
    const falsy = mapDefined((value: unknown) => value);
    const values = [0, '', null, false, undefined, 1];
    expect(await lastValueFrom(from(values).pipe(falsy, toArray()))).toEqual([
      0,
      '',
      null,
      false,
      1,
    ]);
  });

  it('passes errors and completion on, and releases its source', async () => {
    const failing = throwError(() => new Error('lost')).pipe(mapDefined(() => 1));
    await expect(lastValueFrom(failing)).rejects.toThrow('lost');
    const source = new Subject<number>();
    source
      .pipe(mapDefined((value) => value))
      .subscribe()
      .unsubscribe();
    expect(source.observed).toBe(false);
  });

  it('has a filter guard beside it', () => {
    expect([1, undefined, 0].filter(isDefined)).toEqual([1, 0]);
  });
});
