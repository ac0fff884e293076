// Binds local names, for locks: abstract sockets on Linux, elsewhere socket files.
import { unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A bound name on this host; at most one process has it. */
export interface BoundName {
  /** Whether this process still has it, as the operating system reports. */
  isHeld(): boolean;
  release(): void;
}

/** Binds a name; undefined when another process has it. Rejects on other errors. */
export type BindName = (name: string) => Promise<BoundName | undefined>;

/** Linux keeps these names in the kernel, so there is no file that could be deleted. */
const HAS_ABSTRACT_NAMES = process.platform === 'linux';

export const bindLocalName: BindName = async (name) => {
  if (HAS_ABSTRACT_NAMES) return listen(`\0${name}`);
  const path = join(tmpdir(), `${name}.sock`);
  const bound = await listen(path);
  if (bound !== undefined || (await answers(path))) return bound;
  // Its process died and left the file.
  unlinkSync(path);
  return listen(path);
};

/** Undefined when the name is in use. */
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
