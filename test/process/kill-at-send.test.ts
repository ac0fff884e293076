// Bots that are killed at the moment of a send, from the venue's side of the wire: at the command's
// connection, at its first byte, and after the venue has it. No order is lost, none is doubled.
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import { ENDED, openReader, startVenue, writeRun } from './venue.js';
import { startWeir, type Running } from './weir.js';
import { cleanUp, makeSession, PASSWORD, TWAP, type Workspace } from './workspace.js';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
  cleanUp();
});

/** `connection`: before a byte of it; `first byte`: the venue gets none; `taken`: it gets all. */
const MOMENTS = ['connection', 'first byte', 'taken'] as const;
type Moment = (typeof MOMENTS)[number];

/** The journal of a folder has a command whose request nobody has seen yet. */
function hasCommand({ path }: Workspace): boolean {
  return readRecords(path('one'), 'send-start').some(({ kind }) => kind === 'place');
}

/** A wire to the venue that kills once, when a place comes by. */
async function startWire(venueUrl: string, moment: Moment, workspace: Workspace) {
  const { hostname, port } = new URL(venueUrl);
  const wire: { url: string; victim: Running | undefined; killed: number; isOpen: boolean } = {
    ...{ url: '', victim: undefined, killed: 0, isOpen: true },
  };
  const kill = (): boolean => {
    if (wire.victim === undefined) return false;
    process.kill(wire.victim.pid, 'SIGKILL');
    wire.victim = undefined;
    wire.killed++;
    wire.isOpen = false;
    return true;
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // What the dead bot left in the queue of connections: on a slow machine its place is among it.
    if (!wire.isOpen) {
      socket.destroy();
      return;
    }
    if (moment === 'connection' && wire.victim && hasCommand(workspace) && kill()) {
      socket.destroy();
      return;
    }
    const venue = connect(Number(port), hostname);
    venue.on('error', () => socket.destroy());
    venue.on('close', () => socket.destroy());
    socket.on('close', () => venue.end());
    venue.on('data', (bytes) => socket.write(bytes));
    socket.on('data', (bytes) => {
      const isPlace = bytes.toString('latin1').startsWith('POST /v2/orders ');
      if (isPlace && moment === 'first byte' && kill()) {
        venue.destroy();
        return;
      }
      // One request each: then a place has a connection of its own.
      const text = bytes.toString('latin1').replace(/connection: keep-alive/i, 'connection: close');
      venue.write(text, 'latin1');
      if (isPlace && moment === 'taken') kill();
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  wire.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return wire;
}

function start({ dir }: Workspace, out: string): Running {
  const args = ['run', 'run.yaml', '--out', out, '--state', 'state'];
  return startWeir(args, { cwd: dir, env: { WEIR_PASSWORD: PASSWORD } });
}

describe.concurrent('bot killed while it sends an order', () => {
  it.each(MOMENTS)(
    'parent is filled exactly once when the bot is killed at moment %s',
    async (moment) => {
      const workspace = makeSession({ onRestart: { parents: 'resume' } });
      const venue = await startVenue(workspace);
      const wire = await startWire(venue.url, moment, workspace);
      writeRun(workspace, wire.url);
      wire.victim = start(workspace, 'one');
      const ended = await wire.victim.end();
      expect([ended.signal, wire.killed]).toEqual(['SIGKILL', 1]);
      // Durable before the first byte: the journal of the dead bot has what it was about to send.
      expect(hasCommand(workspace)).toBe(true);
      wire.isOpen = true;
      const { code, stderr } = await start(workspace, 'two').end();
      expect([code, stderr]).toEqual([0, expect.stringContaining('all own orders have ended')]);
      const coIds = ['one', 'two'].flatMap((out) =>
        readRecords(workspace.path(out), 'command')
          .filter(({ kind }) => kind === 'place')
          .map(({ coId }) => coId),
      );
      expect(new Set(coIds).size).toBe(coIds.length);
      const reader = await openReader(venue.url);
      let filled = 0;
      for (const coId of coIds) {
        const order = await reader.find(coId);
        if (order !== undefined) expect(ENDED).toContain(order.status);
        filled += order?.cumQty ?? 0;
      }
      // Every order of the venue is one of these: it has no more than they were filled by.
      expect(filled).toBe(TWAP.size);
      const [first = ''] = coIds;
      const isAtVenue = (await reader.find(first)) !== undefined;
      expect([moment, isAtVenue]).toEqual([moment, moment === 'taken']);
      venue.process.signal('SIGTERM');
    },
  );
});
