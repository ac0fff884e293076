// Why a session ends: the first reason counts, and the wait for its orders has a deadline.
import { expect, it } from 'vitest';
import { Shutdown } from '../../../src/session/live/shutdown.js';
import { realPorts } from '../../../src/host/index.js';

function create() {
  const timers: number[] = [];
  const setTimer = (ms: number) => {
    timers.push(ms);
    return { cancel: () => timers.pop() };
  };
  return { timers, closing: new Shutdown({ ...realPorts.clock, setTimer }, () => undefined) };
}

it('shutdown keeps its first reason and deadline', () => {
  const { closing, timers } = create();
  closing.begin('stopped', 'by a person', 15_000);
  closing.begin('halted', 'the lock is lost', 5_000);
  expect([closing.reason, closing.message, timers]).toEqual(['stopped', 'by a person', [15_000]]);
  closing.end();
  expect(timers).toEqual([]);
});

it('shutdown of a session that halts while it ends has a reason and waits for nothing', () => {
  const { closing, timers } = create();
  closing.end();
  closing.begin('halted', 'the lock is lost', 15_000);
  expect([closing.reason, closing.message, timers]).toEqual(['halted', 'the lock is lost', []]);
});
