// One event to many subscribers, who may come and go while it is delivered.
import { filter, map, type Subscription, take } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { Emitter } from '../../src/strategy/index.js';

describe('emitter', () => {
  it('delivers to all subscribers in the order in which they came', () => {
    const emitter = new Emitter<number>();
    const got: string[] = [];
    emitter.stream.subscribe((value) => got.push(`a${value}`));
    emitter.stream.subscribe((value) => got.push(`b${value}`));
    emitter.emit(1);
    emitter.emit(2);
    expect(got).toEqual(['a1', 'b1', 'a2', 'b2']);
  });

  it('gives a late subscriber only later events', () => {
    const emitter = new Emitter<number>();
    const got: number[] = [];
    emitter.emit(1);
    emitter.stream.subscribe((value) => got.push(value));
    emitter.emit(2);
    expect(got).toEqual([2]);
  });

  it('gives nothing to one who has unsubscribed', () => {
    const emitter = new Emitter<number>();
    const got: number[] = [];
    const subscription = emitter.stream.subscribe((value) => got.push(value));
    emitter.emit(1);
    subscription.unsubscribe();
    emitter.emit(2);
    expect(got).toEqual([1]);
  });

  it('knows whether it has subscribers', () => {
    const emitter = new Emitter<number>();
    expect(emitter.isObserved).toBe(false);
    const first = emitter.stream.subscribe();
    const second = emitter.stream.subscribe();
    first.unsubscribe();
    expect(emitter.isObserved).toBe(true);
    second.unsubscribe();
    expect(emitter.isObserved).toBe(false);
  });

  it('is unaffected by one who unsubscribes during a delivery', () => {
    const emitter = new Emitter<number>();
    const got: string[] = [];
    emitter.stream.pipe(take(1)).subscribe((value) => got.push(`once${value}`));
    emitter.stream.subscribe((value) => got.push(`a${value}`));
    emitter.stream.subscribe((value) => got.push(`b${value}`));
    emitter.emit(1);
    emitter.emit(2);
    expect(got).toEqual(['once1', 'a1', 'b1', 'a2', 'b2']);
  });

  it('delivers nothing more to one whom another has unsubscribed', () => {
    const emitter = new Emitter<number>();
    const got: string[] = [];
    const others: Subscription[] = [];
    emitter.stream.subscribe(() => {
      for (const other of others) other.unsubscribe();
    });
    others.push(emitter.stream.subscribe(() => got.push('left')));
    emitter.stream.subscribe(() => got.push('stayed'));
    emitter.emit(1);
    expect(got).toEqual(['stayed']);
  });

  it('delivers the next event, and not the present one, to one who subscribes meanwhile', () => {
    const emitter = new Emitter<number>();
    const got: number[] = [];
    emitter.stream.pipe(take(1)).subscribe(() => {
      emitter.stream.subscribe((value) => got.push(value));
    });
    emitter.emit(1);
    emitter.emit(2);
    expect(got).toEqual([2]);
  });

  it('delivers a nested event first, as a direct call does', () => {
    const emitter = new Emitter<number>();
    const got: string[] = [];
    emitter.stream.pipe(filter((value) => value === 1)).subscribe(() => {
      emitter.emit(2);
    });
    emitter.stream.subscribe((value) => got.push(`b${value}`));
    emitter.emit(1);
    expect(got).toEqual(['b2', 'b1']);
  });

  it('completes every subscriber, and operators see it', () => {
    const emitter = new Emitter<number>();
    const done: string[] = [];
    emitter.stream.subscribe({ complete: () => done.push('a') });
    emitter.stream.pipe(map((value) => value + 1)).subscribe({ complete: () => done.push('b') });
    emitter.complete();
    emitter.emit(1);
    expect(done).toEqual(['a', 'b']);
    expect(emitter.isObserved).toBe(false);
  });
});
