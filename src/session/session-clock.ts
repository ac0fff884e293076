// The session clock: origin plus elapsed monotonic time times speed.
import { randomBytes } from 'node:crypto';
import type { Instant } from '../domain/index.js';
import type { Clock } from '../machine/index.js';

/** Longest real wait of one platform timer; longer ones are armed again. */
const MAX_WAIT_MS = 60_000;
/** Below this rest the event loop is turned instead: platform timers are late by up to 1 ms. */
const TURN_MS = 2;

/** Names this process in records: machine times of one process belong together. */
export const BOOT = randomBytes(4).toString('hex');

/** Microseconds of monotonic machine time from an arbitrary start. */
export function readMachineTime(): number {
  return Math.round(performance.now() * 1_000);
}

export interface SessionClock extends Clock {
  readonly speed: number;
}

/** A running clock: session time is `originAt` now and goes on at `speed`. */
export function createSessionClock(originAt: Instant, speed: number): SessionClock {
  const startedAt = performance.now();
  const now = () => Math.round(originAt + (performance.now() - startedAt) * 1_000 * speed);
  return {
    speed,
    now,
    at: (dueAt, action) => {
      let timer: NodeJS.Timeout | undefined;
      let turn: NodeJS.Immediate | undefined;
      const arm = () => {
        const waitMs = (dueAt - now()) / 1_000 / speed;
        if (waitMs <= 0) action();
        else if (waitMs < TURN_MS) turn = setImmediate(arm);
        else timer = setTimeout(arm, Math.min(MAX_WAIT_MS, Math.floor(waitMs) - 1));
      };
      // Never within the call: who asks for a time that has come still returns first.
      turn = setImmediate(arm);
      return {
        cancel: () => {
          clearTimeout(timer);
          clearImmediate(turn);
        },
      };
    },
  };
}
