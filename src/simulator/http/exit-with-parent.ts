// Closes a simulator when the process that started it ends.
import type { Readable } from 'node:stream';
import type { Simulator } from '../settings.js';

/**
 * Closes the simulator when `input` ends. The parent holds the pipe of standard input open; the
 * operating system closes it when the parent ends, even by a crash. Data from the parent is
 * discarded.
 */
export function endWithParent(simulator: Simulator, input: Readable = process.stdin): void {
  const end = () => void simulator.close();
  for (const event of ['end', 'close', 'error']) input.once(event, end);
  input.resume();
  if (input.readableEnded || input.destroyed) end();
  // An open pipe would keep the process alive.
  void simulator.closed.then(() => input.destroy());
}
