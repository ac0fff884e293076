// Local sockets, virtual and real: both behave equally for listener and caller.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND } from '../../../src/domain/index.js';
import type { LocalPort } from '../../../src/host/ports.js';
import { realPorts } from '../../../src/host/index.js';
import { Life } from '../../../src/torture/platform/process-life.js';
import { VirtualSockets } from '../../../src/torture/platform/local.js';
import { VirtualTime } from '../../../src/torture/platform/time.js';

interface Place {
  readonly dir: string;
  readonly local: LocalPort;
  /** Gives what a promise settles to, once enough time has passed for it. */
  readonly settle: <T>(promise: Promise<T>) => Promise<T>;
}

const made: string[] = [];
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true });
});

function makeReal(): Place {
  const dir = mkdtempSync(join(tmpdir(), 'weir-local-'));
  made.push(dir);
  const { local } = realPorts;
  if (local === undefined) throw new Error('this machine has no local sockets');
  return { dir, local, settle: (promise) => promise };
}

function makeVirtual(): Place {
  const time = new VirtualTime(1);
  const local = new VirtualSockets().createPort(time, new Life(1));
  return { dir: '/d', local, settle: (promise) => settle(time, promise) };
}

async function settle<T>(time: VirtualTime, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const note = (): void => {
    isSettled = true;
  };
  promise.then(note, note);
  await time.runTo(time.now + 10 * SECOND, () => isSettled);
  return promise;
}

const never = () => new Promise<string>(() => undefined);

const HANG_UP = `
  const socket = require('node:net').connect(process.argv[1]);
  socket.write('override\\n', () => setTimeout(() => socket.destroy(), 50));`;

it('local socket finds no caller when that came and went while the loop was blocked', async () => {
  const { dir, local } = makeReal();
  const heard: boolean[] = [];
  const socket = await local.serve(dir, 's', (line, isHeard) => {
    heard.push(isHeard());
    return Promise.resolve(line);
  });
  execFileSync(process.execPath, ['-e', HANG_UP, join(dir, 's')]);
  expect(await local.ask(dir, 's', 'status', 5_000)).toMatchObject({ text: 'status' });
  expect(heard).toEqual([false, true]);
  socket.close();
});

describe.each([
  ['of the system', makeReal],
  ['of a virtual machine', makeVirtual],
] as const)('local socket %s', (_, make) => {
  it('passes a line to its listener, and returns the answer', async () => {
    const { dir, local, settle } = make();
    const heard: string[] = [];
    const socket = await local.serve(dir, 's', (line) => {
      heard.push(line);
      return Promise.resolve(`${line}!`);
    });
    const both = Promise.all(['one', 'two'].map((line) => local.ask(dir, 's', line, 5_000)));
    expect(await settle(both)).toEqual([
      { kind: 'answer', text: 'one!' },
      { kind: 'answer', text: 'two!' },
    ]);
    expect(heard.sort()).toEqual(['one', 'two']);
    socket.close();
  });

  it('distinguishes nobody from silence', async () => {
    const { dir, local, settle } = make();
    const ask = (ms: number) => settle(local.ask(dir, 's', 'line', ms));
    expect(await ask(5_000)).toEqual({ kind: 'nobody' });
    const socket = await local.serve(dir, 's', never);
    expect(await ask(50)).toEqual({ kind: 'silent' });
    socket.close();
    expect(await ask(5_000)).toEqual({ kind: 'nobody' });
  });

  it('treats a failed or empty answer as silence, and receives the next line', async () => {
    const { dir, local, settle } = make();
    const answers = [() => Promise.reject(new Error('of the test')), () => Promise.resolve('')];
    const socket = await local.serve(dir, 's', async (line) => answers.shift()?.() ?? line);
    const ask = () => settle(local.ask(dir, 's', 'line', 5_000));
    expect(await ask()).toEqual({ kind: 'silent' });
    expect(await ask()).toEqual({ kind: 'silent' });
    expect(await ask()).toEqual({ kind: 'answer', text: 'line' });
    socket.close();
  });

  it('reports of a caller that has given up that nobody waits', async () => {
    const { dir, local, settle } = make();
    const waits: (() => boolean)[] = [];
    const socket = await local.serve(dir, 's', (line, isHeard) => {
      waits.push(isHeard);
      return line === 'first' ? never() : Promise.resolve(line);
    });
    expect(await settle(local.ask(dir, 's', 'first', 50))).toEqual({ kind: 'silent' });
    expect(await settle(local.ask(dir, 's', 'then', 5_000))).toMatchObject({ text: 'then' });
    expect(waits[0]?.()).toBe(false);
    socket.close();
  });

  it('is identified by its directory and name alone', async () => {
    const { dir, local, settle } = make();
    const socket = await local.serve(dir, 's', (line) => Promise.resolve(line));
    expect(await settle(local.ask(dir, 'other', 'x', 5_000))).toEqual({ kind: 'nobody' });
    expect(await settle(local.ask(`${dir}/other`, 's', 'x', 5_000))).toEqual({ kind: 'nobody' });
    socket.close();
  });

  it('belongs to the latest listener', async () => {
    const { dir, local, settle } = make();
    await local.serve(dir, 's', () => Promise.resolve('first'));
    const second = await local.serve(dir, 's', () => Promise.resolve('second'));
    const answer = await settle(local.ask(dir, 's', 'line', 5_000));
    expect(answer).toEqual({ kind: 'answer', text: 'second' });
    second.close();
  });
});

describe('virtual socket', () => {
  it('belongs to one host: another one with the same disk finds nobody', async () => {
    const time = new VirtualTime(1);
    const sockets = new VirtualSockets();
    const port = (number: number, host: number) => sockets.createPort(time, new Life(number, host));
    await port(1, 1).serve('/d', 's', (line) => Promise.resolve(line));
    const [near, far] = [port(2, 1), port(3, 2)].map((one) => one.ask('/d', 's', 'x', 5_000));
    expect(await settle(time, near!)).toEqual({ kind: 'answer', text: 'x' });
    expect(await settle(time, far!)).toEqual({ kind: 'nobody' });
  });

  it('is silent when its process dies while it answers, and is nobody then', async () => {
    const time = new VirtualTime(1);
    const sockets = new VirtualSockets();
    const life = new Life(1);
    await sockets.createPort(time, life).serve('/d', 's', () => {
      life.end();
      return Promise.resolve('too late');
    });
    const asker = sockets.createPort(time, new Life(2));
    expect(await settle(time, asker.ask('/d', 's', 'x', 1_000))).toEqual({ kind: 'silent' });
    expect(await settle(time, asker.ask('/d', 's', 'x', 1_000))).toEqual({ kind: 'nobody' });
  });

  it('of a frozen process is silent, and receives the line once it runs again', async () => {
    const time = new VirtualTime(1);
    const sockets = new VirtualSockets();
    const life = new Life(1);
    const heard: string[] = [];
    await sockets.createPort(time, life).serve('/d', 's', (line) => {
      heard.push(line);
      return Promise.resolve(line);
    });
    life.freeze();
    const asker = sockets.createPort(time, new Life(2));
    expect(await settle(time, asker.ask('/d', 's', 'late', 1_000))).toEqual({ kind: 'silent' });
    expect(heard).toEqual([]);
    for (const action of life.thaw(SECOND)) action();
    await time.runTo(time.now + MILLISECOND);
    expect(heard).toEqual(['late']);
  });
});
