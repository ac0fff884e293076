// HTTP as it is: the client's own connections, and single reads of a simulator's clock.
import type { Agent } from 'undici';
import type { HttpPort } from './ports.js';

/** Longest answer, bytes: nobody has proven who it is. */
const MAX_ANSWER = 10_000;

/** By the signers that they trust. The agent of the process would use a proxy where it has one. */
const agents = new Map<string | undefined, Agent>();

export const realHttp: HttpPort = {
  warm: async (url, timeoutMs, ca) => {
    await realHttp.read(url, timeoutMs, ca).catch(() => undefined);
  },
  read: async (url, timeoutMs, ca) => {
    // The HTTP stack is loaded here: what runs without a venue starts without it.
    const { Agent, request } = await import('undici');
    const { lookUp } = await import('../client/index.js');
    const trusted = ca === undefined ? {} : { ca };
    const agent =
      agents.get(ca) ??
      new Agent({
        connect: { minVersion: 'TLSv1.2', rejectUnauthorized: true, lookup: lookUp, ...trusted },
        maxResponseSize: MAX_ANSWER,
      });
    agents.set(ca, agent);
    const answer = await request(url, {
      dispatcher: agent,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.statusCode, body: await answer.body.text() };
  },
};
