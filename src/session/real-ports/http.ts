// HTTP as it is: the client's own connections, and single reads of a simulator's clock.
import type { HttpPort } from '../ports.js';

export const realHttp: HttpPort = {
  warm: async (url, timeoutMs) => {
    await realHttp.read(url, timeoutMs).catch(() => undefined);
  },
  read: async (url, timeoutMs) => {
    // The HTTP stack is loaded here: what runs without a venue starts without it.
    const { request } = await import('undici');
    const answer = await request(url, {
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.statusCode, body: await answer.body.text() };
  },
};
