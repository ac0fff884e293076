// Local sockets in a directory: one line is the request, one text the response, for the directory's
// owner only.
import { chmodSync, closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { LocalAnswer, LocalAnswering, LocalPort } from './ports.js';

/** Longest path of a local socket on every system. */
const MAX_PATH_BYTES = 103;
/** Longest request and response, and time for a peer's request, milliseconds. */
const MAX_LINE_BYTES = 16 * 1024;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const ASK_MS = 5_000;

export const realLocal: LocalPort = {
  serve: (dir, name, answer) =>
    new Promise((resolve, reject) => {
      const place = findPlace(dir, name);
      try {
        // The holder of the instance lock owns the name: an existing file is left from a dead
        // process.
        unlinkSync(place.path);
      } catch {
        // no file was left
      }
      const server = createServer((socket) => {
        serveOne(socket, answer);
      });
      server.once('error', (error) => {
        place.release();
        reject(error);
      });
      server.listen(place.path, () => {
        chmodSync(place.path, 0o600);
        server.unref();
        resolve({
          close: () => {
            server.close();
            place.release();
          },
        });
      });
    }),
  ask: (dir, name, line, timeoutMs) => {
    let place: SocketPlace;
    try {
      place = findPlace(dir, name);
    } catch {
      return Promise.resolve({ kind: 'nobody' });
    }
    return askOne(place.path, line, timeoutMs).finally(() => {
      place.release();
    });
  },
};

interface SocketPlace {
  readonly path: string;
  release(): void;
}

/** Path of a socket; a short alias for a path that is too long, where the system has one. */
function findPlace(dir: string, name: string): SocketPlace {
  const path = join(dir, name);
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return { path, release: () => undefined };
  const fd = openSync(dir, constants.O_RDONLY | constants.O_DIRECTORY);
  return {
    path: `/proc/self/fd/${String(fd)}/${name}`,
    release: () => {
      closeSync(fd);
    },
  };
}

function serveOne(socket: Socket, answer: LocalAnswering): void {
  let text = '';
  const onData = (chunk: string): void => {
    text += chunk;
    const end = text.indexOf('\n');
    if (end < 0 && text.length <= MAX_LINE_BYTES) return;
    socket.off('data', onData);
    if (end < 0 || end > MAX_LINE_BYTES) {
      socket.destroy();
      return;
    }
    socket.setTimeout(0);
    const line = text.slice(0, end);
    const isHeard = () => !socket.readableEnded && !socket.destroyed;
    // When the peer has disconnected, its end is read in the same turn as its line.
    setImmediate(() => {
      void answer(line, isHeard).then(
        (found) => socket.end(`${found}\n`),
        () => socket.destroy(),
      );
    });
  };
  socket.setEncoding('utf8').on('data', onData);
  socket.on('error', () => socket.destroy());
  socket.setTimeout(ASK_MS, () => socket.destroy());
  // A connected peer does not keep the process alive.
  socket.unref();
}

function askOne(path: string, line: string, timeoutMs: number): Promise<LocalAnswer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const socket = connect(path);
    let isConnected = false;
    const settle = (answer: LocalAnswer): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => {
      settle({ kind: 'silent' });
    }, timeoutMs);
    socket.once('connect', () => {
      isConnected = true;
      socket.write(`${line}\n`);
    });
    socket.on('data', (chunk) => {
      size += chunk.length;
      parts.push(chunk);
      if (size > MAX_ANSWER_BYTES) settle({ kind: 'silent' });
    });
    socket.once('end', () => {
      const text = Buffer.concat(parts).toString('utf8').trimEnd();
      settle(text === '' ? { kind: 'silent' } : { kind: 'answer', text });
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // The listener's queue is full: it hangs, or other requests came first.
      const isThere = isConnected || error.code === 'EAGAIN';
      settle({ kind: isThere ? 'silent' : 'nobody' });
    });
  });
}
