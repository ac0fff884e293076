// Real connections that count what is under way, so that a test knows when nothing is.
import { Pool } from 'undici';
import type { VenueClientOptions } from '../../src/client/index.js';

export interface CountedLanes {
  readonly createLane: NonNullable<VenueClientOptions['createLane']>;
  /** Requests that were ever sent, whether they left or not. */
  readonly countSent: () => number;
  /** Waits until at most so many requests are under way, and what they set off is done. */
  readonly settle: (leftOver?: () => number) => Promise<void>;
}

export function createCountedLanes(): CountedLanes {
  let inFlight = 0;
  let sent = 0;
  return {
    createLane: (_, origin) => {
      const pool = new Pool(origin, { connections: 4, pipelining: 1 });
      return {
        close: () => pool.destroy(),
        dispatch: (request, handler) => {
          inFlight += 1;
          sent += 1;
          const onEnd = handler.onResponseEnd?.bind(handler);
          const onError = handler.onResponseError?.bind(handler);
          handler.onResponseEnd = (...args) => {
            inFlight -= 1;
            onEnd?.(...args);
          };
          handler.onResponseError = (...args) => {
            inFlight -= 1;
            onError?.(...args);
          };
          return pool.dispatch(request, handler);
        },
      };
    },
    countSent: () => sent,
    settle: async (leftOver = () => 0) => {
      for (let quiet = 0; quiet < 3;) {
        await new Promise((resolve) => setImmediate(resolve));
        quiet = inFlight > leftOver() ? 0 : quiet + 1;
      }
    },
  };
}
