// The socket of a bot: for its owner only, and no caller delays it.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { realLocal } from '../../src/host/local.js';

let folder = '';
let server: { close(): void } | undefined;
/** Lines that were handed on. */
let lines: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weir-local-'));
  lines = [];
  server = await realLocal.serve(folder, 'socket', (line) => {
    lines.push(line);
    return Promise.resolve(`heard ${line}`);
  });
});
afterEach(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

const ask = (line: string) => realLocal.ask(folder, 'socket', line, 30_000);
const connectTo = () => connect(join(folder, 'socket')).on('error', () => undefined);

function waitForEnd(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.resume().once('close', () => {
      resolve();
    });
  });
}

describe('socket of a bot', () => {
  it('is for its owner only, and answers a line', async () => {
    expect(statSync(join(folder, 'socket')).mode & 0o777).toBe(0o600);
    expect(await ask('one')).toEqual({ kind: 'answer', text: 'heard one' });
  });

  it('closes a connection with an endless line, and passes nothing of it on', async () => {
    const endless = connectTo();
    const more = () => {
      while (!endless.destroyed && endless.write('x'.repeat(4_096)));
    };
    endless.on('drain', more);
    more();
    await waitForEnd(endless);
    expect(lines).toEqual([]);
    expect(await ask('two')).toEqual({ kind: 'answer', text: 'heard two' });
  });

  it('is silent, not gone, for a caller who finds its queue full, and answers later', async () => {
    const others = Array.from({ length: 1_000 }, connectTo);
    expect(await ask('three')).toEqual({ kind: 'silent' });
    await vi.waitUntil(async () => (await ask('four')).kind === 'answer', { timeout: 30_000 });
    for (const other of others) other.destroy();
  });

  it('is gone when it is closed', async () => {
    server?.close();
    expect(await ask('five')).toEqual({ kind: 'nobody' });
  });
});
