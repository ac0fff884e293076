// Virtual time: timers in a binary heap, fired in order of due time, ties by insertion.
import { assert, type Instant, MINUTE, NEVER } from '../domain/index.js';
import { NextDue } from './next-due.js';

/** Maximum of pending timers, over all users of one scheduler. */
const MAX_TIMERS = 1_000_000;
const TOO_MANY = `more than ${String(MAX_TIMERS)} timers wait at once`;

/** A pending action; `cancel` keeps it from firing. */
export class Timer {
  /** Only the scheduler changes it. */
  dueAt: Instant;
  readonly order: number;
  /** The action only checks for changes. */
  readonly isLook: boolean;
  /** Undefined once fired or cancelled. */
  action: (() => void) | undefined;

  constructor(dueAt: Instant, order: number, action: () => void, isLook: boolean) {
    this.dueAt = dueAt;
    this.order = order;
    this.isLook = isLook;
    this.action = action;
  }

  cancel(): void {
    this.action = undefined;
  }
}

/** A clock that moves only on command, and its timers. */
export class Scheduler {
  /** Starts as a number: V8 stores no plain doubles in a field that was undefined first. */
  #now: Instant = 0;
  #reached: Instant = 0;
  #nextDueAt: Instant = NEVER;
  #inserted = 0;
  readonly #heap: Timer[] = [];
  readonly #horizon: NextDue;

  constructor(startAt: Instant = 0, horizon = new NextDue()) {
    this.#now = startAt;
    this.#horizon = horizon;
  }

  get now(): Instant {
    return this.#now;
  }

  /** The real present: a timer that fires late runs with `now` at its due time. */
  get reached(): Instant {
    return Math.max(this.#reached, this.#now);
  }

  /** Due time of the next timer, NEVER without one; cancelled timers may still count. */
  get nextDueAt(): Instant {
    return this.#nextDueAt;
  }

  /** Due time of the next timer other than checks for changes (`isLook`); NEVER without one. */
  get quietUntil(): Instant {
    let dueAt = NEVER;
    for (const { action, dueAt: at, isLook } of this.#heap) {
      if (!isLook && action !== undefined && at < dueAt) dueAt = at;
    }
    return dueAt;
  }

  /** Nothing changes before `to`: postpones earlier checks by whole minutes. */
  putOffLooks(to: Instant): void {
    const waiting = this.#heap.splice(0);
    for (const timer of waiting) {
      const minutes = timer.isLook ? Math.ceil((to - timer.dueAt) / MINUTE) : 0;
      timer.dueAt += Math.max(0, minutes) * MINUTE;
      this.#insert(timer);
    }
  }

  /**
   * Runs `action` when time reaches `dueAt`; a due time in the past fires at the next `fireNext`.
   * `isLook` marks an action that only checks for changes.
   */
  at(dueAt: Instant, action: () => void, isLook = false): Timer {
    const timer = new Timer(Math.max(dueAt, this.#now), this.#inserted++, action, isLook);
    assert(this.#heap.length < MAX_TIMERS, TOO_MANY);
    this.#insert(timer);
    this.#horizon.lower(timer.dueAt);
    return timer;
  }

  /** Moves the clock without firing timers; time never goes back. */
  moveTo(at: Instant): void {
    if (at > this.#now) this.#now = at;
  }

  /** Fires the earliest timer if it is due at or before `limit`; false without one. */
  fireNext(limit: Instant): boolean {
    this.#reached = limit;
    for (;;) {
      const first = this.#heap[0];
      if (first === undefined || first.dueAt > limit) return false;
      this.#removeFirst();
      const { action } = first;
      if (action === undefined) continue;
      first.action = undefined;
      this.moveTo(first.dueAt);
      action();
      return true;
    }
  }

  /** Fires every timer due at or before `limit`, each at its due time, then moves to `limit`. */
  fireUpTo(limit: Instant): void {
    while (this.fireNext(limit));
    this.moveTo(limit);
  }

  #insert(timer: Timer): void {
    this.#heap.push(timer);
    this.#siftUp(this.#heap.length - 1);
    this.#nextDueAt = this.#heap[0]?.dueAt ?? NEVER;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) {
      heap[0] = last;
      this.#siftDown();
    }
    this.#nextDueAt = heap[0]?.dueAt ?? NEVER;
  }

  #siftUp(start: number): void {
    const heap = this.#heap;
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[at], heap[parent])) return;
      swap(heap, at, parent);
      at = parent;
    }
  }

  #siftDown(): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      let least = at;
      if (left < heap.length && isBefore(heap[left], heap[least])) least = left;
      if (right < heap.length && isBefore(heap[right], heap[least])) least = right;
      if (least === at) return;
      swap(heap, at, least);
      at = least;
    }
  }
}

function isBefore(a: Timer | undefined, b: Timer | undefined): boolean {
  assert(a !== undefined && b !== undefined, 'heap index out of range');
  return a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.order < b.order);
}

function swap(heap: Timer[], a: number, b: number): void {
  const first = heap[a];
  const second = heap[b];
  assert(first !== undefined && second !== undefined, 'heap index out of range');
  heap[a] = second;
  heap[b] = first;
}
