// The real lock: an abstract local socket on Linux, elsewhere a socket file beside which none runs.
import { unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A bound name of this machine; at most one process has it. */
export interface BoundName {
  /** Whether it is still ours, asked of the operating system. */
  isHeld(): boolean;
  release(): void;
}

/** Binds a name, or tells that another has it (undefined). Rejects on other errors. */
export type BindName = (name: string) => Promise<BoundName | undefined>;

/** Linux keeps such names in the kernel: no file is left behind that could be deleted. */
const HAS_ABSTRACT_NAMES = process.platform === 'linux';

export const bindLocalName: BindName = async (name) => {
  if (HAS_ABSTRACT_NAMES) return listen(`\0${name}`);
  const path = join(tmpdir(), `${name}.sock`);
  const bound = await listen(path);
  if (bound !== undefined || (await answers(path))) return bound;
  // Its process died without taking the file away.
  unlinkSync(path);
  return listen(path);
};

/** Undefined when the name is taken. */
function listen(path: string): Promise<BoundName | undefined> {
  return new Promise((resolve, reject) => {
    const server: Server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen({ path, exclusive: true }, () => {
      server.unref();
      resolve({
        isHeld: () => server.listening,
        release: () => {
          server.close();
        },
      });
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
