// HTTP outside the client: single reads of a simulator's clock, and real client connections.
import type { Agent } from 'undici';
import type { HttpPort } from './ports.js';

/** Longest response, bytes: its sender is not authenticated. */
const MAX_ANSWER = 10_000;

/** Agents by trusted signers. The global agent might use a proxy. */
const agents = new Map<string | undefined, Agent>();

export const realHttp: HttpPort = {
  warm: async (url, timeoutMs, ca) => {
    await realHttp.read(url, timeoutMs, ca).catch(() => undefined);
  },
  read: async (url, timeoutMs, ca) => {
    // Loads the HTTP stack here, so that commands without a venue start without it.
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
