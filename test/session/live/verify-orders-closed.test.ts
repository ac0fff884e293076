// The final proof that own orders have ended, also where timers of the machine are late.
import { expect, it } from 'vitest';
import { MILLISECOND, SECOND } from '../../../src/domain/index.js';
import { verifyOrdersClosed } from '../../../src/session/live/verify-orders-closed.js';

it('final proof waits five seconds for late bookings, however late its timers are', async () => {
  let now = 0;
  const setTimer = (ms: number, fire: () => void) => {
    now += ms * MILLISECOND + SECOND;
    queueMicrotask(fire);
    return { cancel: () => undefined };
  };
  const clock = { setTimer, at: setTimer, monoMicros: () => now, wallMillis: () => now / 1_000 };
  const verifyEnded = () =>
    Promise.resolve({ ended: true, open: [], isAnswered: true, alive: [] as string[] });
  const parts = { gateway: { verifyEnded }, ports: { clock } };
  const order = { coId: 'a', isUnknown: false, hasEnded: true };
  const ending = { list: () => [order], leftMs: () => 16_000, isTrusted: true };
  const proof = await verifyOrdersClosed(parts as never, ending as never, ['a']);
  expect(proof).toEqual({ isProven: true, isVerified: true, open: [] });
  expect(now).toBeLessThan(6.1 * SECOND);
});
