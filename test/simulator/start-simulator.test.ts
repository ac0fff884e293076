// Starting and closing: what is refused, what is released, what is logged.
import { connect } from 'node:net';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import { endWithParent, startSimulator } from '../../src/simulator/index.js';
import type { Log, LogFields } from '../../src/telemetry/index.js';
import { createSettings, start, START, USER, writeRecording } from './harness.js';

/** A log that keeps its lines as level, message and fields. */
function createLines(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const write = (level: string) => (message: string, fields?: LogFields) =>
    lines.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`);
  const log: Log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    with: () => log,
  };
  return { log, lines };
}

describe('startSimulator', () => {
  it.each(['0.0.0.0', '192.168.1.1', '::', 'example.com', '128.0.0.1', '127.0.0', ''])(
    'does not listen on %s, which other machines can reach',
    async (host) => {
      const started = await startSimulator(createSettings({ host }));
      const message = expect.stringContaining('a loopback address') as string;
      expect(started).toMatchObject({ ok: false, fault: { code: 'simulator.bind', message } });
    },
  );

  it.each(['127.0.0.1', '127.0.0.2', 'localhost'])('listens on %s', async (host) => {
    const { simulator } = await start({ host });
    expect(simulator.url).toMatch(/^http:\/\/127\.0\.0\.[12]:\d+$/);
    expect(simulator.url.endsWith(`:${String(simulator.port)}`)).toBe(true);
    expect((await fetch(`${simulator.url}/healthz`)).status).toBe(200);
  });

  it('names a port that is in use', async () => {
    const { simulator } = await start();
    const { port } = simulator;
    const expected = `expected port ${String(port)} of 127.0.0.1 to be free`;
    expect(await startSimulator(createSettings({ port }))).toEqual({
      ok: false,
      fault: {
        code: 'simulator.port',
        message: `simulator: ${expected}, found it in use`,
      },
    });
  });

  it.each([-1, 65_536, 80.5])('refuses %d as a port', async (port) => {
    const started = await startSimulator(createSettings({ port }));
    expect(started).toMatchObject({ ok: false, fault: { code: 'simulator.port' } });
  });

  it.each([
    ['a negative speed', { recording: { speed: -1 } }, 'found -1'],
    ['an infinite speed', { recording: { speed: Infinity } }, 'found Infinity'],
    ['no users', { users: [] }, 'at least one user'],
    ['a duplicate user', { users: [USER, USER] }, 'algo1@DeskOrg twice'],
    ['an empty password', { users: [{ ...USER, password: '' }] }, 'a password of algo1@DeskOrg'],
    ['an empty control token', { controlToken: '' }, 'controlToken'],
  ])('refuses settings with %s', async (_, changes, words) => {
    const started = await startSimulator(createSettings(changes));
    expect(started).toMatchObject({
      ok: false,
      fault: {
        code: 'simulator.settings',
        message: expect.stringContaining(words) as string,
      },
    });
  });

  it('passes a fault of the recording on, wherever it is', async () => {
    const missing = await startSimulator(createSettings({ recording: { file: 'no.csv' } }));
    expect(missing).toMatchObject({ ok: false, fault: { code: 'data.not-found' } });
    const rows = Array.from({ length: 9_000 }, (_, i) => `${String(i)},EUR/USD,1.1,1.2,1,1`);
    const file = writeRecording([...rows, '9000,EUR/USD,1.3,1.2,1,1']);
    expect(await startSimulator(createSettings({ recording: { file } }))).toMatchObject({
      ok: false,
      fault: { code: 'data.bad-row', where: `${file}:9002` },
    });
  });

  it('logs what it plays and which rows were left out, and never a password', async () => {
    const { log, lines } = createLines();
    const rows = ['0,EUR/USD,1.1,1.2,1,1', '1,EUR/USD,x,1.2,1,1'];
    const client = await start({ rows, log, recording: { options: { badRows: 'skip' } } });
    await client.login();
    await client.login({ ...USER, password: 'wrong' });
    const text = ['simulator', 'bad rows', 'the recordings have ended', 'login', 'login refused'];
    expect(lines).toEqual(text.map((word) => expect.stringContaining(word) as string));
    expect(lines[1]).toContain('rates.csv:3');
    expect(lines.join()).not.toMatch(/secret-1|wrong|control-token/);
  });
});

describe('close', () => {
  it('resolves closed, frees the port and ends idle connections', async () => {
    const { simulator } = await start();
    const socket = connect(simulator.port, '127.0.0.1');
    await once(socket, 'connect');
    const socketEnd = once(socket.resume(), 'close');
    await simulator.close();
    await simulator.closed;
    await socketEnd;
    const again = unwrap(await startSimulator(createSettings({ port: simulator.port })));
    await again.close();
  });

  it('may be called twice', async () => {
    const { simulator } = await start();
    await Promise.all([simulator.close(), simulator.close()]);
    await simulator.close();
  });

  it('cuts a request that never ends', async () => {
    const { simulator } = await start();
    const socket = connect(simulator.port, '127.0.0.1');
    socket.write('POST /v2/orders HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{');
    await once(socket, 'connect');
    expect((await fetch(`${simulator.url}/healthz`)).status).toBe(200);
    const cut = Promise.race([once(socket, 'close'), once(socket, 'error')]);
    await simulator.close();
    await cut;
  });
});

describe('recording that is overwritten while it is served', () => {
  // The first is held in memory, the second in a file of columns.
  it.each([60_000, 70_000])('continues with its %d rates', async (count) => {
    const { log, lines } = createLines();
    const columns = ',EUR/USD,1.1,1.2,100000,100000';
    const file = writeRecording(Array.from({ length: count }, (_, i) => `${String(i)}${columns}`));
    const client = await start({ log, recording: { file } });
    const times = Array.from({ length: count }, () => `${String(START)},EUR/USD,1.1,1.0,100,100`);
    writeFileSync(file, times.join('\n'));
    await client.moveTo(count - 1_000);
    await client.login();
    const { body } = await client.get('/v2/rates/spot?symbol=EUR%2FUSD');
    expect(body).toMatchObject({ bid: 1.1, offer: 1.2 });
    await client.simulator.close();
    expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
  });
});

describe('endWithParent', () => {
  it.each(['ends', 'breaks'])(
    'closes the simulator when the pipe of the parent %s',
    async (how) => {
      const { simulator } = await start();
      const pipe = new PassThrough();
      endWithParent(simulator, pipe);
      pipe.write('words of the parent');
      expect((await fetch(`${simulator.url}/healthz`)).status).toBe(200);
      if (how === 'ends') pipe.end();
      else pipe.destroy(new Error('broken pipe'));
      await simulator.closed;
    },
  );

  it('closes at once when the pipe had ended before', async () => {
    const { simulator } = await start();
    const pipe = new PassThrough().end();
    await once(pipe.resume(), 'close');
    endWithParent(simulator, pipe);
    await simulator.closed;
  });

  it('releases the pipe when the simulator closes', async () => {
    const { simulator } = await start();
    const pipe = new PassThrough();
    endWithParent(simulator, pipe);
    const released = once(pipe, 'close');
    await simulator.close();
    await released;
  });
});
