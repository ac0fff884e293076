// Local sockets of a virtual machine: a bot listens, commands of other processes connect.
import type { LocalAnswer, LocalAnswering, LocalPort } from '../../host/index.js';
import type { Life } from './process-life.js';
import type { VirtualTime } from './time.js';

interface Listener {
  readonly life: Life;
  readonly answer: LocalAnswering;
}

/** One-way latency of a local socket, µs. */
const WAY = 200;
const MICROS_PER_MILLI = 1_000;

export class VirtualSockets {
  readonly #listeners = new Map<string, Listener>();

  /** The socket port of one process. */
  createPort(time: VirtualTime, life: Life): LocalPort {
    return {
      serve: (dir, name, answer) => this.#serve(toPath(life, dir, name), { life, answer }),
      ask: (dir, name, line, timeoutMs) =>
        this.#ask(time, toPath(life, dir, name), line, timeoutMs * MICROS_PER_MILLI),
    };
  }

  /** Takes over a name that is already served, as a real socket file does. */
  #serve(path: string, listener: Listener): Promise<{ close(): void }> {
    this.#listeners.set(path, listener);
    return Promise.resolve({
      close: () => {
        if (this.#listeners.get(path) === listener) this.#listeners.delete(path);
      },
    });
  }

  #ask(time: VirtualTime, path: string, line: string, timeout: number): Promise<LocalAnswer> {
    return new Promise((resolve) => {
      const listener = this.#listeners.get(path);
      if (listener === undefined || listener.life.isOver) {
        time.after(WAY, () => {
          resolve({ kind: 'nobody' });
        });
        return;
      }
      let isHeard = true;
      const pending = time.after(timeout, () => {
        isHeard = false;
        resolve({ kind: 'silent' });
      });
      const notify = (answer: LocalAnswer): void => {
        if (listener.life.isOver) return;
        pending.cancel();
        time.after(WAY, () => {
          resolve(answer);
        });
      };
      const hear = listener.life.guard(() => {
        void listener
          .answer(line, () => isHeard)
          .then(
            (text) => {
              notify(text === '' ? { kind: 'silent' } : { kind: 'answer', text });
            },
            () => {
              notify({ kind: 'silent' });
            },
          );
      });
      time.after(WAY, hear);
    });
  }
}

/** On a disk that hosts share, a socket file belongs to the host that made it. */
function toPath({ host }: Life, dir: string, name: string): string {
  return `${String(host)} ${dir}/${name}`;
}
