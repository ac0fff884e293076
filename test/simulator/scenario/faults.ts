// A simulator with faults, as a scenario file would write them.
import { scenarioSchema } from '../../../src/simulator/index.js';
import { type Client, CONTROL_TOKEN, type Reply, start } from '../harness.js';

/** What `start` takes, beside the faults. */
type Changes = Parameters<typeof start>[0];

/** A simulator whose faults are there from its start, and a client that has logged in. */
export async function startWith(faults: readonly object[], changes: Changes = {}): Promise<Client> {
  const client = await start({ scenario: scenarioSchema.parse({ faults }), ...changes });
  await client.login();
  return client;
}

const CONTROL = { 'X-Control-Token': CONTROL_TOKEN };

export function addFaults(client: Client, ...faults: readonly object[]): Promise<Reply> {
  return client.ask('POST', '/control/scenario', { headers: CONTROL, body: { faults } });
}

export function listFaults(client: Client): Promise<Reply> {
  return client.ask('GET', '/control/scenario', { headers: CONTROL });
}

export function clearFaults(client: Client): Promise<Reply> {
  return client.ask('DELETE', '/control/scenario', { headers: CONTROL });
}

/** What a request comes to: its status, or `no answer`. */
export async function outcome(reply: Promise<Reply>): Promise<number | 'no answer'> {
  return reply.then(
    ({ status }) => status,
    () => 'no answer',
  );
}

/** Reads that wait for a hit, at most. */
const MAX_READS = 1_000;

/** Waits until the first fault has come once: its request has then arrived. */
export async function waitForHit(client: Client): Promise<void> {
  for (let reads = 0; reads < MAX_READS; reads++) {
    const { body } = await listFaults(client);
    if (body.faults[0].hits > 0) return;
  }
  throw new Error(`no fault came in ${String(MAX_READS)} reads`);
}
